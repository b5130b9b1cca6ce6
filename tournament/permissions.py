"""Who may do what: one table, read by pages, API and the test that walks every route."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from tournament.models import StaffRole, User

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.contrib.auth.models import AnonymousUser

    from tournament.models import Tournament


class Role(StrEnum):
    """What somebody is, to one tournament or to the whole installation.

    `TABLE` is whoever came by a table's code, and holds for that table only.
    """

    VISITOR = "visitor"
    TABLE = "table"
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
    CALL_DIRECTOR = "call_director"
    SEE_DESK = "see_desk"
    DIRECT = "direct"
    RESTORE = "restore"
    BUILD_FROM_ARCHIVE = "build_from_archive"
    KEEP_REGISTRY = "keep_registry"
    MERGE_PLAYERS = "merge_players"
    ANONYMISE = "anonymise"
    REMOVE_DEMO = "remove_demo"
    SEE_WHOLE_LOG = "see_whole_log"


PUBLIC = frozenset({Act.SEE, Act.LOG_IN})
MAY: dict[Role, frozenset[Act]] = {
    Role.VISITOR: PUBLIC,
    Role.TABLE: PUBLIC | {Act.ENTER_DEALS, Act.SIGN, Act.CALL_DIRECTOR},
    Role.SCOREKEEPER: PUBLIC | {Act.SEE_HOME, Act.ENTER_DEALS, Act.SIGN, Act.CALL_DIRECTOR, Act.SEE_DESK},
    Role.DIRECTOR: PUBLIC
    | {
        Act.SEE_HOME,
        Act.ENTER_DEALS,
        Act.SIGN,
        Act.CALL_DIRECTOR,
        Act.SEE_DESK,
        Act.DIRECT,
        Act.KEEP_REGISTRY,
        Act.MERGE_PLAYERS,
        Act.ANONYMISE,
    },
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


def allowed_in_all(user: User | AnonymousUser, act: Act, tournaments: Iterable[Tournament]) -> bool:
    """Whether the user may do this to something that several tournaments share, and so in each of them.

    Merging players is such an act: it is for the administrator, and for who directs every tournament that it changes.
    """
    return allowed(user, act) and all(allowed(user, act, tournament) for tournament in tournaments)
