"""What a row typed on a signed sheet would change, told with the row, so that it is read before it is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext, ngettext

from engine import RuleViolation
from scoring.models import Deal
from scoring.queries.effects import effect_of
from scoring.rows import says_the_same
from tournament.errors import Refused
from tournament.models import Round, User
from tournament.permissions import Act, allowed
from tournament.web.templatetags import points

if TYPE_CHECKING:
    from scoring.domain.lines import SettledLine
    from scoring.queries.effects import Affected
    from scoring.rows import Table

# The real reason is written when the rows are saved.
NO_REASON_YET = "?"


def effect_in_words(table: Table, number: int, settled: SettledLine | None, user: object) -> str:
    """Whose points and places the row would change; empty where it corrects nothing that is signed or closed."""
    seating = table.seating
    if settled is None or not (seating.is_signed or seating.round.state == Round.State.CLOSED):
        return ""
    if not isinstance(user, User) or not allowed(user, Act.DIRECT, table.tournament):
        return ""
    deal = Deal.objects.filter(seating=seating, number=number, voided_at__isnull=True).first()
    if deal is None or says_the_same(deal, settled):
        return ""
    try:
        affected = effect_of(deal=deal, line=settled.line, actor=user, reason=NO_REASON_YET)
    except (Refused, RuleViolation):
        # Saving it says why not.
        return ""
    return _sentence(affected)


def _sentence(affected: list[Affected]) -> str:
    told = [_one(one) for one in affected if one.gets_other_points]
    others = sum(not one.gets_other_points for one in affected)
    if others:
        told.append(
            ngettext("{count} more changes place", "{count} more change places", others).format(count=others)
        )
    return (
        gettext("Would change: {who}").format(who="; ".join(told)) if told else gettext("Changes no points")
    )


def _one(one: Affected) -> str:
    before, after = points(one.total_before), points(one.total_after)
    if one.rank_before == one.rank_after:
        return gettext("{name} {before} → {after}").format(
            name=one.entry.full_name, before=before, after=after
        )
    return gettext("{name} {before} → {after}, place {stood} → {stands}").format(
        name=one.entry.full_name,
        before=before,
        after=after,
        stood=one.rank_before or "–",
        stands=one.rank_after or "–",
    )
