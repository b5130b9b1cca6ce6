"""Taking steps back: the last one by a press, an ending on a page of its own that asks first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.domain.reopening import reopen_problem, reopen_round, take_back_final
from scoring.domain.undo import undo_step
from scoring.web.desk import desk_context
from scoring.web.forms import ReasonForm, ReopenForm
from tournament.errors import Refused
from tournament.models import AuditEntry, Round
from tournament.permissions import Act
from tournament.sentences import sentence
from tournament.web.access import page, person
from tournament.web.answers import attempt, put_on_form

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Tournament


@page(Act.DIRECT)
@require_POST
def undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take back the step that the page showed, and no other."""
    pk = request.POST.get("step", "")
    step = get_object_or_404(
        AuditEntry, pk=pk if pk.isascii() and pk.isdigit() else None, tournament_id=tournament.pk
    )
    attempt(
        request,
        lambda: undo_step(step=step, actor=person(request), reason=gettext("taken back")),
        lambda done: gettext("It is taken back.") if done else gettext("It was taken back already."),
    )
    return redirect("desk", tournament.slug)


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Play a closed round on: with its number typed, and a reason."""
    round_ = get_object_or_404(
        Round.objects.select_related("tournament"), tournament=tournament, number=number
    )
    form = ReopenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            reopen_round(
                round_=round_, confirmed=data["confirmed"], actor=person(request), reason=data["reason"]
            )
        except Refused as refusal:
            put_on_form(form, refusal, "confirmed" if refusal.code == "confirmation_wrong" else None)
        else:
            messages.success(request, gettext("Round {number} is being played again.").format(number=number))
            return redirect("desk-round", tournament.slug, number)
    problem = reopen_problem(round_)
    context = desk_context(request, tournament, "rounds")
    context.update(round=round_, form=form, problem=sentence(problem.code, problem.params) if problem else "")
    return render(request, "scoring/desk/reopen_round.html", context)


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def not_final(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The result is not final after all, with a reason."""
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            take_back_final(tournament=tournament, actor=person(request), reason=form.cleaned_data["reason"])
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, gettext("The result is provisional again."))
            return redirect("desk", tournament.slug)
    context = desk_context(request, tournament, "results")
    context["form"] = form
    return render(request, "scoring/desk/take_back_final.html", context)
