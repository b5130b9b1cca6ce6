"""Who sits N, E, S and W, balanced exactly: the colours of a bipartite graph.

Take blocks of four rounds. A player in a block joins the tables he sits at there: at most four lines at each
player and at each table, so four colours are enough (König 1916, by alternating paths), and the colour is the
seat. In every full block everybody sits once on each seat; at a table of three the colour nobody has is the
empty seat.

After a history that does not end with a block, each table in turn takes the arrangement with the least sum of
squares of seat counts until the block is full.

A locked seat is brought about by exchanging two colours along the path it lies on, which leaves everybody
balanced; where locks get into each other's way, tables are rearranged one by one and balance may suffer.
"""

from collections.abc import Sequence
from itertools import permutations

from engine.seating.locks import PinnedRound, unpinned
from engine.seating.tables import Round

Seated = tuple[int | None, int | None, int | None, int | None]
SEATS = 4
_PASSES = 4  # over the tables of a block with locked seats


def seat_rounds(
    rounds: Sequence[Round],
    players: int,
    before: Sequence[Sequence[int]],
    played: int,
    pins: Sequence[PinnedRound] = (),
) -> list[list[Seated]]:
    """Seat every table; `before` are seat counts per player from `played` earlier rounds."""
    pins = pins or unpinned(len(rounds))
    counts = [list(row) for row in before]
    open_rounds = min(len(rounds), -played % SEATS)
    seated = [
        [_least_squares(table, counts, pins[r], number) for number, table in enumerate(rounds[r])]
        for r in range(open_rounds)
    ]
    for start in range(open_rounds, len(rounds), SEATS):
        block, pinned = rounds[start : start + SEATS], pins[start : start + SEATS]
        seated += _block(block, players, pinned)
    return seated


def _least_squares(table: Sequence[int], counts: list[list[int]], pinned: PinnedRound, number: int) -> Seated:
    """The arrangement nobody has had often; the seats are added to `counts`."""
    people: list[int | None] = [*table, *[None] * (SEATS - len(table))]

    def price(order: tuple[int | None, ...]) -> int:
        return sum(counts[player][seat] for seat, player in enumerate(order) if player is not None)

    best = min((order for order in permutations(people) if _obeys(order, pinned, number)), key=price)
    for seat, player in enumerate(best):
        if player is not None:
            counts[player][seat] += 1
    return best[0], best[1], best[2], best[3]


def _obeys(order: Sequence[int | None], pinned: PinnedRound, number: int) -> bool:
    """Whether an arrangement of a table leaves the locked seats as they are."""
    empty = pinned.empty.get(number)
    return (empty is None or order[empty] is None) and all(
        pinned.seat.get(player, seat) == seat for seat, player in enumerate(order) if player is not None
    )


def _block(rounds: Sequence[Round], players: int, pins: Sequence[PinnedRound]) -> list[list[Seated]]:
    """Colour one block of at most four rounds."""
    tables = [table for one in rounds for table in one]
    player_at: list[list[int | None]] = [[None] * SEATS for _ in tables]  # table, seat -> player
    table_of: list[list[int | None]] = [[None] * SEATS for _ in range(players)]  # player, seat -> table
    for index, table in enumerate(tables):
        for player in table:
            seat, wanted = table_of[player].index(None), player_at[index].index(None)
            if seat != wanted:
                _swap_path(index, seat, wanted, player_at, table_of)
            player_at[index][seat], table_of[player][seat] = player, index
    if any(pinned.seat or pinned.empty for pinned in pins):
        _obey(rounds, pins, player_at, table_of)
    seated = iter(player_at)
    return [[(row[0], row[1], row[2], row[3]) for row in (next(seated) for _ in one)] for one in rounds]


def _obey(
    rounds: Sequence[Round],
    pins: Sequence[PinnedRound],
    player_at: list[list[int | None]],
    table_of: list[list[int | None]],
) -> None:
    """Bring locked seats about: along alternating paths, which cost no balance, then table by table."""
    places = [
        (pinned, number) for one, pinned in zip(rounds, pins, strict=True) for number in range(len(one))
    ]
    for index, (pinned, number) in enumerate(places):
        if number in pinned.empty:
            player, free = player_at[index][pinned.empty[number]], player_at[index].index(None)
            if player is not None:
                _recolour(index, pinned.empty[number], free, player_at, table_of)
        for player in [player for player in player_at[index] if player in pinned.seat]:
            seat, wanted = player_at[index].index(player), pinned.seat[player or 0]
            if seat != wanted:
                _recolour(index, seat, wanted, player_at, table_of)
    counts = [[0] * SEATS for _ in table_of]
    for row in player_at:
        _count(row, counts, 1)
    for _ in range(_PASSES):
        for index, (pinned, number) in enumerate(places):
            row = player_at[index]
            crowded = any(max(counts[player]) > 1 for player in row if player is not None)
            if crowded or not _obeys(row, pinned, number):
                _count(row, counts, -1)
                people = [player for player in row if player is not None]
                player_at[index] = list(_least_squares(people, counts, pinned, number))


def _count(row: Sequence[int | None], counts: list[list[int]], change: int) -> None:
    for seat, player in enumerate(row):
        if player is not None:
            counts[player][seat] += change


def _recolour(
    table: int, seat: int, wanted: int, player_at: list[list[int | None]], table_of: list[list[int | None]]
) -> None:
    """Exchange two seats on all lines that hang together with the one on `seat` at the table."""
    waiting, found = [(table, seat)], {(table, seat)}
    while waiting:
        at, colour = waiting.pop()
        other, player = seat + wanted - colour, player_at[at][colour]
        elsewhere = None if player is None else table_of[player][other]
        for line in [(at, other), (elsewhere, other)]:
            if line[0] is not None and player_at[line[0]][line[1]] is not None and line not in found:
                found.add((line[0], line[1]))
                waiting.append((line[0], line[1]))
    lines = [(at, player_at[at][colour], colour) for at, colour in sorted(found)]
    for at, player, old in lines:
        if player is not None:
            player_at[at][old] = table_of[player][old] = None
    for at, player, old in lines:
        if player is not None:
            player_at[at][seat + wanted - old] = player
            table_of[player][seat + wanted - old] = at


def _swap_path(
    table: int, seat: int, free: int, player_at: list[list[int | None]], table_of: list[list[int | None]]
) -> None:
    """Exchange two seats along the path that begins with `seat` at the table, so that it is free there."""
    path: list[tuple[int, int, int]] = []
    at: int | None = table
    while at is not None:
        player = player_at[at][seat]
        if player is None:
            break
        path.append((at, player, seat))
        at = table_of[player][free]
        if at is not None:
            path.append((at, player, free))
    for at, player, old in path:
        player_at[at][old] = table_of[player][old] = None
    for at, player, old in path:
        new = free if old == seat else seat
        player_at[at][new], table_of[player][new] = player, at
