"""One person across tournaments, as everybody may read it, whoever asks.

Frozen results and secret boards hold here as on the pages of each tournament. What somebody played for another counts
as his own: each score names the player who made it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db.models import Count, F, Prefetch, Q

from scoring.models import Deal, Score, Standing
from scoring.queries.deals import released_deals
from scoring.queries.totals import Made
from tournament.models import Entry, Player, Round, Substitution, Tournament
from tournament.queries import substitutes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet


def has_page(player: Player) -> bool:
    """Whether everybody may read his results in one place: not when his name is shown nowhere."""
    return player.anonymised_at is None and player.public_form != Player.PublicForm.NONE


def is_in_record(entry: Entry, standing: Standing | None) -> bool:
    """Whether a tournament is one of a person's: he has a place, or it is still to come for him.

    That somebody signed up and stayed away is nobody's business.
    """
    if entry.tournament.state == Tournament.State.DRAFT:
        return False
    if standing is not None and standing.rank is not None:
        return True
    return entry.state != Entry.State.WITHDRAWN and entry.tournament.state != Tournament.State.FINISHED


@dataclass(frozen=True, slots=True)
class PlayedFor:
    """What somebody played in another's place; None for what is not shown yet."""

    entry: Entry
    deals: int | None
    points: int | None


@dataclass(slots=True)
class PersonTournament:
    """One tournament of a person: his own entry with its place, and those he played for.

    `standing` is the list that everybody sees, `placed` how many have a place in it; `points` what he made himself.
    """

    tournament: Tournament
    entry: Entry | None = None
    standing: Standing | None = None
    placed: int = 0
    played_for: list[PlayedFor] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class BestRound:
    """The most points he made in one closed round."""

    tournament: Tournament
    round_no: int
    points: int


@dataclass(frozen=True, slots=True)
class Person:
    """The tournaments, newest first, and every released deal that he played himself, in their order."""

    tournaments: tuple[PersonTournament, ...]
    made: tuple[Made, ...]
    best_round: BestRound | None


def person_of(player: Player) -> Person:
    """What everybody may know of a player's results. No tournaments: nothing is public of him."""
    shown: dict[int, PersonTournament] = {}
    for entry in _entries(player):
        shown[entry.tournament_id] = PersonTournament(entry.tournament, entry)
    _add_standings(shown)
    shown = {pk: one for pk, one in shown.items() if one.entry and is_in_record(one.entry, one.standing)}
    scores = _released_scores(player)
    _add_played_for(shown, player, scores)
    ordered = sorted(shown.values(), key=lambda one: (one.tournament.starts_on, one.tournament.pk))
    scores = [score for score in scores if score.deal.seating.round.tournament_id in shown]
    made = tuple(_made(score) for score in scores)
    return Person(tuple(reversed(ordered)), made, _best_round(scores))


def _entries(player: Player) -> QuerySet[Entry]:
    return (
        Entry.objects.filter(player=player)
        .exclude(tournament__state=Tournament.State.DRAFT)
        .select_related("tournament", "club", "player")
        .prefetch_related(substitutes())
    )


def _add_standings(shown: dict[int, PersonTournament]) -> None:
    """Of each tournament the list that everybody sees: the frozen one where there is one."""
    public = Q(scope=Standing.Scope.LIVE, tournament__frozen_after_round__isnull=True) | Q(
        scope=Standing.Scope.PUBLIC, tournament__frozen_after_round__isnull=False
    )
    lists = Standing.objects.filter(public, tournament__in=list(shown))
    own = [one.entry.pk for one in shown.values() if one.entry]
    for standing in lists.filter(entry__in=own):
        shown[standing.tournament_id].standing = standing
    placed = lists.filter(rank__isnull=False).order_by().values_list("tournament").annotate(Count("pk"))
    for pk, count in placed:
        shown[pk].placed = count


def _released_scores(player: Player) -> list[Score]:
    """Every score he made himself that everybody may see, in the order of play.

    A closed round has no secrets, so that only the deals of rounds that are not closed are asked for by tournament.
    """
    frozen = F("deal__seating__round__tournament__frozen_after_round")
    everywhere = (
        Score.objects.filter(player=player, deal__voided_at__isnull=True)
        .exclude(deal__seating__round__tournament__state=Tournament.State.DRAFT)
        .exclude(deal__seating__round__state=Round.State.DRAWN)
    )
    closed = Q(deal__seating__round__state=Round.State.CLOSED) & (
        Q(deal__seating__round__tournament__frozen_after_round__isnull=True)
        | Q(deal__seating__round__number__lte=frozen)
    )
    under_way = everywhere.exclude(deal__seating__round__state=Round.State.CLOSED)
    ids = under_way.order_by().values("deal__seating__round__tournament").distinct()
    for tournament in Tournament.objects.filter(pk__in=ids):
        closed |= Q(deal__in=released_deals(tournament).exclude(seating__round__state=Round.State.CLOSED))
    return list(
        everywhere.filter(closed)
        .select_related("deal__seating__round__tournament")
        .order_by(
            "deal__seating__round__tournament__starts_on",
            "deal__seating__round__tournament",
            "deal__seating__round__number",
            "deal__number",
        )
    )


def _add_played_for(shown: dict[int, PersonTournament], player: Player, scores: Iterable[Score]) -> None:
    """Each entry he was a substitute for, with what he made in its place."""
    deals: dict[int, int] = defaultdict(int)
    points: dict[int, int] = defaultdict(int)
    for score in scores:
        # Whoever sits out plays no deal, and may get points in it all the same.
        deals[score.entry_id] += score.role != Score.Role.SITTER_OUT
        points[score.entry_id] += score.points
    places = (
        Substitution.objects.filter(player=player)
        .exclude(entry__tournament__state=Tournament.State.DRAFT)
        .select_related("entry__tournament", "entry__player", "entry__club")
        .prefetch_related(Prefetch("entry__substitutions", Substitution.objects.select_related("player")))
        .order_by("entry__start_no", "pk")
    )
    seen: set[int] = set()
    for place in places:
        entry = place.entry
        if entry.pk in seen:
            continue
        seen.add(entry.pk)
        one = shown.setdefault(entry.tournament_id, PersonTournament(entry.tournament))
        one.played_for.append(PlayedFor(entry, deals.get(entry.pk), points.get(entry.pk)))


def _made(score: Score) -> Made:
    deal: Deal = score.deal
    return Made(deal, score.role, score.seat == deal.declarer, score.points, deal.seating.round)


def _best_round(scores: Iterable[Score]) -> BestRound | None:
    """Of closed rounds only: what is not finished is no result yet. Of equal ones the earliest."""
    sums: dict[int, BestRound] = {}
    for score in scores:
        round_ = score.deal.seating.round
        if round_.state != Round.State.CLOSED:
            continue
        before = sums.get(round_.pk)
        points = score.points + (before.points if before else 0)
        sums[round_.pk] = BestRound(round_.tournament, round_.number, points)
    return max(sums.values(), key=lambda one: one.points, default=None)
