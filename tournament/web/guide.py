"""The user guide: the files of docs/guide as a page, for a hall has no internet to read them in."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement

import markdown
from django.conf import settings
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown.extensions.toc import TocExtension
from markdown.treeprocessors import Treeprocessor

from tournament.permissions import Act
from tournament.web.access import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

FOLDER = Path(settings.BASE_DIR) / "docs" / "guide"
# As the file names them, so that they are also shown where the project's files are read.
PICTURES = PurePosixPath("../../tournament/static")
# After the extension that gives headings their ids.
_LAST = 1
_NEITHER_LETTER_NOR_SPACE = re.compile(r"[^\w\- ]")


@dataclass(frozen=True, slots=True)
class Guide:
    """One language of it. A section has `id`, `name` and, for its own headings, `children`."""

    title: str
    sections: list[dict[str, Any]]
    body: SafeString


@page(Act.SEE)
@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """How to use Spadille, for directors, scorekeepers and players."""
    return render(request, "tournament/guide.html", {"guide": guide_in(get_language() or "da")})


@cache
def guide_in(language: str) -> Guide:
    """The guide in a language, made into a page once."""
    reader = markdown.Markdown(
        extensions=["tables", TocExtension(slugify=anchor), _AsPage()],
        output_format="html",
    )
    html = reader.convert((FOLDER / f"{language}.md").read_text(encoding="utf-8"))
    (top,) = reader.toc_tokens  # type: ignore[attr-defined]  # set by the extension
    return Guide(top["name"], top["children"], mark_safe(html))  # noqa: S308 - a file of the project


def anchor(heading: str, separator: str = "-") -> str:
    """The id of a heading, as sites that show such files make it: links work there and here."""
    return _NEITHER_LETTER_NOR_SPACE.sub("", heading.lower()).replace(" ", separator)


def picture_size(path: Path) -> tuple[int, int]:
    """Width and height of a PNG, so that the text stands still while pictures arrive."""
    with path.open("rb") as file:
        width, height = struct.unpack(">II", file.read(24)[16:])
    return int(width), int(height)


class _AsPage(markdown.Extension):
    """Fits what was read to our pages."""

    def extendMarkdown(self, md: markdown.Markdown) -> None:  # noqa: N802 - the library's name
        md.treeprocessors.register(_Fit(md), "as_page", _LAST)


class _Fit(Treeprocessor):
    """Title and list of contents are the page's own; tables and pictures get its looks."""

    def run(self, root: Element) -> None:
        for tag in ("h1", "ul"):
            first = root.find(tag)
            if first is not None:
                root.remove(first)
        for table in root.iter("table"):
            _fit_table(table)
        for paragraph in root.findall("p"):
            picture = paragraph.find("img")
            if picture is not None:
                _fit_picture(paragraph, picture)


def _fit_table(table: Element) -> None:
    table.set("class", "table")
    for row in table.iterfind("tbody/tr"):
        row[0].tag = "th"
        row[0].set("scope", "row")
    for head in table.iterfind("thead/tr/th"):
        head.set("scope", "col")


def _fit_picture(paragraph: Element, picture: Element) -> None:
    """A figure: what is said of the picture stands below it for everybody."""
    name = str(PurePosixPath(picture.get("src", "")).relative_to(PICTURES))
    width, height = picture_size(FOLDER / PICTURES / name)
    said = picture.get("alt", "")
    paragraph.clear()
    paragraph.tag = "figure"
    # Phones are held upright, laptops are not.
    paragraph.set("class", "picture is-upright" if height > width else "picture")
    said_id = f"picture-{PurePosixPath(name).stem}"
    # On a phone a laptop's picture is small: pressed, it is shown alone and can be enlarged.
    link = SubElement(paragraph, "a", {"href": static(name), "aria-labelledby": said_id})
    # Not loaded lazily: what has not been scrolled to would be missing on paper.
    size = {"width": str(width), "height": str(height)}
    SubElement(link, "img", {"src": static(name), "alt": "", **size})
    SubElement(paragraph, "figcaption", {"id": said_id}).text = said
