"""The verb on the installation itself: by which address phones come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from tournament import lan, queries
from tournament.domain.audit import record
from tournament.errors import Refused
from tournament.models import Installation

if TYPE_CHECKING:
    from tournament.models import User


def choose_address(*, address: str, port: int, actor: User | None) -> Installation:
    """Let links and codes to scan name this address from now on. `port` is the one this machine listens on.

    Refused: `address_fixed`, `address_unreadable`, `address_is_this_machine`.
    """
    if queries.fixed_address():
        raise Refused("address_fixed", address=queries.fixed_address())
    chosen = lan.site_address(address, port)
    if not chosen:
        raise Refused("address_unreadable", address=address)
    host, chosen_port = lan.host_and_port(chosen)
    if lan.is_loopback(host):
        raise Refused("address_is_this_machine", address=lan.short(chosen))
    # Asking for the addresses may take a moment on some systems, so it is done before anything is locked.
    is_own = chosen_port == port and host in {own.host for own in lan.addresses()}
    with transaction.atomic():
        before = Installation.objects.select_for_update().filter(pk=Installation.ONLY).first()
        installation, _ = Installation.objects.update_or_create(
            pk=Installation.ONLY,
            defaults={"address": chosen, "is_own": is_own, "chosen_at": timezone.now()},
        )
        if before is None or before.address != chosen:
            record(
                actor=actor,
                verb="choose_address",
                on=installation,
                before={"address": before.address} if before else None,
                after={"address": chosen},
            )
    return installation
