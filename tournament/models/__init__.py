"""The lasting registry and the frame of a tournament: who, when, where, at which table."""

from .accounts import User
from .audit import AuditEntry
from .entries import Entry
from .registry import NAME_LENGTH, Club, Player
from .rounds import Position, Round, Seat, Seating
from .tournaments import StaffRole, Tournament

__all__ = [
    "NAME_LENGTH",
    "AuditEntry",
    "Club",
    "Entry",
    "Player",
    "Position",
    "Round",
    "Seat",
    "Seating",
    "StaffRole",
    "Tournament",
    "User",
]
