"""Reads that need deals, each named for its use."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db.models import Count, F, Prefetch, Q, Sum
from django.utils import timezone
from django.utils.translation import get_language

from engine import roles
from scoring.domain.lines import dealers_of, seats_of
from scoring.domain.scores import sheet_hash
from scoring.models import Adjustment, Deal, Score, Signature, Standing
from tournament.domain.tournaments import IMPOSSIBLE_NUMBERS
from tournament.models import AuditEntry, Entry, Round, Seat, Seating, Tournament
from tournament.permissions import Act, allowed
from tournament.text import search_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.contrib.auth.models import AnonymousUser
    from django.db.models import QuerySet

    from tournament.models import User


def lagging_tournaments(*, seconds: int) -> list[int]:
    """Tournaments whose standings have been behind their results for longer than this."""
    before = timezone.now() - timedelta(seconds=seconds)
    return list(
        Tournament.objects.filter(standings_version__lt=F("results_version"))
        .filter(Q(results_changed_at__lt=before) | Q(results_changed_at__isnull=True))
        .values_list("pk", flat=True)
    )


def current_deals(tournament: Tournament) -> QuerySet[Deal]:
    """Every deal of the tournament that counts."""
    return Deal.objects.filter(seating__round__tournament=tournament, voided_at__isnull=True)


def released_deals(tournament: Tournament) -> QuerySet[Deal]:
    """The deals that anybody may see: the one place of the rule about shared boards.

    Boards travel from table to table, so a deal stays secret while some table of its round can still play
    the same board. Tables of their own boards hide nothing, and a closed round has no secrets.
    """
    deals = current_deals(tournament)
    if not tournament.shared_boards:
        return deals
    secret = Q()
    for round_id, boards in secret_boards(tournament).items():
        secret |= Q(seating__round_id=round_id, board__in=boards)
    return deals.exclude(secret) if secret else deals


def secret_boards(tournament: Tournament) -> dict[int, set[int]]:
    """By id of a round that is not closed: the boards that some of its tables can still play."""
    if not tournament.shared_boards:
        return {}
    seatings = list(
        Seating.objects.filter(round__tournament=tournament)
        .exclude(round__state=Round.State.CLOSED)
        .values_list("pk", "round_id", "deals")
    )
    entered: dict[int, set[int]] = defaultdict(set)
    of_open_rounds = current_deals(tournament).exclude(seating__round__state=Round.State.CLOSED)
    for seating_id, board in of_open_rounds.values_list("seating_id", "board"):
        if board is not None:
            entered[seating_id].add(board)
    secret: dict[int, set[int]] = defaultdict(set)
    for seating_id, round_id, deals in seatings:
        secret[round_id] |= set(range(1, deals + 1)) - entered[seating_id]
    return {round_id: boards for round_id, boards in secret.items() if boards}


def visible_deals(tournament: Tournament, user: User | AnonymousUser) -> QuerySet[Deal]:
    """The deals this person may see: all for those who keep the scores, the released ones for the rest."""
    if allowed(user, Act.ENTER_DEALS, tournament):
        return current_deals(tournament)
    return released_deals(tournament)


@dataclass(frozen=True, slots=True)
class MissingAtTable:
    """What a table still owes: deals that are not entered, or only the signature."""

    round_number: int
    table_no: int
    seating_id: int
    missing: tuple[int, ...]
    is_signed: bool


def missing_results(tournament: Tournament) -> list[MissingAtTable]:
    """Every table of an opened round that lacks deals or the signature, in order."""
    seatings = (
        Seating.objects.filter(
            round__tournament=tournament, round__state__in=[Round.State.PLAYING, Round.State.CLOSED]
        )
        .select_related("round")
        .order_by("round__number", "table_no")
    )
    entered: dict[int, set[int]] = defaultdict(set)
    for seating_id, number in current_deals(tournament).values_list("seating_id", "number"):
        entered[seating_id].add(number)
    rows = [
        MissingAtTable(
            seating.round.number,
            seating.table_no,
            seating.pk,
            tuple(number for number in range(1, seating.deals + 1) if number not in entered[seating.pk]),
            seating.is_signed,
        )
        for seating in seatings
    ]
    return [row for row in rows if row.missing or not row.is_signed]


def standings_rows(tournament: Tournament) -> QuerySet[Standing]:
    """The stored standings with names, in order."""
    return (
        Standing.objects.filter(tournament=tournament)
        .select_related("entry__player", "entry__club")
        .order_by("position")
    )


def entries_without_result(tournament: Tournament) -> QuerySet[Entry]:
    """Entries that have no place: not checked in, and never seated."""
    return Entry.objects.filter(tournament=tournament, standing__isnull=True).select_related("player", "club")


def standings_state(tournament: Tournament, missing: list[MissingAtTable]) -> str:
    """`none` before anything is played, `provisional`, or `final` once the tournament is declared finished."""
    if tournament.is_finished and not missing and tournament.standings_version >= tournament.results_version:
        return "final"
    return "provisional" if tournament.is_under_way else "none"


def standings_etag(tournament: Tournament, role: str) -> str:
    """Changes whenever the page of standings does, for this kind of reader in this language."""
    versions = (
        f"{tournament.pk}-{tournament.results_version}-{tournament.standings_version}-{tournament.state}"
    )
    return f'"{versions}-{get_language()}-{role}-{settings.VERSION}"'


def current_deals_of(seating: Seating) -> QuerySet[Deal]:
    """The deals that stand on one sheet, with their scores, in order."""
    return (
        Deal.objects.filter(seating=seating, voided_at__isnull=True)
        .prefetch_related("scores")
        .order_by("number")
    )


def deal_json(deal: Deal) -> dict[str, Any]:
    """A stored deal, with what each seat got of it."""
    return {
        "id": deal.pk,
        "number": deal.number,
        "board": deal.board,
        "dealer": deal.dealer,
        "dealer_overridden": deal.dealer_overridden,
        "status": deal.status,
        "not_played_reason": deal.not_played_reason,
        "declarer": deal.declarer,
        "contract": deal.contract,
        "trump": deal.trump,
        "outcome": deal.outcome,
        "tricks": deal.tricks,
        "thrown_in": deal.thrown_in,
        "tout": deal.tout,
        "points": deal.points,
        "booked": {score.seat: score.points for score in deal.scores.all()},
        "client_key": str(deal.client_key),
        "version": deal.version,
        "voided": deal.voided_at is not None,
    }


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of a score sheet: who has which role, and the deal if it is entered.

    Roles are seats: N, E, S or W; `sitter_out` is empty at a table of three.
    """

    number: int
    dealer: str
    forhand: str
    mellemhand: str
    baghand: str
    sitter_out: str
    deal: Deal | None


def sheet(seating: Seating) -> list[SheetLine]:
    """Every line of a table's sheet, filled or not. A deal whose dealer was overridden shows its own roles."""
    tournament = seating.round.tournament
    deals = {deal.number: deal for deal in current_deals_of(seating)}
    lines = []
    for number, planned in enumerate(dealers_of(seating, tournament), start=1):
        deal = deals.get(number)
        around = roles(deal.dealer if deal else planned, seats_of(seating))
        lines.append(
            SheetLine(
                number,
                around.baghand.value,
                around.forhand.value,
                around.mellemhand.value,
                around.baghand.value,
                around.sitter_out.value if around.sitter_out else "",
                deal,
            )
        )
    return lines


def seating_at(tournament: Tournament, round_number: int, table_no: int) -> Seating | None:
    """One table with its round and seats, or None."""
    return (
        Seating.objects.filter(round__tournament=tournament, round__number=round_number, table_no=table_no)
        .select_related("round__tournament")
        .prefetch_related("seats__entry__player", "seats__entry__club")
        .first()
    )


@dataclass(frozen=True, slots=True)
class DeskState:
    """Where a tournament stands. `step` is a code for the one next step, `round` the round it is about."""

    entries: int
    checked_in: int
    step: str
    round: Round | None
    missing: tuple[MissingAtTable, ...]
    standings: str
    lags: bool


def desk_state(tournament: Tournament) -> DeskState:
    """What the director's overview leads with."""
    states = dict(tournament.entries.values_list("state").annotate(Count("pk")).order_by())
    checked_in = states.get(Entry.State.CHECKED_IN, 0)
    entries = sum(states.values()) - states.get(Entry.State.WITHDRAWN, 0)
    missing = tuple(missing_results(tournament))
    step, round_ = _next_step(tournament, entries, checked_in, missing)
    return DeskState(
        entries,
        checked_in,
        step,
        round_,
        missing,
        standings_state(tournament, list(missing)),
        tournament.standings_version < tournament.results_version,
    )


def _next_step(
    tournament: Tournament, entries: int, checked_in: int, missing: tuple[MissingAtTable, ...]
) -> tuple[str, Round | None]:
    if tournament.is_finished:
        return "export", None
    if tournament.state != Tournament.State.RUNNING:
        if entries in IMPOSSIBLE_NUMBERS:
            return "add_players", None
        return ("check_in" if checked_in in IMPOSSIBLE_NUMBERS else "start"), None
    rounds = list(tournament.rounds.order_by("number"))
    for round_ in rounds:
        if round_.state == Round.State.PLAYING:
            owes = any(row.round_number == round_.number for row in missing)
            return ("enter" if owes else "close"), round_
        if round_.state == Round.State.PUBLISHED:
            return "open", round_
        if round_.state == Round.State.DRAWN:
            return "publish", round_
    return ("draw" if len(rounds) < tournament.rounds_planned else "finish"), None


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """One round on the desk: how many of its tables and deals are done."""

    round: Round
    tables: int
    signed: int
    deals: int
    entered: int


def rounds_of_desk(tournament: Tournament) -> list[RoundProgress]:
    """Every round drawn so far, with its progress."""
    rounds = tournament.rounds.order_by("number").annotate(
        tables=Count("seatings"),
        signed=Count("seatings", filter=Q(seatings__state=Seating.State.SIGNED)),
        planned=Sum("seatings__deals", default=0),
    )
    entered = dict(
        current_deals(tournament).values_list("seating__round_id").annotate(Count("pk")).order_by()
    )
    return [
        RoundProgress(round_, round_.tables, round_.signed, round_.planned, entered.get(round_.pk, 0))
        for round_ in rounds
    ]


@dataclass(frozen=True, slots=True)
class TableProgress:
    """One table on the desk: who sits there, in the order N, E, S, W, and how far its sheet is."""

    seating: Seating
    seats: tuple[Seat, ...]
    entered: int
    changed_after_signing: bool

    @property
    def is_complete(self) -> bool:
        return self.entered == self.seating.deals

    @property
    def places(self) -> list[tuple[str, str]]:
        """All four seats with their names, an empty one without."""
        names = {seat.position: seat.entry.name for seat in self.seats}
        return [(position, names.get(position, "")) for position in "NESW"]


def tables_of_desk(round_: Round) -> list[TableProgress]:
    """The tables of a round with names and progress."""
    seatings = round_.seatings.order_by("table_no").prefetch_related(
        "seats__entry__player", "seats__entry__club"
    )
    deals: dict[int, list[Deal]] = defaultdict(list)
    current = Deal.objects.filter(seating__round=round_, voided_at__isnull=True).order_by("number")
    for deal in current:
        deals[deal.seating_id].append(deal)
    signed = dict(
        Signature.objects.filter(seating__round=round_, withdrawn_at__isnull=True).values_list(
            "seating_id", "sheet_hash"
        )
    )
    return [
        TableProgress(
            seating,
            tuple(sorted(seating.seats.all(), key=lambda seat: "NESW".index(seat.position))),
            len(deals[seating.pk]),
            seating.pk in signed and signed[seating.pk] != sheet_hash(deals[seating.pk]),
        )
        for seating in seatings
    ]


def adjustments_given(tournament: Tournament) -> QuerySet[Adjustment]:
    """Every adjustment, cancelled ones too, newest first."""
    return (
        Adjustment.objects.filter(tournament=tournament)
        .select_related("entry__player", "round", "given_by")
        .order_by("-id")
    )


@dataclass(frozen=True, slots=True)
class SumCheck:
    """Deal points and adjustments added up from their own tables, beside the totals of the standings."""

    deal_points: int
    adjustment_points: int
    totals: int

    @property
    def agrees(self) -> bool:
        return self.deal_points + self.adjustment_points == self.totals


def sum_check(tournament: Tournament) -> SumCheck:
    """Whether deal points and adjustments make the totals that stand in the list."""
    deals = Score.objects.filter(deal__seating__round__tournament=tournament).aggregate(
        sum=Sum("points", default=0)
    )
    given = Adjustment.objects.filter(
        tournament=tournament, cancelled_at__isnull=True, entry__standing__isnull=False
    ).aggregate(sum=Sum("points", default=0))
    totals = Standing.objects.filter(tournament=tournament).aggregate(sum=Sum("total", default=0))
    return SumCheck(deals["sum"], given["sum"], totals["sum"])


def audit_entries(tournament: Tournament) -> QuerySet[AuditEntry]:
    """The log of one tournament, newest first."""
    return AuditEntry.objects.filter(tournament_id=tournament.pk).order_by("-id")


def signature_of(seating: Seating) -> Signature | None:
    """The signature that stands on a sheet."""
    return Signature.objects.filter(seating=seating, withdrawn_at__isnull=True).select_related("user").first()


def neighbouring_tables(seating: Seating) -> dict[str, int | None]:
    """The table numbers before and after this one in its round."""
    others = Seating.objects.filter(round=seating.round)
    before = others.filter(table_no__lt=seating.table_no).order_by("-table_no")
    after = others.filter(table_no__gt=seating.table_no).order_by("table_no")
    return {
        "before": before.values_list("table_no", flat=True).first(),
        "after": after.values_list("table_no", flat=True).first(),
    }


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
        .select_related("player", "club", "substitute_for__player")
        .order_by("start_no")
    )


def find_entries(tournament: Tournament, text: str) -> QuerySet[Entry]:
    """Entries whose name has every word typed, or whose start number it is; by name."""
    words = search_key(text).split()
    if not words:
        return Entry.objects.none()
    named = Q()
    for word in words:
        named &= Q(player__search_key__contains=word)
    if len(words) == 1 and words[0].isdecimal() and len(words[0]) < 6:
        named |= Q(start_no=int(words[0]))
    return start_list(tournament).filter(named).order_by("player__sort_key", "start_no")


def seats_in_round(round_: Round, entries: list[Entry]) -> dict[int, Seat]:
    """Where these entries sit in one round, by id of the entry."""
    seats = Seat.objects.filter(round=round_, entry__in=entries).select_related("seating")
    return {seat.entry_id: seat for seat in seats}


def seatings_of_round(round_: Round) -> list[Seating]:
    """Every table of a round with the names of those who sit there."""
    return list(
        Seating.objects.filter(round=round_)
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("entry__player", "entry__club")))
        .order_by("table_no")
    )


@dataclass(frozen=True, slots=True)
class CardDeal:
    """One deal on a player's card. `score` is the player's own; None when the deal was not played."""

    deal: Deal
    score: Score | None
    declarer: Entry | None

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
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("entry__player")))
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
    scores = Score.objects.select_related("entry__player")
    deals = visible_deals(tournament, user).filter(own).prefetch_related(Prefetch("scores", scores))
    for deal in deals.order_by("number"):
        shown[deal.seating_id].append(_card_deal(deal, entry))
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


def _card_deal(deal: Deal, entry: Entry) -> CardDeal:
    scores = list(deal.scores.all())
    return CardDeal(
        deal,
        next((score for score in scores if score.entry_id == entry.pk), None),
        next((score.entry for score in scores if score.seat == deal.declarer), None),
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


def adjustments_of(entry: Entry) -> QuerySet[Adjustment]:
    """Every adjustment ever given to an entry, cancelled ones too, oldest first."""
    return Adjustment.objects.filter(entry=entry).select_related("round").order_by("given_at", "pk")


def unsigned_before(round_: Round) -> list[str]:
    """Round and table of every sheet of earlier rounds that is not signed, such as "2/7"."""
    seatings = (
        Seating.objects.filter(round__tournament=round_.tournament_id, round__number__lt=round_.number)
        .exclude(state=Seating.State.SIGNED)
        .order_by("round__number", "table_no")
    )
    return [f"{number}/{table}" for number, table in seatings.values_list("round__number", "table_no")]
