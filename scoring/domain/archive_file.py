"""Reading an archive from a file that anybody may have made."""

from __future__ import annotations

import gzip
import json
from io import BytesIO
from typing import Any

from scoring.domain.archive_check import check_format
from scoring.domain.personal_archives import without_anonymised
from tournament.errors import Refused

LARGEST_FILE = 50 * 1024 * 1024
LARGEST_TEXT = 400 * 1024 * 1024


def read_archive(data: bytes) -> dict[str, Any]:
    """The document in a file. Raises Refused for anything else, however it is made."""
    if len(data) > LARGEST_FILE:
        raise Refused("archive_too_large")
    try:
        if data[:2] == b"\x1f\x8b":
            with gzip.GzipFile(fileobj=BytesIO(data)) as packed:
                data = packed.read(LARGEST_TEXT + 1)
            if len(data) > LARGEST_TEXT:
                raise Refused("archive_too_large")
        return without_anonymised(check_format(json.loads(data)))
    except (OSError, EOFError, ValueError, RecursionError):
        raise Refused("not_an_archive") from None
