"""Changing seats after the draw: swap, by hand, and when people come or leave."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scoring.queries import drawing as queries
from scoring.web.desk import desk_context
from scoring.web.forms import HandForm, ReasonForm, SwapForm
from scoring.web.handwritten import read_tables
from scoring.web.reasons import may_change, put_all, round_of, say_all, told
from tournament.domain.draws import LARGEST_SEED, seats_by_number
from tournament.domain.handwritten import rewrite_round
from tournament.domain.locks import holding
from tournament.domain.seatings import (
    apply_replan,
    people_changed,
    repair_preview,
    repair_seats,
    replan_preview,
    seat_by_hand,
    swap_preview,
    swap_seats,
)
from tournament.models import Entry, Round, Tournament
from tournament.permissions import Act
from tournament.sentences import sentence
from tournament.web.access import page, person
from tournament.web.answers import REFUSALS, attempt

if TYPE_CHECKING:
    from collections.abc import Callable

    from django import forms
    from django.http import HttpRequest, HttpResponse


Method = Tournament.SeatingMethod


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def swap(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Choose two players, see what their exchange would do, and confirm it."""
    round_ = round_of(tournament, number)
    if not may_change(round_):
        messages.error(request, sentence("round_has_begun", {"round": number}))
        return redirect("desk-round", tournament.slug, number)
    chosen = request.POST if request.method == "POST" else request.GET
    form = SwapForm(chosen if "one" in chosen or "other" in chosen else None, round_=round_)
    context = desk_context(request, tournament, "rounds")
    context.update(round=round_, form=form, changes=queries.changes_in(round_))
    if form.is_valid():
        one, other = form.cleaned_data["one"], form.cleaned_data["other"]
        reason_form = ReasonForm(request.POST if request.method == "POST" else None)
        reason_form.fields["reason"].required = round_.is_public
        if (
            request.method == "POST"
            and reason_form.is_valid()
            and _swapped(request, round_, one, other, reason_form)
        ):
            return redirect("desk-round", tournament.slug, number)
        context.update(reason_form=reason_form, one=one, other=other)
        context.update(_swap_preview(tournament, round_, one, other))
    return render(request, "scoring/desk/draw_swap.html", context)


def _swapped(request: HttpRequest, round_: Round, one: Entry, other: Entry, form: forms.Form) -> bool:
    # Pressed twice, an exchange would undo itself.
    with holding(round_.tournament):
        if request.POST.get("based_on") != queries.fingerprint([round_]):
            form.add_error(
                None, gettext("The seats have changed meanwhile. Look at them again before you go on.")
            )
            return False
        try:
            swap_seats(
                round_=round_, one=one, other=other, actor=person(request), reason=form.cleaned_data["reason"]
            )
        except REFUSALS as refusal:
            put_all(form, told(round_.tournament, refusal))
            return False
    messages.success(
        request,
        gettext("{one} and {other} have exchanged seats.").format(one=one.full_name, other=other.full_name),
    )
    return True


def _swap_preview(tournament: Tournament, round_: Round, one: Entry, other: Entry) -> dict[str, Any]:
    """Before and after, as far as the rest of the draw lets it be counted."""
    before = seats_by_number(round_)
    exchanged = {one.start_no: other.start_no, other.start_no: one.start_no}
    after = [[exchanged.get(seat, seat) if seat is not None else None for seat in table] for table in before]
    names = queries.names_of(tournament, round_)
    shown: dict[str, Any] = {
        "based_on": queries.fingerprint([round_]),
        "before_tables": [
            table for table in queries.tables_with_names(before, names, after) if table.is_changed
        ],
        "after_tables": [
            table for table in queries.tables_with_names(after, names, before) if table.is_changed
        ],
    }
    try:
        effect = swap_preview(round_=round_, one=one, other=other)
    except REFUSALS as refusal:
        # Rounds after this one may still seat somebody who is gone: the exchange is possible, its cost unknown.
        return shown | {"unknown": refusal.code}
    return shown | {"before": queries.summary_of(effect.before), "after": queries.summary_of(effect.after)}


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def by_hand(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The next round as the director writes it."""
    number = tournament.rounds.count() + 1
    if tournament.state != Tournament.State.RUNNING or number > tournament.rounds_planned:
        running = tournament.state == Tournament.State.RUNNING
        code = "all_rounds_drawn" if running else "tournament_not_running"
        messages.error(request, sentence(code, {"rounds": tournament.rounds_planned}))
        return redirect("desk-rounds", tournament.slug)
    form = HandForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        # Pressed twice, the second press would seat one more round.
        with holding(tournament):
            if request.POST.get("number") != str(tournament.rounds.count() + 1):
                messages.error(
                    request, gettext("Round {number} is seated already.").format(number=number - 1)
                )
                return redirect("desk-rounds", tournament.slug)
            seated = _seated(
                tournament,
                form,
                lambda tables: seat_by_hand(tournament=tournament, tables=tables, actor=person(request)),
            )
        if seated is not None:
            messages.success(request, gettext("Round {number} is seated by hand.").format(number=number))
            return redirect("desk-round", tournament.slug, seated.number)
    return _hand_page(request, tournament, form, number)


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def rewrite(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The only unpublished round as a text to change."""
    round_ = round_of(tournament, number)
    if [item.pk for item in queries.drawn_rounds(tournament)] != [round_.pk]:
        messages.error(request, sentence("not_the_only_draw", {"round": number}))
        return redirect("desk-round", tournament.slug, number)
    form = HandForm(request.POST or None, initial={"text": queries.round_as_text(round_)})
    if request.method == "POST" and form.is_valid():
        seated = _seated(
            tournament,
            form,
            lambda tables: rewrite_round(round_=round_, tables=tables, actor=person(request)),
        )
        if seated is not None:
            messages.success(request, gettext("Round {number} is seated by hand.").format(number=number))
            return redirect("desk-round", tournament.slug, seated.number)
    return _hand_page(request, tournament, form, number, round_)


def _seated(
    tournament: Tournament, form: HandForm, verb: Callable[[list[list[int | None]]], Round]
) -> Round | None:
    written = read_tables(form.cleaned_data["text"], tournament)
    if written.reasons:
        put_all(form, written.reasons)
        return None
    try:
        return verb(written.tables)
    except REFUSALS as refusal:
        put_all(form, told(tournament, refusal))
        return None


def _hand_page(
    request: HttpRequest, tournament: Tournament, form: HandForm, number: int, round_: Round | None = None
) -> HttpResponse:
    context = desk_context(request, tournament, "rounds")
    here = tournament.entries.filter(state=Entry.State.CHECKED_IN).select_related("player")
    context.update(form=form, number=number, round=round_, here=here.order_by("start_no"))
    return render(request, "scoring/desk/draw_by_hand.html", context)


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def compare(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Keep the plan or make a new one, for the unpublished rounds, after people came or left."""
    drawn = queries.drawn_rounds(tournament)
    if not drawn or not any(people_changed(drawn[0])):
        messages.info(request, gettext("The rounds that are drawn fit those who are here."))
        return redirect("desk-rounds", tournament.slug)
    asked = request.POST if request.method == "POST" else request.GET
    seed = _seed(asked.get("seed"))
    if request.method == "POST":
        choice = request.POST.get("choice", "")
        if choice not in {"keep", "replan"}:
            messages.error(request, gettext("Choose one of the two."))
        elif attempt(
            request,
            lambda: apply_replan(tournament=tournament, choice=choice, seed=seed, actor=person(request)),
            gettext("The rounds that are drawn fit those who are here."),
        ):
            return redirect("desk-round", tournament.slug, drawn[0].number)
    context = desk_context(request, tournament, "rounds")
    try:
        answer = replan_preview(tournament=tournament, seed=seed)
    except REFUSALS as refusal:
        say_all(request, told(tournament, refusal, drawn[0].number))
        return redirect("desk-rounds", tournament.slug)
    numbers = [round_.number for round_ in drawn]
    context.update(
        seed=seed,
        changes=queries.changes_in(drawn[0]),
        options=[
            (
                code,
                queries.summary_of(option.report),
                list(zip(numbers, option.moved, strict=True)),
                sum(option.moved),
                answer.choice == code,
            )
            for code, option in (("keep", answer.keep), ("replan", answer.replan))
        ],
        is_monrad=tournament.seating_method == Method.MONRAD,
        public=tournament.rounds.exclude(state=Round.State.DRAWN).order_by("number"),
    )
    return render(request, "scoring/desk/draw_compare.html", context)


def _seed(typed: str | None) -> int:
    """The seed that came with the page, so that what is chosen is what was shown; else a new one."""
    if typed and typed.isascii() and typed.isdecimal() and len(typed) <= 10 and int(typed) <= LARGEST_SEED:
        return int(typed)
    return secrets.randbelow(LARGEST_SEED)


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def repair(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Seat those who are here in a public round that has not begun, moving as few as possible."""
    round_ = round_of(tournament, number)
    changes = queries.changes_in(round_)
    if round_.state != Round.State.PUBLISHED or changes is None:
        if round_.state == Round.State.PUBLISHED:
            messages.info(request, gettext("The seats fit those who are here."))
        else:
            messages.error(request, sentence("round_not_published", {"round": number}))
        return redirect("desk-round", tournament.slug, number)
    form = ReasonForm(request.POST or None, initial={"reason": ""})
    if request.method == "POST" and form.is_valid():
        try:
            repair_seats(round_=round_, actor=person(request), reason=form.cleaned_data["reason"])
        except REFUSALS as refusal:
            put_all(form, told(tournament, refusal, number))
        else:
            messages.success(
                request, gettext("The seats are mended. Tell those who moved, and print the seats again.")
            )
            return redirect("desk-round", tournament.slug, number)
    try:
        option = repair_preview(round_=round_)
    except REFUSALS as refusal:
        say_all(request, told(tournament, refusal, number))
        return redirect("desk-round", tournament.slug, number)
    before = seats_by_number(round_)
    after = option.rounds[number - 1]
    tables = queries.tables_with_names(after, queries.names_of(tournament, round_), before)
    context = desk_context(request, tournament, "rounds")
    context.update(
        round=round_,
        form=form,
        changes=changes,
        moved=option.moved[0],
        summary=queries.summary_of(option.report),
        changed=[table for table in tables if table.is_changed],
        unchanged=sum(1 for table in tables if not table.is_changed),
        fewer=max(0, len(before) - len(after)),
    )
    return render(request, "scoring/desk/draw_repair.html", context)
