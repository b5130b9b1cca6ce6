"""The verb that makes one player of two who are the same person. Every result is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.domain.locks import lock_sheets_of
from scoring.domain.merge_plans import MergePlan, plan_merge, sheets_naming
from scoring.domain.scores import hand_over_scores
from scoring.models import Adjustment
from tournament.domain.audit import record
from tournament.domain.locks import lock_players
from tournament.domain.reasons import required
from tournament.domain.results import raise_results_version
from tournament.errors import NotAllowed, Refused
from tournament.models import ApartPair, DifferentPeople, Entry, Player, Substitution, Tournament
from tournament.permissions import Act, allowed_in_all

if TYPE_CHECKING:
    from tournament.models import User

# Of two wishes how to be shown, the one that shows less holds.
SHOWN_LEAST_FIRST = (Player.PublicForm.NONE, Player.PublicForm.INITIAL, Player.PublicForm.FULL)


@transaction.atomic
def merge_players(
    *, keep: Player, drop: Player, actor: User | None, reason: str, based_on: str | None = None
) -> Player:
    """Whatever names `drop` names `keep` from now on; `drop` is archived and points to `keep`.

    Refused when each has a part of his own in one tournament: they sat there as two. Where play has not begun, the
    second registration is taken out. `based_on` is the fingerprint of the plan that was shown. Doing it twice changes
    nothing.
    """
    reason = required(reason)
    plan = _locked_plan(keep, drop)
    keep, drop = plan.keep, plan.drop
    if drop.merged_into_id == keep.pk:
        return keep
    _check(plan, actor, based_on)
    for change in plan.changes:
        if change.entry is not None and change.removed is not None:
            _take_out(change.removed, stays=change.entry)
    done = {
        "entries": list(Entry.objects.filter(player=drop).order_by("pk").values_list("pk", flat=True)),
        "substitutions": list(
            Substitution.objects.filter(player=drop).order_by("pk").values_list("pk", flat=True)
        ),
        "scores": hand_over_scores(former=drop, player=keep),
    }
    Entry.objects.filter(player=drop).update(player=keep)
    Substitution.objects.filter(player=drop).update(player=keep)
    Player.objects.filter(merged_into=drop).update(merged_into=keep)
    _hand_over_differences(keep, drop)
    _fill(plan)
    drop.archived_at = drop.archived_at or timezone.now()
    drop.merged_into = keep
    drop.save(update_fields=["archived_at", "merged_into"])
    _log(plan, actor, reason, done)
    return keep


def _locked_plan(keep: Player, drop: Player) -> MergePlan:
    """The plan, with everything it names under lock: sheets, tournaments, players. Refused when it grew meanwhile."""
    sheets = sheets_naming(drop)
    lock_sheets_of(sheets)
    before = plan_merge(keep=keep, drop=drop)
    ids = {tournament.pk for tournament in before.tournaments}
    list(Tournament.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))
    players = lock_players([keep.pk, drop.pk])
    if len(players) < len({keep.pk, drop.pk}):
        raise Refused("player_gone_meanwhile")
    plan = plan_merge(keep=players[keep.pk], drop=players[drop.pk])
    if sheets_naming(drop) != sheets or {tournament.pk for tournament in plan.tournaments} != ids:
        raise Refused("merge_changed_meanwhile")
    return plan


def _check(plan: MergePlan, actor: User | None, based_on: str | None) -> None:
    keep, drop = plan.keep, plan.drop
    if keep.pk == drop.pk:
        raise Refused("same_player_twice", name=keep.name)
    for player in (keep, drop):
        if player.archived_at is not None:
            raise Refused("player_archived", name=player.name)
        if player.anonymised_at is not None:
            raise Refused("player_is_anonymous")
    if actor is not None and not allowed_in_all(actor, Act.MERGE_PLAYERS, plan.tournaments):
        raise NotAllowed("merge_needs_director")
    if plan.both:
        raise Refused("both_took_part", tournaments=[tournament.name for tournament in plan.both])
    if based_on is not None and based_on != plan.fingerprint:
        raise Refused("merge_changed_meanwhile")


def _take_out(removed: Entry, *, stays: Entry) -> None:
    """Remove the second registration; what was noted on it goes to the one that stays."""
    stays.fee_paid_at = stays.fee_paid_at or removed.fee_paid_at
    stays.fixed_table = stays.fixed_table or removed.fixed_table
    stays.handicap = stays.handicap or removed.handicap
    stays.labels = [*stays.labels, *(label for label in removed.labels if label not in stays.labels)]
    stays.save(update_fields=["fee_paid_at", "fixed_table", "handicap", "labels"])
    Adjustment.objects.filter(entry=removed).update(entry=stays)
    for pair in ApartPair.objects.filter(Q(one=removed) | Q(other=removed)):
        met = pair.other_id if pair.one_id == removed.pk else pair.one_id
        if met != stays.pk:
            one, other = sorted((met, stays.pk))
            ApartPair.objects.get_or_create(tournament=removed.tournament, one_id=one, other_id=other)
    removed.delete()


def _hand_over_differences(keep: Player, drop: Player) -> None:
    """Whoever is not `drop` is not `keep` either."""
    for pair in DifferentPeople.objects.filter(Q(one=drop) | Q(other=drop)):
        somebody = pair.other_id if pair.one_id == drop.pk else pair.one_id
        if somebody != keep.pk:
            one, other = sorted((somebody, keep.pk))
            DifferentPeople.objects.get_or_create(one_id=one, other_id=other)
        pair.delete()


def _fill(plan: MergePlan) -> None:
    """Give `keep` what only `drop` has. Somebody real stays when the demonstration is removed."""
    keep, drop = plan.keep, plan.drop
    for name in plan.filled:
        setattr(keep, name, getattr(drop, name))
    keep.public_form = min(
        keep.public_form, drop.public_form, key=lambda form: SHOWN_LEAST_FIRST.index(Player.PublicForm(form))
    )
    keep.is_demo = keep.is_demo and drop.is_demo
    keep.save()


def _log(plan: MergePlan, actor: User | None, reason: str, done: dict[str, Any]) -> None:
    """One entry for the registry with all that was handed over, and one in each tournament that changed."""
    drop, keep = {"player": plan.drop.pk}, {"player": plan.keep.pk}
    record(
        actor=actor,
        verb="merge_players",
        on=plan.keep,
        before=drop,
        after=keep | done | {"filled": list(plan.filled)},
        reason=reason,
    )
    for change in plan.changes:
        taken_out = {"taken_out": change.removed.start_no} if change.removed else {}
        record(
            actor=actor,
            verb="merge_players",
            on=plan.keep,
            tournament=change.tournament,
            before=drop | taken_out,
            after=keep,
            reason=reason,
        )
        raise_results_version(change.tournament.pk)
