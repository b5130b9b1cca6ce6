"""Style sheets and scripts packed on their way out, where no step of a set-up has packed them before.

In a hall the wireless net is the bottleneck, and the embedded mode serves files from the apps' own folders. They are
the same for everybody and hold no secret, so their packed length tells nothing.
"""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.http import StreamingHttpResponse
from django.utils.cache import patch_vary_headers

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

PACKED_KINDS: Final = ("text/", "image/svg+xml", "application/javascript", "application/json")


class PackedStaticFiles:
    """Answers for a static file with a packed copy, made once for each state of the file."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        # Only files that exist come in here, so there are never more than those.
        self.packed: dict[str, tuple[str, bytes]] = {}

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not request.path_info.startswith(settings.STATIC_URL) or response.status_code != 200:
            return response
        if not response.headers.get("Content-Type", "").startswith(PACKED_KINDS):
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        if (
            request.method == "GET"
            # Files always are; anything else that may stand below that address is not ours to pack.
            and isinstance(response, StreamingHttpResponse)
            and not response.has_header("Content-Encoding")
            and "gzip" in request.headers.get("Accept-Encoding", "")
        ):
            self._pack(request.path_info, response)
        return response

    def _pack(self, path: str, response: StreamingHttpResponse) -> None:
        """In place: the answer still closes its own file when it has been sent."""
        state = f"{response.headers.get('Last-Modified')} {response.headers.get('ETag')}"
        known = self.packed.get(path)
        if known is None or known[0] != state:
            known = self.packed[path] = (state, gzip.compress(response.getvalue(), mtime=0))
        response.streaming_content = iter((known[1],))
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(known[1]))
