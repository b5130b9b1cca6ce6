"""An independent judge of seating plans: counts from the finished rounds, shares no code with the planner."""

from itertools import combinations
from typing import NamedTuple


class Counted(NamedTuple):
    meetings: dict[tuple[int, int], int]
    threes: list[int]
    seats: list[list[int]]
    table_repeats: int

    @property
    def repeats(self) -> int:
        return sum(count - 1 for count in self.meetings.values())

    @property
    def max_meetings(self) -> int:
        return max(self.meetings.values())


def check_round(tables, players: int) -> None:
    """Everybody sits exactly once, at tables of four places, with as few empty places as possible."""
    seated = [player for table in tables for player in table if player is not None]
    assert sorted(seated) == list(range(players))
    assert all(len(table) == 4 for table in tables)
    assert all(table.count(None) <= 1 for table in tables)
    assert sum(table.count(None) for table in tables) == {0: 0, 1: 3, 2: 2, 3: 1}[players % 4]


def count(rounds, players: int) -> Counted:
    """Meetings, tables of three, seats and returns to a table number, of the players 0 to players - 1."""
    meetings: dict[tuple[int, int], int] = {}
    threes = [0] * players
    seats = [[0, 0, 0, 0] for _ in range(players)]
    been: set[tuple[int, int]] = set()
    table_repeats = 0
    for tables in rounds:
        for number, table in enumerate(tables):
            people = [player for player in table if player is not None]
            for pair in combinations(sorted(people), 2):
                if pair[1] < players:
                    meetings[pair] = meetings.get(pair, 0) + 1
            for seat, player in enumerate(table):
                if player is None or player >= players:
                    continue
                threes[player] += len(people) == 3
                seats[player][seat] += 1
                table_repeats += (player, number) in been
                been.add((player, number))
    return Counted(meetings, threes, seats, table_repeats)


def spread(counts):
    """The largest difference."""
    return max(counts) - min(counts)
