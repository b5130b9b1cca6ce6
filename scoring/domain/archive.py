"""A tournament as one JSON document: what a snapshot holds, and what another installation can read.

The document is described in docs/archive.md. Rows name each other by the `id` they have in the document, accounts by
their user name. What is derived (standings) is in it for comparison only.
"""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db.models import ForeignKey, Q
from django.utils import timezone

from scoring.domain.standings import compute, content_hash
from scoring.models import Adjustment, Deal, RefusedEntry, Score, Signature
from tournament.models import (
    ApartPair,
    Club,
    Draw,
    Entry,
    Player,
    Round,
    Seat,
    Seating,
    Substitution,
    Tournament,
    User,
)
from tournament.tie_breaks import BY_FIELD

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from django.db.models import Field, Model

FORMAT = "spadille-tournament"
VERSION = 1
# Of the tournament itself: what says how fresh the results are here, and what it is called at this place.
OWN = frozenset(
    {
        "id",
        "results_version",
        "standings_version",
        "standings_hash",
        "standings_computed_at",
        "results_changed_at",
        "is_demo",
    }
)
# Keys made from names, for this installation's own searching.
DERIVED = frozenset(
    {"search_key", "sort_key", "name_key", "is_demo", "archived_at", "merged_into", "code_hash"}
)


@dataclass(frozen=True, slots=True)
class Part:
    """A list in the document: its name, the model, and how its rows are found from the tournament."""

    name: str
    model: type[Model]
    lookup: str


# In the order in which they can be built again. A key ends in a name of the tournament.
PARTS = (
    Part("entries", Entry, "tournament"),
    Part("substitutions", Substitution, "entry__tournament"),
    Part("apart_pairs", ApartPair, "tournament"),
    Part("draws", Draw, "tournament"),
    Part("rounds", Round, "tournament"),
    Part("seatings", Seating, "round__tournament"),
    Part("seats", Seat, "round__tournament"),
    Part("deals", Deal, "seating__round__tournament"),
    Part("scores", Score, "deal__seating__round__tournament"),
    Part("signatures", Signature, "seating__round__tournament"),
    Part("refused_entries", RefusedEntry, "seating__round__tournament"),
    Part("adjustments", Adjustment, "tournament"),
)


def archive_of(tournament: Tournament) -> dict[str, Any]:
    """The whole tournament as plain JSON values. Call it inside a transaction that nobody writes beside."""
    ids = _Ids()
    clubs = [ids.row(club, DERIVED) for club in _clubs(tournament)]
    players = [ids.row(player, DERIVED) for player in _players(tournament)]
    parts = {part.name: list(_rows(part, tournament, ids)) for part in PARTS}
    standings = [
        {
            "start_no": start_no,
            "rank": row.rank,
            "total": row.total,
            "deal_points": row.deal_points,
            "adjustment_points": row.adjustment_points,
            "round_points": row.round_points,
            **({"against_field": row.against_field} if tournament.ranking == BY_FIELD else {}),
        }
        for row, start_no in _with_start_nos(tournament)
    ]
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_by": f"Spadille {settings.VERSION}",
        "made_at": timezone.now().isoformat(),
        "results_version": tournament.results_version,
        "standings_hash": hash_of_standings(standings),
        "tournament": ids.values(tournament, OWN),
        "clubs": clubs,
        "players": players,
        **parts,
        "standings": standings,
    }


def as_text(document: Mapping[str, Any]) -> str:
    """The document as it is stored: the same content is the same text."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def hash_of_content(document: Mapping[str, Any]) -> str:
    """Tells whether two archives say the same, whenever they were made."""
    told = {
        key: value for key, value in document.items() if key not in {"made_at", "made_by", "results_version"}
    }
    return sha256(as_text(told).encode()).hexdigest()


def hash_of_standings(rows: list[dict[str, Any]]) -> str:
    """The standings hash (`scoring.domain.standings.standings_hash`) of rows of a document."""
    return content_hash(
        [
            row["start_no"],
            row["rank"],
            row["total"],
            row["deal_points"],
            row["adjustment_points"],
            row["round_points"],
            *([row["against_field"]] if "against_field" in row else []),
        ]
        for row in rows
    )


def fields_of(model: type[Model], skip: frozenset[str] = frozenset()) -> list[Field[Any, Any]]:
    """The columns of a model that a document holds."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]  # noqa: SLF001 - public by its documentation
    return [field for field in fields if field.name not in skip]


def _with_start_nos(tournament: Tournament) -> Iterator[tuple[Any, int]]:
    start_nos = dict(tournament.entries.values_list("pk", "start_no"))
    for row in compute(tournament):
        yield row, start_nos[row.entry_id]


def _rows(part: Part, tournament: Tournament, ids: _Ids) -> Iterator[dict[str, Any]]:
    rows = part.model._default_manager.filter(**{part.lookup: tournament}).order_by("pk")  # noqa: SLF001
    for row in rows.select_related(*_accounts(part.model)):
        yield ids.row(row, DERIVED)


def _accounts(model: type[Model]) -> list[str]:
    return [
        field.name
        for field in fields_of(model)
        if isinstance(field, ForeignKey) and field.related_model is User
    ]


class _Ids:
    """Numbers the rows of each part from 1, so that a document does not depend on the database it came from."""

    def __init__(self) -> None:
        self.of: dict[type[Model], dict[int, int]] = {}

    def row(self, row: Model, skip: frozenset[str]) -> dict[str, Any]:
        """A row with its number."""
        numbers = self.of.setdefault(type(row), {})
        numbers[row.pk] = len(numbers) + 1
        return {"id": numbers[row.pk]} | self.values(row, skip)

    def values(self, row: Model, skip: frozenset[str]) -> dict[str, Any]:
        """The columns of a row; another row by its number, an account by its user name."""
        values: dict[str, Any] = {}
        for field in fields_of(type(row), skip):
            if not isinstance(field, ForeignKey):
                values[field.name] = _plain(getattr(row, field.attname))
            elif field.related_model is User:
                user = getattr(row, field.name)
                values[field.name] = user.username if user else None
            elif field.related_model is not Tournament:
                number = getattr(row, field.attname)
                values[field.name] = None if number is None else self.of[field.related_model][number]
        return values


def _plain(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return value.isoformat()
    return str(value) if isinstance(value, uuid.UUID) else value


def _players(tournament: Tournament) -> list[Player]:
    named = (
        Q(entries__tournament=tournament)
        | Q(substitutions__entry__tournament=tournament)
        | Q(pk__in=Score.objects.filter(deal__seating__round__tournament=tournament).values("player_id"))
    )
    return list(Player.objects.filter(named).distinct().order_by("pk"))


def _clubs(tournament: Tournament) -> list[Club]:
    clubs = {player.club_id for player in _players(tournament)}
    clubs |= set(tournament.entries.values_list("club_id", flat=True))
    return list(Club.objects.filter(pk__in=[pk for pk in clubs if pk is not None]).order_by("pk"))
