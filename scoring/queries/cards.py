"""What everybody sees of rounds and players."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Case, Prefetch, Q, When

from scoring.domain.field import Field, HeldHand, field_of
from scoring.domain.secrets import current_deals
from scoring.models import Deal, Score
from scoring.queries.deals import visible_deals
from scoring.queries.release import hidden_after
from tournament.models import Entry, Round, Seat, Seating, Tournament
from tournament.queries import substitutes
from tournament.text import search_key

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

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

    `declared_by` names whoever sat there, which may be a substitute; `played_by` the substitute who played for this
    entry, else nobody. `mean` is what all made who held these cards, None while nobody can be compared with.
    """

    deal: Deal
    score: Score | None
    declarer: Entry | None
    declared_by: str = ""
    played_by: str = ""
    mean: Fraction | None = None
    board_is_open: bool = False

    @property
    def is_declarer(self) -> bool:
        return (
            self.score is not None and self.declarer is not None and self.score.entry_id == self.declarer.pk
        )

    @property
    def is_dealer(self) -> bool:
        return self.score is not None and self.score.seat == self.deal.dealer

    @property
    def difference(self) -> Fraction | None:
        """What the player made more than all who held the same cards."""
        return None if self.mean is None or self.score is None else self.score.points - self.mean


@dataclass(frozen=True, slots=True)
class CardTable:
    """One table a player sat at; no `seat` if he was moved away. `hidden` and `not_entered` number deals."""

    seating: Seating
    seat: Seat | None
    mates: tuple[Seat, ...]
    deals: tuple[CardDeal, ...]
    hidden: tuple[int, ...]
    not_entered: tuple[int, ...]

    @property
    def against_field(self) -> Fraction | None:
        """The sum of the differences in the deals that are shown; None when none of them can be compared."""
        differences = [deal.difference for deal in self.deals if deal.difference is not None]
        return sum(differences[1:], differences[0]) if differences else None


def card_tables(
    tournament: Tournament, entry: Entry, user: User | AnonymousUser
) -> dict[int, list[CardTable]]:
    """By number of the public round: the tables of one entry, with the deals that this person may see."""
    seatings = _seatings_of(tournament, entry)
    at_tables = Q(seating_id__in=[seating.pk for seating in seatings])
    played = Q(pk__in=Score.objects.filter(entry=entry).values("deal_id"))
    own = at_tables & (played | Q(status=Deal.Status.NOT_PLAYED) & _while_seated(seatings, entry))
    entered: dict[int, set[int]] = defaultdict(set)
    hidden: dict[int, set[int]] = defaultdict(set)
    current = (
        current_deals(tournament).filter(at_tables).annotate(is_own=Case(When(own, then=True), default=False))
    )
    for seating_id, number, is_own in current.values_list("seating_id", "number", "is_own"):
        entered[seating_id].add(number)
        if is_own:
            hidden[seating_id].add(number)
    shown: dict[int, list[CardDeal]] = defaultdict(list)
    entries = {seat.entry_id: seat.entry for seating in seatings for seat in seating.seats.all()}
    rounds = {seating.pk: seating.round_id for seating in seatings}
    field = field_of(tournament, hidden_after(tournament, user))
    deals = visible_deals(tournament, user).filter(own).prefetch_related("scores")
    for deal in deals.order_by("number"):
        shown[deal.seating_id].append(_card_deal(deal, entry, entries, field, rounds[deal.seating_id]))
        hidden[deal.seating_id].discard(deal.number)
    return _by_round(
        _card_table(seating, entry, shown[seating.pk], hidden[seating.pk], entered[seating.pk])
        for seating in seatings
    )


def _seatings_of(tournament: Tournament, entry: Entry) -> list[Seating]:
    """The tables where the entry sits, and those where it played before it was moved."""
    return list(
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


def _while_seated(seatings: Iterable[Seating], entry: Entry) -> Q:
    """The deals of these tables during which the entry had a seat: what is not played afterwards is not his."""
    during = Q(seating_id__in=[])
    for seating in seatings:
        for seat in seating.seats.all():
            if seat.entry_id == entry.pk:
                during |= Q(seating_id=seating.pk, number__lte=_last_deal(seating, seat))
    return during


def _by_round(tables: Iterable[CardTable]) -> dict[int, list[CardTable]]:
    grouped: dict[int, list[CardTable]] = defaultdict(list)
    for table in tables:
        grouped[table.seating.round.number].append(table)
    return dict(grouped)


def _card_deal(deal: Deal, entry: Entry, entries: dict[int, Entry], field: Field, round_id: int) -> CardDeal:
    """`entries` are those who sit at the table now; somebody may have been moved away since."""
    scores = list(deal.scores.all())
    declared = next((score for score in scores if score.seat == deal.declarer), None)
    declarer = (entries.get(declared.entry_id) or declared.entry) if declared else None
    own = next((score for score in scores if score.entry_id == entry.pk), None)
    by_other = own is not None and own.player_id != entry.player_id
    board = deal.board
    return CardDeal(
        deal,
        own,
        declarer,
        declarer.name_of(declared.player_id) if declarer and declared else "",
        entry.name_of(own.player_id) if own and by_other else "",
        field.mean(HeldHand(round_id, board, own.role)) if own and board is not None else None,
        # The field leaves out what is secret, so a board is open when anybody's hand of it is there.
        board is not None and HeldHand(round_id, board, Score.Role.FORHAND) in field.hands,
    )


def _card_table(
    seating: Seating, entry: Entry, deals: list[CardDeal], hidden: set[int], entered: set[int]
) -> CardTable:
    seats = sorted(seating.seats.all(), key=lambda seat: "NESW".index(seat.position))
    own = next((seat for seat in seats if seat.entry_id == entry.pk), None)
    begun = seating.round.state in {Round.State.PLAYING, Round.State.CLOSED}
    expected = set(range(1, _last_deal(seating, own) + 1)) if own and begun else set()
    return CardTable(
        seating,
        own,
        tuple(seat for seat in seats if seat.entry_id != entry.pk),
        tuple(deals),
        tuple(sorted(hidden)),
        tuple(sorted(expected - entered)),
    )


def _last_deal(seating: Seating, seat: Seat) -> int:
    """The last deal in which somebody sits on the seat: he may have left the table before the end."""
    return seating.deals if seat.left_after_deal is None else seat.left_after_deal
