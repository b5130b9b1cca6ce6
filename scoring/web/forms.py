"""Forms of the desk. They say what was typed; the verbs say whether it is possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from scoring.domain.adjustments import LARGEST
from scoring.models import Adjustment
from tournament.models import Entry, Round

if TYPE_CHECKING:
    from tournament.models import Tournament


class ReasonForm(forms.Form):
    """Why something is done."""

    reason = forms.CharField(label=_("Reason"), max_length=200)


class EntryChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # cannot be subscripted when it runs
    """Players by start number and name."""

    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.start_no} · {obj.name}"


class RoundChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # cannot be subscripted when it runs
    """Rounds by number."""

    def label_from_instance(self, obj: Any) -> str:
        return str(obj.number)


class AdjustmentForm(forms.Form):
    """Signed points for one player."""

    entry = EntryChoice(queryset=Entry.objects.none(), label=_("Player"))
    points = forms.IntegerField(
        label=_("Points"),
        min_value=-LARGEST,
        max_value=LARGEST,
        help_text=_("A penalty is negative, for example -1. Points given back are positive."),
    )
    reason = forms.ChoiceField(
        label=_("Reason"),
        choices=lambda: [("", "—"), *((code, capfirst(label)) for code, label in Adjustment.Reason.choices)],
    )
    round = RoundChoice(queryset=Round.objects.none(), label=_("Round"), required=False)
    note = forms.CharField(label=_("Note"), max_length=300, required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = self.fields["entry"]
        rounds = self.fields["round"]
        assert isinstance(entries, forms.ModelChoiceField)  # noqa: S101 - for the type checker
        assert isinstance(rounds, forms.ModelChoiceField)  # noqa: S101
        entries.queryset = tournament.entries.select_related("player").order_by("player__sort_key")
        rounds.queryset = tournament.rounds.all()
