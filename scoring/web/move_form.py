"""The form that asks which deals stand wrongly, and where they belong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.domain.lines import as_codes, seats_of
from scoring.domain.move_plans import (
    exchanging,
    one_to_the_left,
    one_to_the_right,
    reseated,
    to_place,
    whole_sheets,
)
from scoring.domain.scores import current_deals
from scoring.words import deal_sentence
from tournament.models import Round, Seating
from tournament.queries import substitutes
from tournament.web.templatetags import points, seat_letter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.domain.moves import Move
    from scoring.models import Deal

KINDS = (
    ("table", _("They belong to another table")),
    ("number", _("They have the wrong number")),
    ("seats", _("The seats were confused")),
    ("sheets", _("This sheet and that of another table were exchanged")),
)
HOW = (
    ("sat", _("They sat on other seats than drawn, and the deal went round as they sat")),
    ("written", _("They sat as drawn; only whoever played was written wrongly")),
)
EXCHANGED = {"ew": {"E": "W", "W": "E"}, "ns": {"N": "S", "S": "N"}}
# What must be answered, by what is wrong; the rest of the questions is then not looked at.
ANSWERS = {
    "table": {"kind", "deals", "table"},
    "number": {"kind", "deals", "first"},
    "seats": {"kind", "deals", "seats", "how"},
    "sheets": {"kind", "table"},
}


class MoveForm(forms.Form):
    """Which deals of a sheet, and where they belong. When it is valid, `moves` says it deal by deal."""

    use_required_attribute = False

    kind = forms.ChoiceField(label=_("What is wrong?"), choices=KINDS, widget=forms.RadioSelect)
    table = forms.ChoiceField(label=_("The other table"), error_messages={"required": _("Choose the table.")})
    first_there = forms.IntegerField(
        label=_("Number of the first deal there"),
        min_value=1,
        required=False,
        help_text=_("Leave it empty to keep the numbers."),
    )
    first = forms.IntegerField(
        label=_("New number of the first deal"),
        min_value=1,
        help_text=_("The others follow at the same distance."),
        error_messages={"required": _("Write the number.")},
    )
    exchange = forms.BooleanField(
        label=_("Deals that stand there already change places with these"), required=False
    )
    seats = forms.ChoiceField(
        label=_("Who sat where?"),
        widget=forms.RadioSelect,
        help_text=_("To the right: what is written for South belongs to East, and so on around the table."),
        error_messages={"required": _("Choose who sat where.")},
    )
    how = forms.ChoiceField(
        label=_("How were they confused?"), choices=HOW, initial="sat", widget=forms.RadioSelect
    )
    every = forms.BooleanField(label=_("All deals on the sheet"), required=False)
    deals = forms.TypedMultipleChoiceField(
        label=_("Only these deals"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick the deals that stand wrongly.")},
    )

    def __init__(self, *args: Any, seating: Seating, **kwargs: Any) -> None:
        kwargs["auto_id"] = "move_%s"
        super().__init__(*args, **kwargs)
        self.seating = seating
        self.standing = current_deals(seating)
        self.moves: list[Move] = []
        names = names_at(seating)
        self._choices("deals", [(deal.pk, in_words(deal, names)) for deal in self.standing])
        self._choices("table", [("", "—"), *_other_tables(seating)])
        self._choices("seats", _confusions(seating))
        for seat in names:
            self.fields[f"seat_{seat}"] = forms.ChoiceField(
                label=gettext("What is written for {name} ({seat}) belongs to").format(
                    name=names[seat], seat=seat_letter(seat)
                ),
                choices=list(names.items()),
                initial=seat,
            )

    def seat_fields(self) -> list[forms.BoundField]:
        """A choice for each occupied seat."""
        return [field for field in self if field.name.startswith("seat_")]

    def full_clean(self) -> None:
        """Ask for what belongs to the kind that is chosen, and only for that."""
        kind = str(self.data.get("kind", ""))
        asked = {name for name, field in self.fields.items() if field.required}
        needed = ANSWERS.get(kind, {"kind"}) - ({"deals"} if self.data.get("every") else set())
        for name in asked:
            self.fields[name].required = name in needed
        super().full_clean()
        for name in asked:
            self.fields[name].required = True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        ticked = cleaned.get("deals", [])
        chosen = [deal for deal in self.standing if cleaned["every"] or deal.pk in ticked]
        if not self.errors:
            self.moves = self._moves(cleaned["kind"], chosen, cleaned)
        if not self.errors and not self.moves:
            self.add_error(None, gettext("There are no deals to move."))
        return cleaned

    def _moves(self, kind: str, chosen: list[Deal], cleaned: Mapping[str, Any]) -> list[Move]:
        if kind == "seats":
            seats = self._right_seats(cleaned)
            if len(set(seats.values())) < len(seats):
                self.add_error("seats", gettext("Choose each player once."))
            return reseated(chosen, seats, sat_there=cleaned["how"] == "sat")
        if kind == "number":
            return _exchanged(to_place(chosen, self.seating, cleaned["first"]), cleaned)
        other = Seating.objects.select_related("round__tournament").get(pk=cleaned["table"])
        if kind == "sheets":
            return whole_sheets(self.seating, other)
        return _exchanged(to_place(chosen, other, cleaned["first_there"]), cleaned)

    def _right_seats(self, cleaned: Mapping[str, Any]) -> Mapping[str, str]:
        kind = cleaned.get("seats")
        if kind == "right":
            return one_to_the_right(self.seating)
        if kind == "left":
            return one_to_the_left(self.seating)
        if kind == "other":
            return {seat: cleaned.get(f"seat_{seat}") or seat for seat in seats_of(self.seating)}
        return EXCHANGED[str(kind)]

    def _choices(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
        field.choices = choices


def names_at(seating: Seating) -> dict[str, str]:
    """Who has which seat, in the order N, E, S, W."""
    seats = sorted(seating.seats.all(), key=lambda seat: "NESW".index(seat.position))
    return {seat.position: seat.full_name for seat in seats}


def in_words(deal: Deal, names: Mapping[str, str]) -> str:
    """A deal as the sheet says it: "5 · Anna: Tourné in spades, bet, −2"."""
    said = deal_sentence(
        as_codes(deal),
        who=names.get(deal.declarer, ""),
        points="" if deal.points is None else points(deal.points),
    )
    return f"{deal.number} · {said}"


def _exchanged(moves: list[Move], cleaned: Mapping[str, Any]) -> list[Move]:
    return exchanging(moves) if cleaned.get("exchange") else moves


def _confusions(seating: Seating) -> list[tuple[str, str]]:
    """The usual ways to confuse seats, as far as people sit on them."""
    seats = set(seats_of(seating))
    choices = [
        ("right", gettext("Everybody one seat to the right")),
        ("left", gettext("Everybody one seat to the left")),
    ]
    if seats >= {"E", "W"}:
        choices.append(("ew", gettext("East and West exchanged")))
    if seats >= {"N", "S"}:
        choices.append(("ns", gettext("North and South exchanged")))
    return [*choices, ("other", gettext("Otherwise: choose for each seat"))]


def _other_tables(seating: Seating) -> list[tuple[str, list[tuple[int, str]]]]:
    """Every other table of the rounds that have begun, by round, its own round first."""
    rounds: dict[str, list[tuple[int, str]]] = {}
    others = Seating.objects.filter(
        round__tournament=seating.round.tournament_id,
        round__state__in=[Round.State.PLAYING, Round.State.CLOSED],
    ).exclude(pk=seating.pk)
    related = others.select_related("round").prefetch_related(
        "seats__entry__player", substitutes("seats__entry")
    )
    own_first = sorted(
        related.order_by("round__number", "table_no"), key=lambda other: other.round_id != seating.round_id
    )
    for other in own_first:
        title = gettext("Round {round}").format(round=other.round.number)
        label = gettext("Table {table}: {names}").format(
            table=other.table_no, names=", ".join(names_at(other).values())
        )
        rounds.setdefault(title, []).append((other.pk, label))
    return list(rounds.items())
