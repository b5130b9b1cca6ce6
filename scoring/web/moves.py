"""Moving deals to the right table, number or seats: choose, see what it does, confirm, take back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core import signing
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring import queries
from scoring.domain.moves import (
    MOVED,
    Move,
    already_moved,
    is_undone,
    move_deals,
    moved_lines,
    points_moved,
    undo_move,
)
from scoring.models import Deal
from scoring.queries.moves import moves_made
from scoring.web.desk import desk_context
from scoring.web.forms import ReasonForm
from scoring.web.log import readable_entries
from scoring.web.move_form import MoveForm, in_words, names_at
from tournament.models import AuditEntry, Round, Seating
from tournament.permissions import Act
from tournament.sentences import sentence
from tournament.web.access import page, person
from tournament.web.answers import REFUSALS, attempt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest, HttpResponse

    from engine import RuleViolation
    from scoring.domain.moves import MovedLine
    from tournament.errors import Refused
    from tournament.models import Tournament

SALT = "spadille.move"


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def move(request: HttpRequest, tournament: Tournament, number: int, table_no: int) -> HttpResponse:
    """Ask what stands wrongly; once that is said, show what it would do; once that is confirmed, do it."""
    seating = queries.seating_at(tournament, number, table_no)
    if seating is None:
        raise Http404
    if seating.round.state in {Round.State.DRAWN, Round.State.PUBLISHED}:
        messages.error(request, sentence("round_not_open", {"round": number}))
        return redirect("sheet", tournament.slug, number, table_no)
    if request.method == "POST":
        return _confirm(request, seating)
    form = MoveForm(request.GET or None, seating=seating)
    if form.is_bound and form.is_valid() and "change" not in request.GET:
        return _preview(request, seating, form.moves, ReasonForm())
    context = desk_context(request, tournament, "rounds")
    context.update(seating=seating, round=seating.round, form=form, made=_made(tournament))
    return render(request, "scoring/sheet/move.html", context)


@page(Act.DIRECT)
@require_POST
def undo(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Put the deals of a move back."""
    moved = get_object_or_404(AuditEntry, pk=pk, tournament_id=tournament.pk, verb=MOVED)
    if is_undone(moved):
        messages.info(request, sentence("move_undone_already"))
    else:
        reason = request.POST.get("reason", "")[:200]
        attempt(
            request,
            lambda: undo_move(audit_id=moved.pk, actor=person(request), reason=reason),
            gettext("The deals stand where they stood before."),
        )
    seating = get_object_or_404(Seating.objects.select_related("round"), pk=moved.object_id)
    return redirect("sheet", tournament.slug, seating.round.number, seating.table_no)


def _confirm(request: HttpRequest, seating: Seating) -> HttpResponse:
    tournament = seating.round.tournament
    moves = _planned(request.POST.get("plan", ""), tournament)
    if not moves:
        messages.error(request, gettext("Choose the deals again."))
        return redirect("move-deals", tournament.slug, seating.round.number, seating.table_no)
    target = moves[0].to_seating
    there = redirect("sheet", tournament.slug, target.round.number, target.table_no)
    form = ReasonForm(request.POST)
    if form.is_valid():
        try:
            move_deals(moves=moves, actor=person(request), reason=form.cleaned_data["reason"])
        except REFUSALS as refusal:
            if already_moved(moves):
                messages.info(request, gettext("The deals are moved already."))
                return there
            form.add_error(None, sentence(refusal.code, refusal.params))
        else:
            messages.success(request, gettext("The deals are moved. They stand here now."))
            return there
    return _preview(request, seating, moves, form)


def _preview(
    request: HttpRequest, seating: Seating, moves: Sequence[Move], reason_form: ReasonForm
) -> HttpResponse:
    """What the moves would do to every deal and to everybody's points."""
    tournament = seating.round.tournament
    try:
        lines = moved_lines(moves)
    except REFUSALS as refusal:
        messages.error(request, sentence(refusal.code, refusal.params))
        return redirect("move-deals", tournament.slug, seating.round.number, seating.table_no)
    is_possible = all(line.problem is None for line in lines)
    context = desk_context(request, tournament, "rounds")
    context.update(
        seating=seating,
        round=seating.round,
        rows=[_row(line, several_rounds=_several_rounds(moves)) for line in lines],
        is_possible=is_possible,
        changes=any(line.changes for line in lines),
        people=[row for row in points_moved(lines) if row.changes] if is_possible else [],
        reason_form=reason_form,
        plan=_plan(moves),
        query=request.GET.urlencode(),
    )
    return render(request, "scoring/sheet/move_preview.html", context)


@dataclass(frozen=True, slots=True)
class Row:
    """One deal of the preview, as it stands and as it would, and why it cannot."""

    place: str
    before: str
    before_dealer: str
    after_place: str
    after: str
    after_dealer: str
    problem: str
    changes: bool
    drops_auction: bool


def _row(line: MovedLine, *, several_rounds: bool) -> Row:
    before, after = line.before, line.after
    return Row(
        place=_place(before.seating, several_rounds=several_rounds),
        before=in_words(before, names_at(before.seating)),
        before_dealer=names_at(before.seating).get(before.dealer, ""),
        after_place=_place(after.seating, several_rounds=several_rounds) if after else "",
        after=in_words(after, names_at(after.seating)) if after else "",
        after_dealer=names_at(after.seating).get(after.dealer, "") if after else "",
        problem=_problem(line.problem) if line.problem else "",
        changes=line.changes,
        drops_auction=line.drops_auction,
    )


def _problem(problem: Refused | RuleViolation) -> str:
    """On this page a place that is taken has a way out of its own."""
    if problem.code != "place_taken":
        return sentence(problem.code, problem.params)
    return gettext(
        "Deal {number} is entered at table {table} already. Let them change places, or take that deal off first."
    ).format(**problem.params)


def _place(seating: Seating, *, several_rounds: bool) -> str:
    if several_rounds:
        return gettext("Round {round}, table {table}").format(
            round=seating.round.number, table=seating.table_no
        )
    return gettext("Table {table}").format(table=seating.table_no)


def _several_rounds(moves: Sequence[Move]) -> bool:
    return len({pk for move in moves for pk in (move.deal.seating.round_id, move.to_seating.round_id)}) > 1


def _plan(moves: Sequence[Move]) -> str:
    """The moves as the page carries them, so that what is confirmed is what was shown."""
    first = moves[0]
    body = {
        "tournament": first.to_seating.round.tournament_id,
        "moves": [[move.deal.pk, move.version, *move.place] for move in moves],
        "seats": dict(first.seats),
        "sat": first.sat_there,
    }
    return signing.dumps(body, salt=SALT, compress=True)


def _planned(plan: str, tournament: Tournament) -> list[Move]:
    """The moves that a page carried; none when it cannot be read or something of it is gone."""
    try:
        body: dict[str, Any] = signing.loads(plan, salt=SALT)
    except signing.BadSignature:
        return []
    deals = Deal.objects.select_related("seating__round__tournament").in_bulk(row[0] for row in body["moves"])
    sheets = Seating.objects.select_related("round__tournament").in_bulk({row[2] for row in body["moves"]})
    is_whole = all(row[0] in deals and row[2] in sheets for row in body["moves"])
    if body["tournament"] != tournament.pk or not is_whole:
        return []
    return [
        Move(deals[pk], version, sheets[seating], number, body["seats"], body["sat"])
        for pk, version, seating, number in body["moves"]
    ]


def _made(tournament: Tournament) -> list[dict[str, Any]]:
    """The last moves in words, with what can be done about them."""
    made = moves_made(tournament)
    told = readable_entries(move.entry for move in made)
    return [
        {
            "pk": move.entry.pk,
            "line": line,
            "is_undone": move.is_undone,
            "problem": sentence(move.problem.code, move.problem.params) if move.problem else "",
        }
        for move, line in zip(made, told, strict=True)
    ]
