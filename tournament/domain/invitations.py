"""Verbs on invitations: links by which somebody becomes staff of a tournament.

A hall has no mail, so a link is shown, scanned or sent on. It is computed from the server's key and the key of the form
that asked for it: a form sent twice makes one invitation, and the database holds a hash only.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournament.domain.accounts import create_account, password_of
from tournament.domain.audit import record
from tournament.domain.locks import lock_tournament
from tournament.domain.staff import withdraw_links
from tournament.errors import Refused
from tournament.models import Invitation, StaffRole

if TYPE_CHECKING:
    from tournament.models import Tournament, User

GOOD_FOR = timedelta(days=2)
# How long the form that made an account can be sent again and still be told its password.
TOLD_AGAIN_FOR = timedelta(minutes=10)
# 192 bits, 32 letters in the address.
TOKEN_BYTES = 24
# Who has a role is not given a lower one by a link that was meant for somebody else.
RANK = {StaffRole.Role.SCOREKEEPER: 1, StaffRole.Role.DIRECTOR: 2}


@transaction.atomic
def invite(*, tournament: Tournament, role: str, actor: User | None, key: str = "") -> tuple[Invitation, str]:
    """A link for one person, and its token, which is never seen again. The same `key` gives the same link."""
    if role not in StaffRole.Role.values:
        raise Refused("unknown_role", role=role)
    tournament = lock_tournament(tournament.pk)
    token = _token(tournament, role, key or secrets.token_urlsafe())
    known = invitation_of(token)
    if known is not None:
        return known, token
    invitation = Invitation.objects.create(
        tournament=tournament,
        role=role,
        token_hash=_hash(token),
        made_by=actor,
        expires_at=timezone.now() + GOOD_FOR,
    )
    record(actor=actor, verb="invite", on=invitation, tournament=tournament, after={"role": role})
    return invitation, token


@transaction.atomic
def withdraw_invitation(*, invitation: Invitation, actor: User | None) -> bool:
    """Make the link useless. Says whether it was done now; one that was taken is refused: remove the person instead."""
    lock_tournament(invitation.tournament_id)
    invitation.refresh_from_db()
    if invitation.withdrawn_at is not None:
        return False
    if invitation.taken_at is not None:
        raise Refused("invitation_taken")
    withdraw_links([invitation], actor=actor)
    return True


@transaction.atomic
def accept_invitation(*, token: str, actor: User) -> Invitation:
    """Whoever is logged in takes the role. Pressed twice it is taken once."""
    invitation = _locked(token)
    role = role_there(invitation, actor)
    if invitation.taken_by_id == actor.pk and role is not None:
        return invitation
    _check_open(invitation)
    if role is not None and RANK[role] >= RANK[StaffRole.Role(invitation.role)]:
        raise Refused("has_role_already", role=role)
    _take(invitation, actor)
    return invitation


@transaction.atomic
def accept_as_new(*, token: str, full_name: str, key: str) -> tuple[User, str]:
    """An account for somebody new, who takes the role, and the password, which is shown once.

    Both come from `key`, so that a form sent twice makes one account and is told one password; a while later, none.
    """
    invitation = _locked(token)
    password = password_of(f"{token}:{key}")
    known = invitation.taken_by
    if known is not None and _was_just_taken(invitation) and known.check_password(password):
        return known, password
    _check_open(invitation)
    user, password = create_account(full_name=full_name, actor=None, password=password)
    _take(invitation, user)
    return user, password


def invitation_of(token: str) -> Invitation | None:
    """The invitation that a token opens, whatever became of it."""
    found = Invitation.objects.filter(token_hash=_hash(token))
    return found.select_related("tournament", "made_by", "taken_by").first()


def problem_of(invitation: Invitation) -> Refused | None:
    """Why an invitation can no longer be taken; None while it can."""
    if invitation.taken_at is not None:
        return Refused("invitation_taken")
    if invitation.withdrawn_at is not None:
        return Refused("invitation_withdrawn")
    if invitation.expires_at <= timezone.now():
        return Refused("invitation_expired", until=invitation.expires_at)
    return None


def role_there(invitation: Invitation, user: User) -> StaffRole.Role | None:
    """The role somebody has already in the tournament of an invitation."""
    roles = StaffRole.objects.filter(tournament=invitation.tournament_id, user=user)
    role = roles.values_list("role", flat=True).first()
    return StaffRole.Role(role) if role else None


def _locked(token: str) -> Invitation:
    """The invitation as it is now, its tournament locked."""
    found = invitation_of(token)
    if found is None:
        raise Refused("unknown_invitation")
    lock_tournament(found.tournament_id)
    invitation = invitation_of(token)
    if invitation is None:
        raise Refused("unknown_invitation")
    return invitation


def _check_open(invitation: Invitation) -> None:
    problem = problem_of(invitation)
    if problem is not None:
        raise problem


def _take(invitation: Invitation, user: User) -> None:
    before = role_there(invitation, user)
    StaffRole.objects.update_or_create(
        tournament=invitation.tournament, user=user, defaults={"role": invitation.role}
    )
    invitation.taken_by, invitation.taken_at = user, timezone.now()
    invitation.save(update_fields=["taken_by", "taken_at"])
    record(
        actor=user,
        verb="accept_invitation",
        on=invitation,
        tournament=invitation.tournament,
        before={"role": before} if before else None,
        after={"role": invitation.role},
    )


def _was_just_taken(invitation: Invitation) -> bool:
    return invitation.taken_at is not None and timezone.now() < invitation.taken_at + TOLD_AGAIN_FOR


def _token(tournament: Tournament, role: str, key: str) -> str:
    about = f"{tournament.pk}:{role}:{key}"
    digest = salted_hmac("spadille.invitation", about, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def _hash(token: str) -> str:
    """What the database knows of a token. It is too long to be found by trying, so no key and no salt are needed."""
    return sha256(token.encode()).hexdigest()
