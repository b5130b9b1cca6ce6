"""Faults and doubts of a player list in words. The sentences themselves are in `tournament.sentences`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.imports.columns import Field
from tournament.imports.errors import ErrorCode, RowError
from tournament.imports.match import Doubt
from tournament.sentences import sentence

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

FIELDS: dict[str, StrOrPromise] = {
    Field.NAME: _("name"),
    Field.FIRST_NAME: _("first name"),
    Field.LAST_NAME: _("surname"),
    Field.CLUB: _("club"),
    Field.MEMBER_NO: _("member number"),
    Field.NUMBER: _("number"),
}
DOUBTS: dict[Doubt, StrOrPromise] = {
    Doubt.OTHER_CLUB: _("The name is known from another club."),
    Doubt.OTHER_MEMBER_NO: _("The name is known with another member number."),
    Doubt.SEVERAL_KNOWN: _("Several players have this name."),
    Doubt.SIMILAR_NAME: _("The name is nearly that of a known player."),
    Doubt.SAME_MEMBER_NO: _("The member number is known with another name."),
    Doubt.PERHAPS_REPEATED: _("Perhaps the same person as in row {row}."),
}
_SIZES = frozenset({ErrorCode.FILE_TOO_LARGE, ErrorCode.ZIP_BOMB})


def error_words(error: RowError, *, with_row: bool = True) -> str:
    """The fault as a sentence, with its row in front if it has one and that is not beside it already."""
    params = dict(error.params)
    if "field" in params:
        params["field"] = FIELDS.get(str(params["field"]), params["field"])
    if error.code in _SIZES:
        params["limit"] = filesizeformat(str(params["limit"]))
    if params.get("found") == "unknown":
        params["found"] = gettext("unknown")
    text = sentence(error.code, params)
    return (
        text
        if error.row is None or not with_row
        else gettext("Row {row}: {text}").format(row=error.row, text=text)
    )


def doubt_words(doubt: Doubt, other_row: int | None) -> str:
    """Why a person must look."""
    return str(DOUBTS[doubt]).format(row=other_row)
