"""What a person hears when a verb was called: the good news or the refusal, as a message or on the form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages

from engine import RuleViolation
from tournament.errors import Refused
from tournament.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from django import forms
    from django.http import HttpRequest

REFUSALS = (Refused, RuleViolation)


def attempt(request: HttpRequest, verb: Callable[[], Any], done: str | Callable[[Any], str] = "") -> bool:
    """Call a verb and say what came of it; a refusal becomes a message, never an error page."""
    try:
        result = verb()
    except REFUSALS as refusal:
        messages.error(request, sentence(refusal.code, refusal.params))
        return False
    text = done(result) if callable(done) else done
    if text:
        messages.success(request, text)
    return True


def put_on_form(form: forms.BaseForm, refusal: Refused | RuleViolation, field: str | None = None) -> None:
    """The refusal's sentence at a field, or above the form; what was typed stays."""
    form.add_error(field, sentence(refusal.code, refusal.params))
