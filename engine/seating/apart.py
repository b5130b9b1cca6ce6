"""Keep people apart for free: exchange two players throughout a plan.

Which player is which point of a design is open, and an exchange in every round leaves meetings, tables of
three and seats as even as they were. A meeting of people who should stay apart costs most in the first round
and one in the last.
"""

from collections.abc import Collection, Iterable, Sequence

import numpy as np

from engine.seating.tables import Counts, Round, pairs_of

_CELLS = 500_000_000  # entries looked at before the descent ends: about a second, not reached by 200 players
_BARRED = 1 << 60  # more than any exchange can gain


def apart_matrix(pairs: Iterable[tuple[int, int]], players: int) -> Counts:
    """Symmetric matrix of 0 and 1: who should stay apart."""
    matrix = np.zeros((players, players), dtype=np.int64)
    for one, other in pairs:
        matrix[one, other] = matrix[other, one] = 1
    return matrix


def apart_meetings(tables: Sequence[Sequence[int]], apart: Counts) -> int:
    """Pairs to keep apart that meet in a round."""
    return sum(int(apart[np.ix_(table, table)].sum()) // 2 for table in tables)


def apart_cost(rounds: Sequence[Sequence[Sequence[int]]], apart: Counts) -> int:
    """Such meetings over all rounds, weighing most in the first round and one in the last."""
    if not apart.any():
        return 0
    return sum((len(rounds) - r) * apart_meetings(tables, apart) for r, tables in enumerate(rounds))


def relabelled(rounds: Sequence[Round], apart: Counts, fixed: Collection[int] = ()) -> list[Round]:
    """The same plan with players exchanged throughout, descending to where no exchange of two helps.

    Players in `fixed` stay where they are.
    """
    players = len(apart)
    early = np.zeros((players, players), dtype=np.int64)  # weight of the meetings of two points
    for r, tables in enumerate(rounds):
        for one, other in pairs_of([tables]):
            early[one, other] += len(rounds) - r
            early[other, one] = early[one, other]
    player_at = np.arange(players)  # point -> player
    here = apart.copy()  # the same by points
    barred = np.isin(player_at, list(fixed)) * _BARRED
    paid = (here * early).sum(axis=1)
    left = _CELLS // (players * players)
    gained = True
    while gained and left > 0:
        gained = False
        for point in np.flatnonzero(paid).tolist():
            if paid[point] == 0 or left == 0 or barred[point]:
                continue
            left -= 1
            mine, met = np.flatnonzero(here[point]), np.flatnonzero(early[point])
            change = early[mine].sum(axis=0) + here[:, met] @ early[point, met] - paid - paid[point]
            change += 2 * here[point] * early[point]
            other = int((change + barred).argmin())
            if change[other] < 0:
                player_at[[point, other]] = player_at[[other, point]]
                here[[point, other]] = here[[other, point]]
                here[:, [point, other]] = here[:, [other, point]]
                paid = (here * early).sum(axis=1)
                gained = True
    return [[[int(player_at[point]) for point in table] for table in tables] for tables in rounds]
