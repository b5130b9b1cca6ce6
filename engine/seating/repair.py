"""One round after people left or came: everybody who can stays where he sits.

Who came takes the seats of who left and the empty ones. What must move is settled by counting: tables beyond
the number needed are dissolved (those with fewest people), and where a table of three is needed that is not
there, one of four gives somebody up. Which of the equals, and who goes where, is chosen by the price: first
meetings beyond the limit, then repeats, then people whose table changes its number, then tables of three for
those who had fewest, then people to keep apart.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from engine.seating.generator import Generator
from engine.seating.seats import SEATS, Seated
from engine.seating.tables import Counts, layout

_TRIALS = 400  # choices among equals that are priced
_ENOUGH = 80  # trials in a row that bring nothing new
_PASSES = 4  # over all exchanges of two who look for a seat
_BEYOND = 10_000  # a meeting beyond the limit, in repeats

Row = list[int | None]
RepairPrice = tuple[int, int, int]


@dataclass(frozen=True)
class Company:
    """What the other rounds say about players 0 to n - 1."""

    met: Counts
    threes: Counts
    seats: Counts
    apart: Counts
    fixed: frozenset[int]  # players who keep their table

    def price(self, rows: Sequence[Row], limit: int) -> RepairPrice:
        """What these tables cost."""
        repeats = threes = apart = 0
        for row in rows:
            people = [player for player in row if player is not None]
            for one, other in combinations(people, 2):
                times = int(self.met[one, other])
                repeats += (times > 0) + (times >= limit) * _BEYOND
                apart += int(self.apart[one, other])
            if len(people) == 3:
                threes += sum(int(self.threes[player]) for player in people)
        return repeats, threes, apart


def repaired(
    tables: Sequence[Seated], newcomers: Sequence[int], company: Company, generator: Generator
) -> list[Seated]:
    """The round with the newcomers in it; `tables` no longer hold who left, and need not be of legal size."""
    rows: list[Row] = [list(table) for table in tables]
    players = sum(len(_people(row)) for row in rows) + len(newcomers)
    wanted = layout(players)
    rows += [[None] * SEATS for _ in range(wanted.tables - len(rows))]
    limit = max(1, int(company.met.max()))
    best: list[Row] | None = None
    least: tuple[int, ...] | None = None
    tried: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    stale = 0
    for _ in range(_TRIALS):
        sizes, leavers = _choice(rows, wanted.tables, wanted.threes, company.fixed, generator)
        if (sizes, leavers) in tried:
            stale += 1
            if stale > _ENOUGH:
                break
            continue
        stale = 0
        tried.add((sizes, leavers))
        trial = _filled(rows, sizes, leavers, newcomers, company, limit)
        repeats, threes, apart = company.price(trial, limit)
        price = repeats, _gaps(trial), threes, apart
        if least is None or price < least:
            best, least = trial, price
    return _in_seats(rows, best or rows, company)


def _people(row: Sequence[int | None]) -> list[int]:
    return [player for player in row if player is not None]


def _choice(
    rows: Sequence[Row], tables: int, threes: int, fixed: Collection[int], generator: Generator
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Each table's size, 0 to dissolve it, and who must leave a table: as few as possible, else by chance."""
    chance = generator.shuffled(len(rows))
    held = [any(player in fixed for player in row) for row in rows]
    order = sorted(range(len(rows)), key=lambda n: (-held[n], -len(_people(rows[n])), chance[n]))
    sizes = [0] * len(rows)
    kept = sorted(order[:tables], key=lambda n: (-len(_people(rows[n])), chance[n]))
    for at, number in enumerate(kept):
        sizes[number] = SEATS if at < tables - threes else SEATS - 1
    leavers = []
    for row, size in zip(rows, sizes, strict=True):
        people = _people(row)
        for _ in range(len(people) - size):
            free = [player for player in people if player not in fixed] or people
            leavers.append(generator.choice(free))
            people.remove(leavers[-1])
    return tuple(sizes), tuple(sorted(leavers))


def _filled(
    rows: Sequence[Row],
    sizes: Sequence[int],
    leavers: Sequence[int],
    newcomers: Sequence[int],
    company: Company,
    limit: int,
) -> list[Row]:
    """Everybody who has no table at one, greedily and then by exchanges while that helps."""
    groups: list[Row] = [[player for player in _people(row) if player not in leavers] for row in rows]
    where: dict[int, int] = {}
    for player in [*leavers, *newcomers]:
        free = [number for number, size in enumerate(sizes) if len(groups[number]) < size]
        goal = min(free, key=lambda number: company.price([[*groups[number], player]], limit))
        groups[goal].append(player)
        where[player] = goal
    for _ in range(_PASSES):
        gained = False
        for one, other in combinations(where, 2):
            if where[one] == where[other]:
                continue
            both = [groups[where[one]], groups[where[other]]]
            before = company.price(both, limit)
            _exchange(both, one, other)
            if company.price(both, limit) < before:
                where[one], where[other] = where[other], where[one]
                gained = True
            else:
                _exchange(both, other, one)
        if not gained:
            break
    return groups


def _exchange(both: Sequence[Row], one: int, other: int) -> None:
    home, goal = both
    home[home.index(one)], goal[goal.index(other)] = other, one


def _in_seats(old: Sequence[Row], groups: Sequence[Row], company: Company) -> list[Seated]:
    """Who stays keeps his seat, the others take the free ones they had least; the last tables fill gaps."""
    seated = [_seated(row, _people(group), company.seats) for row, group in zip(old, groups, strict=True)]
    while not all(any(player is not None for player in table) for table in seated):
        last = seated.pop()
        gap = next((n for n, table in enumerate(seated) if not _people(table)), None)
        if gap is not None and _people(last):
            seated[gap] = last
    return seated


def _gaps(rows: Sequence[Row]) -> int:
    """People whose table must take the number of one that is no more."""
    tables = sum(any(player is not None for player in row) for row in rows)
    return sum(len(_people(row)) for row in rows[tables:])


def _seated(row: Sequence[int | None], group: Sequence[int], seats: Counts) -> Seated:
    kept: Row = [player if player in group else None for player in row]
    free = [seat for seat, player in enumerate(kept) if player is None]
    new: Row = [player for player in group if player not in row]
    new += [None] * (len(free) - len(new))

    def price(order: Iterable[int | None]) -> int:
        return sum(
            int(seats[player, seat]) for player, seat in zip(order, free, strict=True) if player is not None
        )

    for player, seat in zip(min(permutations(new), key=price), free, strict=True):
        kept[seat] = player
    return kept[0], kept[1], kept[2], kept[3]


def reseated(old: Sequence[Seated], groups: Sequence[Sequence[int]], company: Company) -> list[Seated]:
    """New groups at the old tables, table by table; who is still at his table keeps his seat."""
    return [_seated(row, group, company.seats) for row, group in zip(old, groups, strict=True)]
