"""Verbs on the staff of a tournament: who directs it, who keeps its scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from tournament.domain.audit import record
from tournament.domain.locks import lock_tournament
from tournament.errors import Refused
from tournament.models import Invitation, StaffRole, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournament.models import User


@transaction.atomic
def appoint(*, tournament: Tournament, user: User, role: str, actor: User | None) -> StaffRole:
    """Give somebody a role, or another one. The last director stays director."""
    if role not in StaffRole.Role.values:
        raise Refused("unknown_role", role=role)
    tournament = lock_tournament(tournament.pk)
    before = StaffRole.objects.filter(tournament=tournament, user=user).first()
    if before is not None and before.role == role:
        return before
    if before is not None:
        _keep_a_director(tournament, before)
        _withdraw_links_of(user, tournament, actor)
    staff, _ = StaffRole.objects.update_or_create(tournament=tournament, user=user, defaults={"role": role})
    record(
        actor=actor,
        verb="appoint",
        on=user,
        tournament=tournament,
        before={"role": before.role} if before else None,
        after={"role": role},
    )
    return staff


@transaction.atomic
def dismiss(*, tournament: Tournament, user: User, actor: User | None) -> None:
    """Take the role away; who has none already is no error. The last director stays.

    Links he made and nobody has taken are withdrawn: he could come back by one.
    """
    tournament = lock_tournament(tournament.pk)
    staff = StaffRole.objects.filter(tournament=tournament, user=user).first()
    if staff is None:
        return
    _keep_a_director(tournament, staff)
    _withdraw_links_of(user, tournament, actor)
    staff.delete()
    record(actor=actor, verb="dismiss", on=user, tournament=tournament, before={"role": staff.role})


def withdraw_links(invitations: Iterable[Invitation], *, actor: User | None) -> None:
    """Make links useless that nobody has taken. The tournament is locked."""
    for invitation in invitations:
        invitation.withdrawn_at = timezone.now()
        invitation.save(update_fields=["withdrawn_at"])
        record(
            actor=actor,
            verb="withdraw_invitation",
            on=invitation,
            tournament=invitation.tournament_id,
            before={"role": invitation.role},
        )


def _withdraw_links_of(user: User, tournament: Tournament, actor: User | None) -> None:
    made = Invitation.objects.filter(tournament=tournament, made_by=user)
    withdraw_links(made.filter(taken_at=None, withdrawn_at=None).order_by("pk"), actor=actor)


def _keep_a_director(tournament: Tournament, staff: StaffRole) -> None:
    directors = StaffRole.objects.filter(tournament=tournament, role=StaffRole.Role.DIRECTOR)
    if staff.role == StaffRole.Role.DIRECTOR and directors.count() == 1:
        raise Refused("last_director")
