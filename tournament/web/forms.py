"""Forms of the registry, the settings and the door. They say what was typed; verbs say whether it can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament import queries
from tournament.domain.tournaments import LARGEST_FEE, LONGEST_PROTEST, MOST_PLACES
from tournament.models import Club, Player, Tournament
from tournament.models.registry import NAME_LENGTH
from tournament.tie_breaks import ORDERS, order_of
from tournament.web.tie_break_fields import OWN, OrderWidget, order_choices, tie_break_choices

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django_stubs_ext import StrOrPromise

PLAIN_TEXT = {"autocomplete": "off"}


class ClubForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH, widget=forms.TextInput(PLAIN_TEXT))
    place = forms.CharField(
        label=_("Town"), max_length=80, required=False, widget=forms.TextInput(PLAIN_TEXT)
    )


class NamesakeForm(forms.Form):
    """A form that makes a new player, and asks once if somebody has the name already."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH, widget=forms.TextInput(PLAIN_TEXT))
    confirm = forms.BooleanField(
        label=_("This is somebody else with the same name"), required=False, widget=forms.HiddenInput
    )
    # Set by an edit form: keeping one's own name is no coincidence.
    player: Player | None = None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        name = cleaned.get("name")
        if not name:
            return cleaned
        others = list(queries.namesakes(name))
        if self.player is not None and self.player in others:
            return cleaned
        if others:
            self.fields["confirm"].widget = forms.CheckboxInput()
            if not cleaned.get("confirm"):
                self.add_error(None, _already_there(others))
                self.add_error("confirm", gettext("Tick the box if this is somebody else."))
        return cleaned


def _already_there(players: list[Player]) -> str:
    who = "; ".join(_described(player) for player in players[:5])
    return ngettext(
        "There is a player of this name already: {who}.",
        "There are players of this name already: {who}.",
        len(players),
    ).format(who=who)


def _described(player: Player) -> str:
    parts = [player.name, player.club.name if player.club else gettext("no club")]
    if player.member_no:
        parts.append(gettext("member no. {number}").format(number=player.member_no))
    return ", ".join(parts)


class PlayerForm(NamesakeForm):
    club = forms.ModelChoiceField(
        queryset=Club.objects.none(), label=_("Club"), required=False, empty_label=_("No club")
    )
    member_no = forms.CharField(
        label=_("Member number"), max_length=40, required=False, widget=forms.TextInput(PLAIN_TEXT)
    )
    public_form = forms.ChoiceField(
        label=_("Name shown to everybody"),
        choices=lambda: _sentences(Player.PublicForm.choices),
        widget=forms.RadioSelect,
        initial=Player.PublicForm.FULL,
        help_text=_(
            "On the pages without log-in, on the wall and at the tables. The staff always sees the full name."
        ),
    )
    field_order = ["name", "confirm", "club", "member_no", "public_form"]

    def __init__(self, *args: Any, player: Player | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        clubs = self.fields["club"]
        assert isinstance(clubs, forms.ModelChoiceField)  # noqa: S101 - for the type checker
        clubs.queryset = queries.clubs_found("")


class DoorForm(NamesakeForm):
    """A new player at the door: two words and he is registered."""

    club_name = forms.CharField(
        label=_("Club"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput({**PLAIN_TEXT, "list": "clubs"}),
        help_text=_("A club nobody has typed before is added."),
    )
    field_order = ["name", "confirm", "club_name"]


class WithdrawForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        widget=forms.TextInput(PLAIN_TEXT),
        help_text=_("For the log, for example “gone home ill”. It is not shown to the public."),
    )


def _deals() -> list[tuple[int, str]]:
    return [(deals, str(deals)) for deals in range(4, 61, 4)]


def _sentences(choices: Iterable[tuple[str, StrOrPromise]]) -> list[tuple[str, StrOrPromise]]:
    """The choices with a capital letter, as they stand alone on a line each."""
    return [(value, capfirst(label)) for value, label in choices]


class SettingsForm(forms.Form):
    """All settings of a tournament. Those in `frozen` are shown with the reason why they cannot be changed."""

    name = forms.CharField(
        label=_("Name of the tournament"), max_length=120, widget=forms.TextInput(PLAIN_TEXT)
    )
    starts_on = forms.DateField(
        label=_("Date"),
        input_formats=["%Y-%m-%d", "%d-%m-%Y", "%d.%m.%Y", "%d/%m/%Y"],
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": _("Write the date as day-month-year, for example 24-10-2026.")},
    )
    place = forms.CharField(
        label=_("Place"), max_length=120, required=False, widget=forms.TextInput(PLAIN_TEXT)
    )
    rounds_planned = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=21)
    deals_per_round = forms.TypedChoiceField(
        label=_("Deals per round"),
        choices=_deals,
        coerce=int,
        help_text=_(
            "At a table of four. A table of three plays three quarters of them,"
            " so that everybody plays equally many."
        ),
    )
    shared_boards = forms.BooleanField(
        label=_("The same cards at every table (boards)"),
        required=False,
        help_text=_("A deal is then shown to others only when no table can still play it."),
    )
    board_sets = forms.IntegerField(
        label=_("Sets of boards"),
        min_value=1,
        max_value=300,
        required=False,
        help_text=_(
            "How many complete sets there are, if tables share them. Empty: every table has its own."
            " For rounds that have not begun it can be changed at any time."
        ),
    )
    suit_may_be_missing = forms.BooleanField(
        label=_("Typed sheets may leave the suit out"),
        required=False,
        help_text=_("For score sheets on paper on which the suit is not noted. Points do not depend on it."),
    )
    booking = forms.ChoiceField(
        label=_("Who gets the points"),
        choices=_sentences(Tournament.Booking.choices),
        widget=forms.RadioSelect,
        help_text=_(
            "Against the whole table, totals do not compare between tables of three and of four:"
            " choose that only when all tables have equally many players."
        ),
    )
    ranking = forms.ChoiceField(
        label=_("The list goes by"),
        choices=_sentences(Tournament.Ranking.choices),
        widget=forms.RadioSelect,
        help_text=_(
            "Against the field is only possible with the same cards at every table: each hand is compared with what"
            " the other tables made of it, so good and bad cards even out."
        ),
    )
    tie_order = forms.ChoiceField(
        label=_("When two are equal"), choices=order_choices, widget=forms.RadioSelect
    )
    tie_breaks = forms.MultipleChoiceField(
        label=_("Our own order"),
        choices=tie_break_choices,
        widget=OrderWidget,
        required=False,
        help_text=_("Looked at from the top. When none helps, they share the place."),
    )
    seating_method = forms.ChoiceField(
        label=_("Drawing of seats"),
        choices=_sentences(Tournament.SeatingMethod.choices),
        widget=forms.RadioSelect,
        help_text=_(
            "A full plan lets as few people as possible meet twice. Monrad is drawn from the standings."
        ),
    )
    clubs_apart = forms.BooleanField(
        label=_("Keep people of one club apart"),
        required=False,
        help_text=_("Above all in the first rounds, and only where nobody has to meet twice for it."),
    )
    first_dealer = forms.ChoiceField(
        label=_("First dealer of a round"), choices=Tournament.FirstDealer.choices
    )

    signup_open = forms.BooleanField(
        label=_("Players may sign up themselves"),
        required=False,
        help_text=_(
            "On a page of their own, without an account, from when the tournament is shown on the front page"
            " until play begins."
        ),
    )
    signup_limit = forms.IntegerField(
        label=_("Places"),
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
        help_text=_("Whoever signs up after them comes on a waiting list. Empty: there is room for all."),
    )
    fee = forms.IntegerField(
        label=_("Fee in kroner"),
        min_value=0,
        max_value=LARGEST_FEE,
        required=False,
        help_text=_("Then the list of players shows who has paid. Empty or 0: there is no fee."),
    )

    protest_minutes = forms.IntegerField(
        label=_("Protests until, minutes after the last round"),
        min_value=0,
        max_value=LONGEST_PROTEST,
        required=False,
        help_text=_(
            "The result can be declared final when that time is over, or before with a reason."
            " The public pages say until when. Two hours are 120. Empty or 0: at once."
        ),
    )

    def __init__(self, *args: Any, frozen: Mapping[str, StrOrPromise] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, why in (frozen or {}).items():
            self.fields[name].disabled = True
            self.fields[name].help_text = why
        if self.fields["tie_breaks"].disabled:
            del self.fields["tie_order"]

    def clean_protest_minutes(self) -> int:
        """An empty field is no time at all."""
        return self.cleaned_data["protest_minutes"] or 0

    def clean_fee(self) -> int:
        """An empty field is no fee."""
        return self.cleaned_data["fee"] or 0

    def clean(self) -> dict[str, Any]:
        """What separates equals is one order, whichever way it was chosen."""
        cleaned = super().clean() or self.cleaned_data
        order = cleaned.pop("tie_order", "")
        if self.fields["tie_breaks"].disabled:
            cleaned["tie_breaks"] = self._initial_ties()
        elif order in ORDERS and "tie_breaks" in cleaned:
            if cleaned["tie_breaks"] == self._initial_ties():
                cleaned["tie_breaks"] = list(ORDERS[order].codes)
            elif order != (order_of(self._initial_ties()) or OWN):
                self.add_error("tie_order", gettext("Choose our own order if what stands below is to count."))
        return cleaned

    def _initial_ties(self) -> list[str]:
        return list(self.get_initial_for_field(self.fields["tie_breaks"], "tie_breaks") or [])


class ListForm(forms.Form):
    """A player list: a file or pasted text."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("A CSV file or an Excel workbook (.xlsx) with a column called Navn."),
        widget=forms.FileInput({"accept": ".csv,.txt,.xlsx"}),
    )
    pasted = forms.CharField(
        label=_("or paste the names here"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("One player a line, with the club behind a comma or a tab."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not cleaned.get("file") and not (cleaned.get("pasted") or "").strip():
            self.add_error("file", gettext("Choose a file, or paste the names."))
        return cleaned
