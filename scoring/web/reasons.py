"""What the pages of the draw say of a refusal with many reasons, and the round they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from tournament.domain.seatings import (
    OPEN_TO_CHANGE,
)
from tournament.models import Entry, Round, Tournament
from tournament.sentences import reason_sentences, sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django import forms
    from django.http import HttpRequest

    from engine import RuleViolation
    from tournament.errors import Refused


def told(tournament: Tournament, refusal: Refused | RuleViolation, first_round: int = 1) -> list[str]:
    """A refusal in sentences: one, or one for each of its reasons, with names and numbers from 1."""
    reasons: Any = refusal.params.get("reasons")
    if not isinstance(reasons, list):
        return [sentence(refusal.code, refusal.params)]
    here = tournament.entries.filter(state=Entry.State.CHECKED_IN).order_by("start_no")
    names = [entry.full_name for entry in here.select_related("player")]

    def who(place: int) -> str:
        return names[place] if 0 <= place < len(names) else gettext("a player")

    return reason_sentences(reasons, who, first_round)


def say_all(request: HttpRequest, sentences: Sequence[str]) -> None:
    """Every sentence as a message of its own."""
    for text in sentences:
        messages.error(request, text)


def put_all(form: forms.Form, sentences: Sequence[str]) -> None:
    """Every sentence above the form, which keeps what was typed."""
    for text in sentences:
        form.add_error(None, text)


def round_of(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("draw"), tournament=tournament, number=number)


def may_change(round_: Round) -> bool:
    return round_.state in OPEN_TO_CHANGE
