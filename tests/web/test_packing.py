"""Style sheets and scripts go out packed in the embedded mode, and only to who can unpack."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import pytest
from django.http import StreamingHttpResponse
from django.test import RequestFactory

from tournament.web.packing import PackedStaticFiles

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

SHEET = b".a { color: red; } " * 50


def whole(answer: HttpResponseBase) -> bytes:
    assert isinstance(answer, StreamingHttpResponse)
    return answer.getvalue()


def asked(
    path: str = "/static/a.css", *, kind: str = "text/css", status: int = 200, unpacks: str = "gzip, deflate"
) -> Any:
    """The answer for one file, whoever serves it."""

    def server(_request: HttpRequest) -> StreamingHttpResponse:
        answer = StreamingHttpResponse([SHEET], content_type=kind, status=status)
        answer.headers["ETag"] = '"1"'
        return answer

    return PackedStaticFiles(server)(RequestFactory().get(path, headers={"Accept-Encoding": unpacks}))


def test_a_style_sheet_is_packed() -> None:
    answer = asked()
    content = whole(answer)

    assert gzip.decompress(content) == SHEET
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Content-Length"] == str(len(content))
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["ETag"] == '"1"'


def test_who_cannot_unpack_gets_it_plain_and_a_store_between_must_know() -> None:
    answer = asked(unpacks="identity")

    assert whole(answer) == SHEET
    assert not answer.has_header("Content-Encoding")
    assert answer.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    ("path", "kind", "status"),
    [("/static/a.png", "image/png", 200), ("/t/x/", "text/html", 200), ("/static/a.css", "text/css", 404)],
)
def test_nothing_else_is_touched(path: str, kind: str, status: int) -> None:
    assert whole(asked(path, kind=kind, status=status)) == SHEET


def test_a_file_is_packed_once_until_it_changes() -> None:
    content = {"1": SHEET}

    def server(_request: HttpRequest) -> StreamingHttpResponse:
        (etag, sheet), *_ = content.items()
        answer = StreamingHttpResponse([sheet], content_type="text/css")
        answer.headers["ETag"] = etag
        return answer

    files = PackedStaticFiles(server)
    request = RequestFactory().get("/static/a.css", headers={"Accept-Encoding": "gzip"})
    assert whole(files(request)) == whole(files(request))
    content.clear()
    content["2"] = b"new"

    assert gzip.decompress(whole(files(request))) == b"new"
    assert len(files.packed) == 1
