"""The director's desk: where the tournament stands, its rounds and penalties."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from scoring import queries
from scoring.domain.adjustments import cancel_adjustment, give_adjustment, give_warning
from scoring.domain.deals import apply_refused, discard_refused
from scoring.domain.demo import remove_demo as remove_the_demo
from scoring.domain.rounds import close_round, finish_tournament, open_round
from scoring.models import Adjustment, RefusedEntry
from scoring.web.changes import deal_words
from scoring.web.clock import clock_context
from scoring.web.forms import AdjustmentForm, ReasonForm
from scoring.web.now import told_context
from scoring.web.steps import step_shown
from tournament.errors import Refused
from tournament.models import Round
from tournament.permissions import Act, allowed
from tournament.sentences import sentence
from tournament.web.access import page, person
from tournament.web.answers import attempt, put_on_form

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Tournament, User


def desk_context(request: HttpRequest, tournament: Tournament, tab: str) -> dict[str, Any]:
    """What every page of the desk knows."""
    return {"tournament": tournament, "tab": tab, "may_direct": allowed(request.user, Act.DIRECT, tournament)}


@page(Act.SEE_DESK)
@require_GET
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Where the tournament stands, what is missing, and the one next step."""
    context = desk_context(request, tournament, "desk")
    context.update(
        state=queries.desk_state(tournament),
        step=step_shown(tournament) if context["may_direct"] else None,
        **told_context(tournament),
        **clock_context(tournament),
        may_copy=context["may_direct"] and allowed(request.user, Act.KEEP_REGISTRY),
        notices=queries.notices_at_tables(tournament),
        refused=[
            (item, sentence(item.code, {"round": item.seating.round.number}), deal_words(item.body))
            for item in RefusedEntry.objects.filter(
                seating__round__tournament=tournament, state=RefusedEntry.State.WAITING
            ).select_related("seating__round", "received_from")
        ],
    )
    return render(request, "scoring/desk/overview.html", context)


@page(Act.DIRECT)
@require_POST
def finish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Declare the result final."""
    attempt(
        request,
        lambda: finish_tournament(
            tournament=tournament, actor=person(request), reason=request.POST.get("reason", "")[:200]
        ),
        gettext("The result is final."),
    )
    return redirect("desk", tournament.slug)


@page(Act.DIRECT)
@require_POST
def open_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Let play begin."""
    round_ = _round(tournament, number)
    reason = request.POST.get("reason", "")[:200]
    attempt(
        request,
        lambda: open_round(round_=round_, actor=person(request), reason=reason),
        gettext("Round {number} has begun.").format(number=number),
    )
    return redirect("desk-round", tournament.slug, number)


@page(Act.DIRECT)
@require_POST
def close(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """End the round."""
    round_ = _round(tournament, number)
    attempt(
        request,
        lambda: close_round(round_=round_, actor=person(request)),
        gettext("Round {number} is closed.").format(number=number),
    )
    return redirect("desk-round", tournament.slug, number)


@page(Act.DIRECT)
@require_POST
def decide_refused(request: HttpRequest, tournament: Tournament, refused_id: int) -> HttpResponse:
    """Apply or discard a line that came too late."""
    refused = get_object_or_404(RefusedEntry, pk=refused_id, seating__round__tournament=tournament)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, sentence("reason_missing"))
    elif request.POST.get("decision") == "apply":
        attempt(
            request,
            lambda: apply_refused(refused=refused, actor=person(request), reason=form.cleaned_data["reason"]),
            gettext("The late deal counts now."),
        )
    elif request.POST.get("decision") == "discard":
        attempt(
            request,
            lambda: discard_refused(
                refused=refused, actor=person(request), reason=form.cleaned_data["reason"]
            ),
            gettext("The late deal does not count."),
        )
    return redirect("desk", tournament.slug)


@page(Act.DIRECT)
def adjustments(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Give penalties and see those given."""
    form = AdjustmentForm(request.POST or None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            _give(data, person(request))
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            done = gettext("The points are given.") if data["points"] else gettext("The warning is given.")
            messages.success(request, done)
            return redirect("adjustments", tournament.slug)
    context = desk_context(request, tournament, "adjustments")
    given = list(queries.adjustments_given(tournament))
    context.update(
        form=form,
        adjustments=given,
        by_player=queries.adjustments_by_player(given),
        sums=queries.sum_check(tournament),
    )
    return render(request, "scoring/desk/adjustments.html", context)


def _give(data: dict[str, Any], actor: User) -> None:
    """What the form says: signed points, or a warning."""
    given = {
        "entry": data["entry"],
        "reason": data["reason"],
        "note": data["note"],
        "round_": data["round"],
        "client_key": data["key"],
        "actor": actor,
    }
    if data["points"]:
        give_adjustment(points=data["points"], **given)
    else:
        give_warning(**given)


@page(Act.DIRECT)
@require_POST
def cancel(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Cancel a penalty, with a reason."""
    adjustment = get_object_or_404(Adjustment, pk=pk, tournament=tournament)
    reason = request.POST.get("reason", "")
    attempt(
        request,
        lambda: cancel_adjustment(adjustment=adjustment, actor=person(request), reason=reason),
        gettext("It is cancelled."),
    )
    return redirect("adjustments", tournament.slug)


@page(Act.REMOVE_DEMO)
@require_POST
def remove_demo(request: HttpRequest) -> HttpResponse:
    """Remove the demonstration and its people. Real tournaments are not touched."""
    attempt(
        request,
        lambda: remove_the_demo(actor=person(request)),
        gettext("The demonstration is removed."),
    )
    return redirect("director-home" if person(request).pk else "home")


def _round(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(Round, tournament=tournament, number=number)
