"""Who may do what: one table, read by pages, API and the test that walks every route."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from tournament.models import StaffRole, User

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from tournament.models import Tournament


class Role(StrEnum):
    """What somebody is, to one tournament or to the whole installation."""

    VISITOR = "visitor"
    SCOREKEEPER = "scorekeeper"
    DIRECTOR = "director"
    ADMINISTRATOR = "administrator"


class Act(StrEnum):
    """What can be done. Pages and API routes name exactly one of these."""

    SEE = "see"
    LOG_IN = "log_in"
    SEE_HOME = "see_home"
    ENTER_DEALS = "enter_deals"
    SIGN = "sign"
    SEE_DESK = "see_desk"
    DIRECT = "direct"
    KEEP_REGISTRY = "keep_registry"
    REMOVE_DEMO = "remove_demo"


PUBLIC = frozenset({Act.SEE, Act.LOG_IN})
MAY: dict[Role, frozenset[Act]] = {
    Role.VISITOR: PUBLIC,
    Role.SCOREKEEPER: PUBLIC | {Act.SEE_HOME, Act.ENTER_DEALS, Act.SIGN, Act.SEE_DESK},
    Role.DIRECTOR: PUBLIC
    | {Act.SEE_HOME, Act.ENTER_DEALS, Act.SIGN, Act.SEE_DESK, Act.DIRECT, Act.KEEP_REGISTRY},
    Role.ADMINISTRATOR: frozenset(Act),
}


def role_of(user: User | AnonymousUser, tournament: Tournament | None = None) -> Role:
    """The role in this tournament; without one, in the installation."""
    if not isinstance(user, User) or not user.is_active:
        return Role.VISITOR
    if user.is_superuser:
        return Role.ADMINISTRATOR
    if tournament is None:
        return Role.DIRECTOR if user.is_director else Role.VISITOR
    role = StaffRole.objects.filter(tournament=tournament, user=user).values_list("role", flat=True).first()
    return Role(role) if role else Role.VISITOR


def allowed(user: User | AnonymousUser, act: Act, tournament: Tournament | None = None) -> bool:
    """Whether the user may do this, in this tournament or in the installation."""
    if act in MAY[role_of(user, tournament)]:
        return True
    # The list of one's own tournaments is for whoever has one, which no role in the installation tells.
    return act is Act.SEE_HOME and isinstance(user, User) and user.is_active and user.staff_roles.exists()
