"""Earlier rounds as counts: meetings, tables of three, seats and table numbers of those who still play."""

from dataclasses import dataclass

import numpy as np

from engine.seating.inputs import Inputs
from engine.seating.seats import SEATS
from engine.seating.tables import Counts, Round, layout, meetings_of


@dataclass(frozen=True)
class History:
    """Counts from the rounds played; `tables` holds the groups themselves, without people who left."""

    meetings: Counts
    threes: Counts
    seats: Counts  # player, seat; tables given as three people without an empty seat tell no seats
    visits: Counts  # player, table number
    played: int
    tables: frozenset[frozenset[int]]

    def had(self, tables: Round) -> bool:
        """Whether all these groups have sat together already."""
        return all(frozenset(table) in self.tables for table in tables)


def read_history(inputs: Inputs) -> History:
    """Count the history of a checked request. People numbered `players` or more have left and are ignored."""
    players = inputs.players
    numbers = max([layout(players).tables, *(len(played) for played in inputs.history)])
    threes = np.zeros(players, dtype=np.int64)
    seats = np.zeros((players, SEATS), dtype=np.int64)
    visits = np.zeros((players, numbers), dtype=np.int64)
    here: list[Round] = []
    for played in inputs.history:
        here.append([[p for p in table if p is not None and p < players] for table in played])
        for number, table in enumerate(played):
            group = here[-1][number]
            visits[group, number] += 1
            if len(table) - table.count(None) == 3:
                threes[group] += 1
            if len(table) == SEATS:
                for seat, player in enumerate(table):
                    if player in group:
                        seats[player, seat] += 1
    return History(
        meetings=meetings_of(here, players),
        threes=threes,
        seats=seats,
        visits=visits,
        played=len(inputs.history),
        tables=frozenset(frozenset(group) for groups in here for group in groups),
    )
