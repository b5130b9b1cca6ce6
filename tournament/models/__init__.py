"""The lasting registry and the frame of a tournament: who, when, where, at which table."""

from .accounts import User
from .audit import AuditEntry
from .entries import ApartPair, Entry, Substitution
from .invitations import Invitation
from .registry import NAME_LENGTH, Club, DifferentPeople, Player
from .rounds import Draw, Position, Round, Seat, Seating
from .site import Installation
from .tournaments import StaffRole, Tournament

__all__ = [
    "NAME_LENGTH",
    "ApartPair",
    "AuditEntry",
    "Club",
    "DifferentPeople",
    "Draw",
    "Entry",
    "Installation",
    "Invitation",
    "Player",
    "Position",
    "Round",
    "Seat",
    "Seating",
    "StaffRole",
    "Substitution",
    "Tournament",
    "User",
]
