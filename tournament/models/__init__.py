"""The lasting registry and the frame of a tournament: who, when, where, at which table."""

from .accounts import User
from .audit import AuditEntry
from .entries import ApartPair, Entry
from .registry import NAME_LENGTH, Club, Player
from .rounds import Draw, Position, Round, Seat, Seating
from .tournaments import StaffRole, Tournament

__all__ = [
    "NAME_LENGTH",
    "ApartPair",
    "AuditEntry",
    "Club",
    "Draw",
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
