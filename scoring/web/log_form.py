"""What can be asked of the log: a form that is sent by GET, so that an answer has an address of its own."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.queries import Actors, Asked
from scoring.queries.log import SYSTEM
from scoring.web.log_kinds import KINDS

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

# Seconds are not asked for; some browsers send them all the same.
MOMENTS = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]
LARGEST = 999


def _number(label: StrOrPromise) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=1, max_value=LARGEST, required=False)


def _moment(label: StrOrPromise) -> forms.DateTimeField:
    return forms.DateTimeField(
        label=label,
        required=False,
        input_formats=MOMENTS,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format=MOMENTS[0]),
    )


class LogForm(forms.Form):
    """Nothing has to be filled in. Outside tournaments there are no rounds, tables and deals."""

    who = forms.ChoiceField(label=_("Who did it"), required=False)
    about = forms.CharField(
        label=_("About which player"),
        max_length=100,
        required=False,
        help_text=_("Name or start number. Deals at tables where the player sat are shown too."),
        widget=forms.TextInput({"autocomplete": "off", "list": "names"}),
    )
    kind = forms.ChoiceField(
        label=_("Kind of step"),
        required=False,
        choices=lambda: [("", _("all")), *((code, label) for code, (label, _verbs) in KINDS.items())],
    )
    round = _number(_("Round"))
    table = _number(_("Table"))
    deal = _number(_("Deal"))
    words = forms.CharField(
        label=_("Words in the reason"),
        max_length=100,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    since = _moment(_("From"))
    until = _moment(_("To"))

    def __init__(self, *args: Any, actors: Actors, in_tournament: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        who = self.fields["who"]
        assert isinstance(who, forms.ChoiceField)  # noqa: S101 - for the type checker
        who.choices = _choices(actors)
        if not in_tournament:
            self.fields["about"].help_text = _("Name of the player.")
            for name in ("round", "table", "deal"):
                del self.fields[name]

    @property
    def asked(self) -> Asked:
        """What a valid form asks."""
        data = self.cleaned_data
        until = data["until"]
        return Asked(
            actor=data["who"],
            about=data["about"],
            round_no=data.get("round"),
            table=data.get("table"),
            deal=data.get("deal"),
            verbs=KINDS[data["kind"]][1] if data["kind"] else frozenset(),
            words=data["words"],
            since=data["since"],
            # The minute that was written counts.
            until=until + timedelta(minutes=1) if until else None,
        )


def _choices(actors: Actors) -> list[tuple[str, Any]]:
    """Everybody, people, tables, and what happened by itself."""
    people = [(f"user-{user.pk}", str(user)) for user in actors.users]
    tables = [(f"table-{number}", gettext("table {table}").format(table=number)) for number in actors.tables]
    choices: list[tuple[str, Any]] = [("", gettext("everybody"))]
    if people:
        choices.append((gettext("People"), people))
    if tables:
        choices.append((gettext("Tables"), tables))
    return [*choices, (SYSTEM, gettext("the system, and players who signed up"))]
