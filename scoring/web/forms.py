"""Forms of the desk. They say what was typed; the verbs say whether it is possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.seating import EVEN_THREES, FEWEST_REPEATS
from scoring.domain.adjustments import LARGEST
from scoring.models import Adjustment
from scoring.queries import current_deals_of
from tournament.domain.draws import LARGEST_SEED
from tournament.domain.prizes import LARGEST_PLACE, LONGEST_CATEGORY, LONGEST_TEXT
from tournament.domain.wishes import LARGEST_TABLE
from tournament.models import Entry, Round
from tournament.sentences import sentence
from tournament.web.typed import TypedForm

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournament.models import Seating, Tournament


class ReasonForm(forms.Form):
    """Why something is done."""

    reason = forms.CharField(label=_("Reason"), max_length=200)


class ReopenForm(ReasonForm):
    """A closed round is played on: the number is typed by who means it."""

    confirmed = forms.CharField(label=_("The number of the round"), max_length=4)
    field_order = ("confirmed", "reason")


class PrizeForm(forms.Form):
    """One prize. Without a text the row is no prize."""

    place = forms.IntegerField(
        label=pgettext_lazy("in the standings", "Place"),
        min_value=1,
        max_value=LARGEST_PLACE,
        required=False,
        widget=forms.NumberInput,
    )
    category = forms.CharField(
        label=_("Category"),
        max_length=LONGEST_CATEGORY,
        required=False,
        widget=forms.TextInput({"list": "categories", "autocomplete": "off"}),
    )
    text = forms.CharField(label=_("Prize"), max_length=LONGEST_TEXT, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("text") and not cleaned.get("place") and "place" not in self.errors:
            self.add_error("place", _("Write the place."))
        return cleaned


class EntryChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # cannot be subscripted when it runs
    """Players by start number and name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("empty_label", _("Choose a player"))
        super().__init__(*args, **kwargs)

    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.start_no} · {obj.full_name}"


class RoundChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # cannot be subscripted when it runs
    """Rounds by number."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("empty_label", _("No particular round"))
        super().__init__(*args, **kwargs)

    def label_from_instance(self, obj: Any) -> str:
        return str(obj.number)


class RedrawForm(TypedForm):
    """A new draw in place of those nobody has seen."""

    seed = forms.IntegerField(
        label=_("Seed"),
        min_value=0,
        max_value=LARGEST_SEED,
        required=False,
        help_text=_("Leave it empty for a new lot. The same seed gives the same draw."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        help_text=_("Only needed to draw from standings before every table has signed."),
    )
    prefer = forms.ChoiceField(
        choices=[(code, code) for code in (FEWEST_REPEATS, EVEN_THREES)],
        required=False,
        widget=forms.HiddenInput,
    )
    # Which draws were on the screen: ticks must not be taken for those of another draw.
    based_on = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)


class SwapForm(forms.Form):
    """Two players of a round."""

    one = EntryChoice(queryset=Entry.objects.none(), label=_("Player"))
    other = EntryChoice(queryset=Entry.objects.none(), label=_("exchanges seats with"))

    def __init__(self, *args: Any, round_: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seated = Entry.objects.filter(seats__round=round_).select_related("player")
        _choose_from(self, seated.order_by("player__sort_key", "start_no"), "one", "other")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("one") and cleaned.get("one") == cleaned.get("other"):
            self.add_error("other", sentence("same_player_twice", {"name": cleaned["one"].full_name}))
        return cleaned


class HandForm(forms.Form):
    """A seating somebody wrote."""

    text = forms.CharField(
        label=_("Tables"),
        max_length=60_000,
        strip=False,
        widget=forms.Textarea({"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
    )


class ApartForm(forms.Form):
    """Two who should not meet."""

    one = EntryChoice(queryset=Entry.objects.none(), label=_("Player"))
    other = EntryChoice(queryset=Entry.objects.none(), label=_("should not meet"))

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose_from(self, _in_the_tournament(tournament), "one", "other")


class FixForm(forms.Form):
    """A player with a table of his own."""

    entry = EntryChoice(queryset=Entry.objects.none(), label=_("Player"))
    table_no = forms.IntegerField(label=_("always at table"), min_value=1, max_value=LARGEST_TABLE)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose_from(self, _in_the_tournament(tournament), "entry")


def _in_the_tournament(tournament: Tournament) -> QuerySet[Entry]:
    entries = tournament.entries.exclude(state=Entry.State.WITHDRAWN).select_related("player")
    return entries.order_by("player__sort_key", "start_no")


def _choose_from(form: forms.Form, entries: QuerySet[Entry], *names: str) -> None:
    for name in names:
        field = form.fields[name]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - for the type checker
        field.queryset = entries


class AdjustmentForm(forms.Form):
    """A penalty, a bonus or a warning for one player. The points are typed without a sign: the kind has it."""

    use_required_attribute = False  # a warning has no points
    entry = EntryChoice(queryset=Entry.objects.none(), label=_("Player"))
    kind = forms.ChoiceField(
        label=_("What"),
        choices=[("penalty", _("Penalty")), ("bonus", _("Bonus")), ("warning", _("Warning, no points"))],
        initial="penalty",
        widget=forms.RadioSelect,
    )
    points = forms.IntegerField(
        label=_("Points"),
        min_value=1,
        max_value=LARGEST,
        initial=1,
        help_text=_("1 is the usual penalty. A penalty takes the points away, a bonus gives them."),
    )
    reason = forms.ChoiceField(
        label=_("Reason"),
        choices=lambda: [
            ("", _("Choose a reason")),
            *((code, capfirst(label)) for code, label in Adjustment.Reason.choices),
        ],
    )
    round = RoundChoice(queryset=Round.objects.none(), label=_("Round"), required=False)
    note = forms.CharField(label=_("Note"), max_length=300, required=False)
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = self.fields["entry"]
        rounds = self.fields["round"]
        assert isinstance(entries, forms.ModelChoiceField)  # noqa: S101 - for the type checker
        assert isinstance(rounds, forms.ModelChoiceField)  # noqa: S101
        entries.queryset = tournament.entries.select_related("player").order_by("player__sort_key")
        rounds.queryset = tournament.rounds.all()

    def clean(self) -> dict[str, Any]:
        """Signed points; a warning has none, whatever stands in the field."""
        cleaned = super().clean() or self.cleaned_data
        kind, points = cleaned.get("kind"), cleaned.get("points")
        if kind == "warning":
            self.errors.pop("points", None)
            cleaned["points"] = 0
        elif points is not None and kind == "penalty":
            cleaned["points"] = -points
        return cleaned


class LeaverForm(ReasonForm):
    """Who leaves a table, and after which deal. The next deal that is not entered is the first without him."""

    position = forms.ChoiceField(label=_("Who leaves?"))
    after_deal = forms.IntegerField(label=_("Last deal played"), min_value=0)
    field_order = ("position", "after_deal", "reason")

    def __init__(self, *args: Any, seating: Seating, **kwargs: Any) -> None:
        kwargs["auto_id"] = "leaver_%s"
        super().__init__(*args, **kwargs)
        seats = sorted(seating.seats.all(), key=lambda seat: "NESW".index(seat.position))
        position, after_deal = self.fields["position"], self.fields["after_deal"]
        assert isinstance(position, forms.ChoiceField)  # noqa: S101 - for the type checker
        position.choices = [("", "—"), *((seat.position, seat.full_name) for seat in seats)]
        after_deal.initial = max((deal.number for deal in current_deals_of(seating)), default=0)
        after_deal.widget.attrs["max"] = seating.deals - 1
