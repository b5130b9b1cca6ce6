"""The draw pages of the desk: draw, judge, draw again, swap, seat by hand, and mend when people come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring import queries as desk_queries
from scoring.domain.draws import discard_draws, draw_again, draw_next
from scoring.queries import drawing as queries
from scoring.web.desk import desk_context
from scoring.web.forms import RedrawForm
from scoring.web.reasons import may_change, put_all, round_of, say_all, told
from tournament.domain.draws import POSITIONS, seats_by_number
from tournament.domain.locks import holding
from tournament.domain.rounds import publish_round
from tournament.errors import Refused
from tournament.models import Entry, Round, Tournament
from tournament.permissions import Act
from tournament.sentences import sentence
from tournament.web.access import page, person
from tournament.web.answers import REFUSALS, attempt
from tournament.web.typed import TypedForm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest, HttpResponse

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
        discard_form=TypedForm(word=confirmation_word(unpublished)),
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
    seen = request.POST.get("drawn")
    try:
        with holding(tournament):
            # Pressed twice, the second press would draw one more round.
            if seen is not None and seen != str(tournament.rounds.count()):
                raise Refused("drawn_meanwhile")
            drawn = draw_next(tournament=tournament, actor=person(request), count=count, reason=reason)
    except REFUSALS as refusal:
        say_all(request, told(tournament, refusal, tournament.rounds.count() + 1))
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
    drawn = queries.drawn_rounds(tournament)
    form = TypedForm(request.POST, word=confirmation_word(drawn))
    if not drawn:
        messages.error(request, sentence("no_open_rounds"))
    elif not form.is_valid():
        messages.error(request, " ".join(str(error) for error in form.errors["typed"]))
    else:
        attempt(
            request,
            lambda: discard_draws(tournament=tournament, actor=person(request)),
            gettext("The draws that were not published are thrown away. A snapshot was taken first."),
        )
    return redirect("desk-rounds", tournament.slug)


def confirmation_word(drawn: Sequence[Round]) -> str:
    """What must be typed before draws are thrown away: the numbers of their rounds."""
    return " ".join(str(round_.number) for round_ in drawn)


@page(Act.SEE_DESK)
@require_GET
def round_tables(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The tables of one round: seats, how far each sheet is, and the quality of the draw."""
    round_ = round_of(tournament, number)
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
        changes=queries.changes_in(round_) if may_change(round_) else None,
        differs=queries.differs_from_public(round_),
        may_swap=may_change(round_),
        may_draw_again=is_drawn and tournament.seating_method != Method.MANUAL,
        may_rewrite=is_drawn and len(drawn) == 1,
        based_on=queries.fingerprint(drawn) if is_drawn else "",
    )
    return render(request, "scoring/desk/round.html", context)


@page(Act.DIRECT)
@require_POST
def publish(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Let everybody see the seats."""
    round_ = round_of(tournament, number)
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
    first = {
        "based_on": based_on,
        "prefer": request.GET.get("prefer") or drawn[0].draw.inputs.get("prefer"),
        "seed": request.GET.get("seed"),
    }
    form = RedrawForm(request.POST or None, initial=first, word=confirmation_word(drawn))
    if request.method == "POST" and form.is_valid():
        with holding(tournament):
            if form.cleaned_data["based_on"] != queries.fingerprint(queries.drawn_rounds(tournament)):
                form.add_error(
                    None, gettext("The draw has changed meanwhile. Look at it again before you draw.")
                )
            elif _drawn_again(request, tournament, drawn, form, kept):
                return redirect("desk-round", tournament.slug, drawn[0].number)
    opened = request.GET.get("round", "") or str(drawn[0].number)
    context = desk_context(request, tournament, "rounds")
    context.update(
        form=form,
        based_on=based_on,
        prefer=form["prefer"].value() or "",
        last_seed=drawn[0].draw.seed,
        rounds=[
            (
                round_,
                queries.tables_with_names(seats_by_number(round_), queries.names_of(tournament, round_)),
                str(round_.number) == opened,
            )
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
        put_all(form, told(tournament, refusal, drawn[0].number))
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
