"""Who does something: a person with an account, somebody at a table with its code, or (None) the system itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tournament.models import User


@dataclass(frozen=True, slots=True)
class AtTable:
    """Somebody who came by a table's code. `seat` is where he said he sits, empty for a helper."""

    seating_id: int
    seat: str = ""


Actor: TypeAlias = User | AtTable | None


def user_of(actor: Actor) -> User | None:
    """The account that is to be stored with a row, if there is one."""
    return actor if isinstance(actor, User) else None


def seat_of(actor: Actor) -> str:
    """The seat that is to be stored with a row."""
    return actor.seat if isinstance(actor, AtTable) else ""
