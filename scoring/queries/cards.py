"""What everybody sees of rounds and players."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Prefetch, Q

from scoring.domain.secrets import current_deals
from scoring.models import Deal, Score
from scoring.queries.deals import visible_deals
from tournament.models import Entry, Round, Seat, Seating, Tournament
from tournament.queries import substitutes
from tournament.text import search_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.contrib.auth.models import AnonymousUser
    from django.db.models import QuerySet

    from tournament.models import User


def public_rounds(tournament: Tournament) -> list[Round]:
    """The rounds whose seats everybody may see, in order."""
    return list(tournament.rounds.exclude(state=Round.State.DRAWN).order_by("number"))


def round_of_the_moment(rounds: list[Round]) -> Round | None:
    """Of these public rounds the one people ask about: being played, else published, else none."""
    for state in (Round.State.PLAYING, Round.State.PUBLISHED):
        for round_ in rounds:
            if round_.state == state:
                return round_
    return None


def start_list(tournament: Tournament) -> QuerySet[Entry]:
    """Every entry with all that is said about it, by start number."""
    return (
        Entry.objects.filter(tournament=tournament)
        .select_related("player", "club")
        .prefetch_related(substitutes())
        .order_by("start_no")
    )


def find_entries(entries: Iterable[Entry], text: str) -> list[Entry]:
    """Of a start list those whose public name, or whose substitute's, has every word typed, or whose number it is.

    Nobody is found by what is not shown of his name: that would tell whose it is. In the order of names.
    """
    words = search_key(text).split()
    if not words:
        return []
    number = int(words[0]) if len(words) == 1 and words[0].isdecimal() and len(words[0]) < 6 else None
    found = []
    for entry in entries:
        key = entry.public_search_key
        if entry.start_no == number or all(word in key for word in words):
            found.append(entry)
    return sorted(found, key=lambda entry: (entry.public_sort_key, entry.start_no))


def seats_in_round(round_: Round, entries: list[Entry]) -> dict[int, Seat]:
    """Where these entries sit in one round, by id of the entry."""
    seats = Seat.objects.filter(round=round_, entry__in=entries).select_related("seating")
    return {seat.entry_id: seat for seat in seats}


def seatings_of_round(round_: Round) -> list[Seating]:
    """Every table of a round with the names of those who sit there."""
    return list(
        Seating.objects.filter(round=round_)
        .select_related("round")
        .prefetch_related(
            Prefetch("seats", Seat.objects.select_related("entry__player", "entry__club")),
            substitutes("seats__entry"),
        )
        .order_by("table_no")
    )


@dataclass(frozen=True, slots=True)
class CardDeal:
    """One deal on a player's card. `score` is the player's own; None when the deal was not played.

    `declared_by` names whoever sat there, which may be a substitute.
    """

    deal: Deal
    score: Score | None
    declarer: Entry | None
    declared_by: str = ""

    @property
    def is_declarer(self) -> bool:
        return (
            self.score is not None and self.declarer is not None and self.score.entry_id == self.declarer.pk
        )


@dataclass(frozen=True, slots=True)
class CardTable:
    """One table a player sat at; no `seat` if he was moved away. `hidden` and `not_entered` number deals."""

    seating: Seating
    seat: Seat | None
    mates: tuple[Seat, ...]
    deals: tuple[CardDeal, ...]
    hidden: tuple[int, ...]
    not_entered: tuple[int, ...]


def card_tables(
    tournament: Tournament, entry: Entry, user: User | AnonymousUser
) -> dict[int, list[CardTable]]:
    """By number of the public round: the tables of one entry, with the deals that this person may see."""
    seatings = list(
        Seating.objects.filter(round__tournament=tournament)
        .exclude(round__state=Round.State.DRAWN)
        .filter(
            Q(pk__in=Seat.objects.filter(entry=entry).values("seating_id"))
            | Q(pk__in=Score.objects.filter(entry=entry).values("deal__seating_id"))
        )
        .select_related("round")
        .prefetch_related(
            Prefetch("seats", Seat.objects.select_related("entry__player")), substitutes("seats__entry")
        )
        .order_by("round__number", "table_no")
    )
    at_tables = Q(seating_id__in=[seating.pk for seating in seatings])
    own = at_tables & (
        Q(pk__in=Score.objects.filter(entry=entry).values("deal_id")) | Q(status=Deal.Status.NOT_PLAYED)
    )
    entered: dict[int, set[int]] = defaultdict(set)
    for seating_id, number in current_deals(tournament).filter(at_tables).values_list("seating_id", "number"):
        entered[seating_id].add(number)
    hidden: dict[int, set[int]] = defaultdict(set)
    for seating_id, number in current_deals(tournament).filter(own).values_list("seating_id", "number"):
        hidden[seating_id].add(number)
    shown: dict[int, list[CardDeal]] = defaultdict(list)
    entries = {seat.entry_id: seat.entry for seating in seatings for seat in seating.seats.all()}
    deals = visible_deals(tournament, user).filter(own).prefetch_related("scores")
    for deal in deals.order_by("number"):
        shown[deal.seating_id].append(_card_deal(deal, entry, entries))
        hidden[deal.seating_id].discard(deal.number)
    return _by_round(
        _card_table(seating, entry, shown[seating.pk], hidden[seating.pk], entered[seating.pk])
        for seating in seatings
    )


def _by_round(tables: Iterable[CardTable]) -> dict[int, list[CardTable]]:
    grouped: dict[int, list[CardTable]] = defaultdict(list)
    for table in tables:
        grouped[table.seating.round.number].append(table)
    return dict(grouped)


def _card_deal(deal: Deal, entry: Entry, entries: dict[int, Entry]) -> CardDeal:
    """`entries` are those who sit at the table now; somebody may have been moved away since."""
    scores = list(deal.scores.all())
    declared = next((score for score in scores if score.seat == deal.declarer), None)
    declarer = (entries.get(declared.entry_id) or declared.entry) if declared else None
    return CardDeal(
        deal,
        next((score for score in scores if score.entry_id == entry.pk), None),
        declarer,
        declarer.name_of(declared.player_id) if declarer and declared else "",
    )


def _card_table(
    seating: Seating, entry: Entry, deals: list[CardDeal], hidden: set[int], entered: set[int]
) -> CardTable:
    seats = sorted(seating.seats.all(), key=lambda seat: "NESW".index(seat.position))
    own = next((seat for seat in seats if seat.entry_id == entry.pk), None)
    begun = seating.round.state in {Round.State.PLAYING, Round.State.CLOSED}
    expected = set(range(1, seating.deals + 1)) if own and begun else set()
    return CardTable(
        seating,
        own,
        tuple(seat for seat in seats if seat.entry_id != entry.pk),
        tuple(deals),
        tuple(sorted(hidden)),
        tuple(sorted(expected - entered)),
    )
