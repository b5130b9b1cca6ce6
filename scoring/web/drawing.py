"""The draw pages of the desk: draw, judge, draw again, swap, seat by hand, and mend when people come and go."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring import queries as desk_queries
from scoring.domain.draws import draw_again, draw_next
from scoring.queries import drawing as queries
from scoring.web.desk import desk_context
from scoring.web.forms import HandForm, ReasonForm, RedrawForm, SwapForm
from scoring.web.handwritten import read_tables
from tournament.domain.draws import LARGEST_SEED, POSITIONS, discard_draws, seats_by_number
from tournament.domain.handwritten import rewrite_round
from tournament.domain.rounds import publish_round
from tournament.domain.seatings import (
    OPEN_TO_CHANGE,
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
from tournament.sentences import reason_sentences, sentence
from tournament.web.access import page, person
from tournament.web.answers import REFUSALS, attempt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from django import forms
    from django.http import HttpRequest, HttpResponse

    from engine import RuleViolation
    from tournament.errors import Refused

    Lock = tuple[int, int, int | None, int | None]

Method = Tournament.SeatingMethod
# Draws that take places to keep: a draw by lot alone keeps nothing, and a hand needs no draw.
KEEPING = frozenset({Method.FULL, Method.MONRAD})


@page(Act.SEE_DESK)
@require_GET
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All rounds with their states, and drawing."""
    context = desk_context(request, tournament, "rounds")
    shown = desk_queries.rounds_of_desk(tournament)
    state = desk_queries.desk_state(tournament)
    unpublished = [item.round for item in shown if item.round.state == Round.State.DRAWN]
    remaining = tournament.rounds_planned - len(shown)
    may_draw_more = (
        tournament.state == Tournament.State.RUNNING and remaining > 0 and state.step not in {"draw", "start"}
    )
    waits = tournament.seating_method == Method.MONRAD and may_draw_more and not unpublished
    context.update(
        rounds=shown,
        has_unpublished=bool(unpublished),
        state=state,
        remaining=remaining,
        may_draw_more=may_draw_more and tournament.seating_method in {Method.FULL, Method.RANDOM},
        may_write=tournament.state == Tournament.State.RUNNING and remaining > 0,
        may_draw_again=bool(unpublished) and tournament.seating_method != Method.MANUAL,
        monrad_waits_for=queries.unsigned_tables(tournament) if waits else [],
        outdated=None if state.step == "replan" else queries.outdated_round(tournament),
    )
    return render(request, "scoring/desk/rounds.html", context)


@page(Act.DIRECT)
@require_POST
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the next round, or all that remain."""
    count = None if request.POST.get("count") == "all" else 1
    reason = request.POST.get("reason", "")[:200]
    try:
        drawn = draw_next(tournament=tournament, actor=person(request), count=count, reason=reason)
    except REFUSALS as refusal:
        _say_all(request, _told(tournament, refusal, tournament.rounds.count() + 1))
    else:
        messages.success(
            request,
            ngettext("{count} round is drawn.", "{count} rounds are drawn.", len(drawn)).format(
                count=len(drawn)
            ),
        )
    return redirect("desk-rounds", tournament.slug)


@page(Act.DIRECT)
@require_POST
def discard(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Throw away the draws nobody has seen."""
    attempt(
        request,
        lambda: discard_draws(tournament=tournament, actor=person(request)),
        gettext("The draws that were not published are thrown away."),
    )
    return redirect("desk-rounds", tournament.slug)


@page(Act.SEE_DESK)
@require_GET
def round_tables(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The tables of one round: seats, how far each sheet is, and the quality of the draw."""
    round_ = _round(tournament, number)
    context = desk_context(request, tournament, "rounds")
    tables = desk_queries.tables_of_desk(round_)
    drawn = queries.drawn_rounds(tournament)
    is_drawn = round_.state == Round.State.DRAWN
    context.update(
        round=round_,
        tables=tables,
        positions=POSITIONS,
        all_signed=all(table.seating.is_signed for table in tables),
        earlier_unsigned=desk_queries.unsigned_before(round_),
        draw=round_.draw,
        quality=queries.quality_of(round_.draw),
        changes=queries.changes_in(round_) if _may_change(round_) else None,
        differs=queries.differs_from_public(round_),
        may_swap=_may_change(round_),
        may_draw_again=is_drawn and tournament.seating_method != Method.MANUAL,
        may_rewrite=is_drawn and len(drawn) == 1,
        based_on=queries.fingerprint(drawn) if is_drawn else "",
    )
    return render(request, "scoring/desk/round.html", context)


@page(Act.DIRECT)
@require_POST
def publish(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Let everybody see the seats."""
    round_ = _round(tournament, number)
    attempt(
        request,
        lambda: publish_round(round_=round_, actor=person(request)),
        gettext("The seats of round {number} are public.").format(number=number),
    )
    return redirect("desk-round", tournament.slug, number)


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def again(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the unpublished rounds again: another seed, places to keep, or the other of two plans."""
    drawn = queries.drawn_rounds(tournament)
    if not drawn or tournament.seating_method == Method.MANUAL:
        messages.error(request, sentence("no_open_rounds" if not drawn else "draw_by_hand"))
        return redirect("desk-rounds", tournament.slug)
    kept = set(request.POST.getlist("keep"))
    based_on = queries.fingerprint(drawn)
    first = {"seed": drawn[0].draw.seed, "based_on": based_on, "prefer": drawn[0].draw.inputs.get("prefer")}
    form = RedrawForm(request.POST or None, initial=first)
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["based_on"] != based_on:
            form.add_error(None, gettext("The draw has changed meanwhile. Look at it again before you draw."))
        elif _drawn_again(request, tournament, drawn, form, kept):
            return redirect("desk-round", tournament.slug, drawn[0].number)
    names = queries.names_of(tournament)
    opened = request.GET.get("round", "") or str(drawn[0].number)
    context = desk_context(request, tournament, "rounds")
    context.update(
        form=form,
        based_on=based_on,
        prefer=form["prefer"].value() or "",
        rounds=[
            (round_, queries.tables_with_names(seats_by_number(round_), names), str(round_.number) == opened)
            for round_ in drawn
        ],
        kept=kept,
        keeps=tournament.seating_method in KEEPING,
        positions=POSITIONS,
        asks_reason=tournament.seating_method == Method.MONRAD and bool(_unsigned_played(tournament)),
        unsigned=_unsigned_played(tournament),
        public=tournament.rounds.exclude(state=Round.State.DRAWN).order_by("number"),
        differs=queries.people_since_public(tournament),
    )
    return render(request, "scoring/desk/draw_again.html", context)


def _drawn_again(
    request: HttpRequest, tournament: Tournament, drawn: Sequence[Round], form: RedrawForm, kept: set[str]
) -> bool:
    try:
        rounds_now = draw_again(
            tournament=tournament,
            actor=person(request),
            seed=form.cleaned_data["seed"],
            locked=_locks(tournament, drawn, kept) if tournament.seating_method in KEEPING else (),
            prefer=form.cleaned_data["prefer"] or "fewest_repeats",
            reason=form.cleaned_data["reason"],
        )
    except REFUSALS as refusal:
        _put_all(form, _told(tournament, refusal, drawn[0].number))
        return False
    count = len(rounds_now)
    messages.success(
        request,
        ngettext("{count} round is drawn again.", "{count} rounds are drawn again.", count).format(
            count=count
        ),
    )
    return True


def _locks(tournament: Tournament, drawn: Sequence[Round], kept: set[str]) -> list[Lock]:
    """What is ticked ("2" a round, "2:1" a table, "2:1:N" a seat) as places to keep, but for those who have left."""
    here = set(tournament.entries.filter(state=Entry.State.CHECKED_IN).values_list("start_no", flat=True))
    locks: list[Lock] = []
    for place, round_ in enumerate(drawn):
        for table_no, table in enumerate(seats_by_number(round_), start=1):
            whole = bool({str(round_.number), f"{round_.number}:{table_no}"} & kept)
            for seat, start_no in enumerate(table):
                ticked = f"{round_.number}:{table_no}:{POSITIONS[seat]}" in kept
                if (whole and (start_no is None or start_no in here)) or (ticked and start_no is not None):
                    locks.append((place, table_no - 1, seat, start_no))
    return locks


def _unsigned_played(tournament: Tournament) -> list[str]:
    """Unsigned tables of public rounds: those still drawn are thrown away before the draw."""
    drawn = {
        str(number) for number in tournament.rounds.filter(state="drawn").values_list("number", flat=True)
    }
    return [where for where in queries.unsigned_tables(tournament) if where.split("/")[0] not in drawn]


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def swap(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Choose two players, see what their exchange would do, and confirm it."""
    round_ = _round(tournament, number)
    if not _may_change(round_):
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
        _put_all(form, _told(round_.tournament, refusal))
        return False
    messages.success(
        request,
        gettext("{one} and {other} have exchanged seats.").format(one=one.name, other=other.name),
    )
    return True


def _swap_preview(tournament: Tournament, round_: Round, one: Entry, other: Entry) -> dict[str, Any]:
    """Before and after, as far as the rest of the draw lets it be counted."""
    before = seats_by_number(round_)
    exchanged = {one.start_no: other.start_no, other.start_no: one.start_no}
    after = [[exchanged.get(seat, seat) if seat is not None else None for seat in table] for table in before]
    names = queries.names_of(tournament)
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
        if request.POST.get("number") != str(number):
            messages.error(request, gettext("Round {number} is seated already.").format(number=number - 1))
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
    round_ = _round(tournament, number)
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
        _put_all(form, written.reasons)
        return None
    try:
        return verb(written.tables)
    except REFUSALS as refusal:
        _put_all(form, _told(tournament, refusal))
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
        _say_all(request, _told(tournament, refusal, drawn[0].number))
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
    round_ = _round(tournament, number)
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
            _put_all(form, _told(tournament, refusal, number))
        else:
            messages.success(
                request, gettext("The seats are mended. Tell those who moved, and print the seats again.")
            )
            return redirect("desk-round", tournament.slug, number)
    try:
        option = repair_preview(round_=round_)
    except REFUSALS as refusal:
        _say_all(request, _told(tournament, refusal, number))
        return redirect("desk-round", tournament.slug, number)
    before = seats_by_number(round_)
    after = option.rounds[number - 1]
    tables = queries.tables_with_names(after, queries.names_of(tournament), before)
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


def _told(tournament: Tournament, refusal: Refused | RuleViolation, first_round: int = 1) -> list[str]:
    """A refusal in sentences: one, or one for each of its reasons, with names and numbers from 1."""
    reasons: Any = refusal.params.get("reasons")
    if not isinstance(reasons, list):
        return [sentence(refusal.code, refusal.params)]
    here = tournament.entries.filter(state=Entry.State.CHECKED_IN).order_by("start_no")
    names = list(here.values_list("player__name", flat=True))

    def who(place: int) -> str:
        return names[place] if 0 <= place < len(names) else gettext("a player")

    return reason_sentences(reasons, who, first_round)


def _say_all(request: HttpRequest, sentences: Sequence[str]) -> None:
    for text in sentences:
        messages.error(request, text)


def _put_all(form: forms.Form, sentences: Sequence[str]) -> None:
    for text in sentences:
        form.add_error(None, text)


def _may_change(round_: Round) -> bool:
    return round_.state in OPEN_TO_CHANGE


def _round(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("draw"), tournament=tournament, number=number)
