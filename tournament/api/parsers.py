"""Reading what clients send."""

from __future__ import annotations

import json
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class ShallowJSONParser(JSONParser):
    """JSON as usual; what nobody meant is malformed, not a fault of ours: deep nesting, 1e999, half a character."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        try:
            read = super().parse(*args, **kwargs)
            # What cannot be written again can be neither stored nor told back.
            json.dumps(read, ensure_ascii=False, allow_nan=False).encode()
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None
        except ValueError as error:
            raise ParseError(f"The JSON cannot be read: {error}") from None
        return read
