"""Who sits N, E, S and W, balanced exactly: the colours of a bipartite graph.

Take blocks of four rounds. A player in a block joins the tables he sits at there: at most four lines at each
player and at each table, so four colours are enough (König 1916, by alternating paths), and the colour is the
seat. In every full block everybody sits once on each seat; at a table of three the colour nobody has is the
empty seat.

After a history that does not end with a block, each table in turn takes the arrangement with the least sum of
squares of seat counts until the block is full.
"""

from collections.abc import Sequence
from itertools import permutations

from engine.seating.tables import Round

Seated = tuple[int | None, int | None, int | None, int | None]
SEATS = 4


def seat_rounds(
    rounds: Sequence[Round], players: int, before: Sequence[Sequence[int]], played: int
) -> list[list[Seated]]:
    """Seat every table; `before` are seat counts per player from `played` earlier rounds."""
    counts = [list(row) for row in before]
    open_rounds = min(len(rounds), -played % SEATS)
    seated = [[_least_squares(table, counts) for table in tables] for tables in rounds[:open_rounds]]
    for start in range(open_rounds, len(rounds), SEATS):
        seated += _block(rounds[start : start + SEATS], players)
    return seated


def _least_squares(table: Sequence[int], counts: list[list[int]]) -> Seated:
    people: list[int | None] = [*table, *[None] * (SEATS - len(table))]

    def price(order: tuple[int | None, ...]) -> int:
        return sum(counts[player][seat] for seat, player in enumerate(order) if player is not None)

    best = min(permutations(people), key=price)
    for seat, player in enumerate(best):
        if player is not None:
            counts[player][seat] += 1
    return best[0], best[1], best[2], best[3]


def _block(rounds: Sequence[Round], players: int) -> list[list[Seated]]:
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
    seated = iter(player_at)
    return [[(row[0], row[1], row[2], row[3]) for row in (next(seated) for _ in one)] for one in rounds]


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
