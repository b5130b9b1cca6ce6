"""Deals as JSON: what a client sends, and what it gets."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from engine import RuleViolation
from scoring.domain.lines import DealLine
from scoring.models import Standing

# Three who answer each other up all ranks, twice over.
LONGEST_AUCTION = 60
LONGEST_CODE = 30


def _code(help_text: str) -> serializers.CharField:
    return serializers.CharField(
        required=False, allow_blank=True, max_length=LONGEST_CODE, default="", help_text=help_text
    )


class LineSerializer(serializers.Serializer[DealLine]):
    """One line of a score sheet. Codes are the engine's; the engine says what is wrong with them."""

    declarer = _code("the declarer's seat: N, E, S or W")
    contract = _code("code of the contract")
    trump = _code("S, H, D or C; empty in nolo")
    tricks = serializers.JSONField(
        required=False, allow_null=True, default=None, help_text="[declarer, right opponent, left opponent]"
    )
    outcome = _code("vundet, bet, kruk, or pas when all passed")
    thrown_in = serializers.BooleanField(required=False, default=False)
    tout = _code("made, failed or empty")
    dealer = _code("only when the deal went round wrongly")
    not_played_reason = serializers.CharField(
        required=False, allow_blank=True, max_length=200, default="", help_text="makes the deal not played"
    )
    calls = serializers.JSONField(
        required=False, allow_null=True, default=None, help_text="the auction: [[hand, call], ...]"
    )

    def validate_calls(self, value: Any) -> list[tuple[str, str]]:
        """Pairs of short texts; whether they make an auction is for the engine to say.

        A line that comes too late is kept before the engine sees it, so it must be fit to be stored.
        """
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > LONGEST_AUCTION:
            raise RuleViolation("calls_must_be_pairs")
        for pair in value:
            if (
                not isinstance(pair, list)
                or len(pair) != 2
                or not all(
                    isinstance(part, str) and len(part) <= LONGEST_CODE and part.isprintable()
                    for part in pair
                )
            ):
                raise RuleViolation("calls_must_be_pairs")
        return [(hand, call) for hand, call in value]

    def validate_tricks(self, value: Any) -> list[int] | None:
        """Three numbers from 0 to 9; whether they make nine is for the engine to say."""
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != 3:
            raise RuleViolation("tricks_must_sum_to_nine")
        if any(type(count) is not int or not 0 <= count <= 9 for count in value):
            raise RuleViolation("tricks_must_sum_to_nine")
        return value

    def line(self) -> DealLine:
        """The validated line."""
        names = DealLine.__dataclass_fields__
        values: dict[str, Any] = {name: self.validated_data[name] for name in names}
        if isinstance(values["tricks"], list):
            values["tricks"] = tuple(values["tricks"])
        values["calls"] = tuple(values["calls"] or ())
        return DealLine(**values)


class NewDealSerializer(LineSerializer):
    """A line with its place, and the key its phone made for it."""

    number = serializers.IntegerField(min_value=1, max_value=1000)
    client_key = serializers.UUIDField()


class PreviewSerializer(LineSerializer):
    """A line to be settled and not stored."""

    seating = serializers.UUIDField()
    number = serializers.IntegerField(min_value=1, max_value=1000)


class CorrectionSerializer(LineSerializer):
    """A line to put in a stored one's place, with the reason if the sheet is signed."""

    reason = serializers.CharField(required=False, allow_blank=True, max_length=200, default="")


class VoidSerializer(serializers.Serializer[Any]):
    """Why a deal is taken off the sheet."""

    reason = serializers.CharField(max_length=200)


class StandingSerializer(serializers.ModelSerializer[Standing]):
    """One row of the standings."""

    start_no = serializers.IntegerField(source="entry.start_no")
    name = serializers.CharField(source="entry.name")
    club = serializers.CharField(source="entry.club.name", default="")
    state = serializers.CharField(source="entry.state")
    substitutes = serializers.SerializerMethodField()
    categories = serializers.SerializerMethodField()
    against_field_hundredths = serializers.IntegerField(
        source="against_field",
        allow_null=True,
        help_text="hundredths of a point; null: nothing that can be compared",
    )

    def get_substitutes(self, row: Standing) -> list[dict[str, Any]]:
        """Who played in this place, and since when."""
        return [
            {
                "name": one.name,
                "from_round": one.from_round,
                "after_deal": one.after_deal,
                "until_round": one.until_round,
                "until_deal": one.until_deal,
            }
            for one in row.entry.substitutions.all()
        ]

    def get_categories(self, row: Standing) -> dict[str, int | None]:
        """The place in each category."""
        places: dict[int, dict[str, int | None]] = self.context.get("places", {})
        return places.get(row.entry_id, {})

    class Meta:
        model = Standing
        fields = (
            "rank",
            "rank_before",
            "start_no",
            "name",
            "club",
            "state",
            "round_points",
            "deal_points",
            "adjustment_points",
            "handicap_points",
            "total",
            "against_field_hundredths",
            "deals_played",
            "deals_missing",
            "decided_by",
            "substitutes",
            "categories",
        )
