"""API routes for deals and standings. They call verbs and queries, and turn refusals into problems."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from engine import Auction, book, roles
from scoring import queries
from scoring.api.lines import (
    CorrectionSerializer,
    NewDealSerializer,
    PreviewSerializer,
    StandingSerializer,
    VoidSerializer,
)
from scoring.domain.deals import correct_deal, keep_refused, record_deal, void_deal
from scoring.domain.lines import seats_at, settle_line
from scoring.domain.moves import left_place
from scoring.models import Deal
from tournament.api.problems import refusal_problem
from tournament.api.table_code import TablePass
from tournament.api.views import ActView
from tournament.domain.categories import has_label
from tournament.errors import Refused, Taken
from tournament.models import Seating, Tournament, User
from tournament.permissions import Act
from tournament.queries import substitutes

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request

    from scoring.domain.lines import DealLine
    from tournament.domain.actors import Actor


class SeatingView(ActView):
    """A route about one table."""

    def seating(self) -> Seating:
        return get_object_or_404(
            Seating.objects.select_related("round__tournament").prefetch_related(
                "seats__entry__player", substitutes("seats__entry")
            ),
            uuid=self.kwargs["seating"],
        )

    def tournament(self) -> Tournament | None:
        return self.seating().round.tournament


@extend_schema(request=NewDealSerializer, responses={200: dict, 201: dict, 409: dict, 422: dict})
class SeatingDeals(SeatingView):
    """The deals of one table's sheet: list them, enter one."""

    act: ClassVar[Act] = Act.ENTER_DEALS
    keeps_late: ClassVar[bool] = True

    @cached_property
    def at(self) -> Seating:
        """The table, read once for the permission and the work: nothing here looks at it after a change."""
        came_by = self.request.auth.seating if isinstance(self.request.auth, TablePass) else None
        if came_by is not None and came_by.uuid == self.kwargs["seating"]:
            return came_by
        return get_object_or_404(
            Seating.objects.select_related("round__tournament"), uuid=self.kwargs["seating"]
        )

    def seating(self) -> Seating:
        return self.at

    def get(self, request: Request, seating: Any) -> Response:
        deals = queries.current_deals_of(self.seating())
        return Response([queries.deal_json(deal) for deal in deals])

    def post(self, request: Request, seating: Any) -> Response:
        form = NewDealSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        line = form.line()
        at, number, key = self.seating(), form.validated_data["number"], form.validated_data["client_key"]
        keep_if_renewed(request, at, number, line, key)
        try:
            recorded = record_deal(
                seating=at, number=number, line=line, client_key=key, actor=actor_of(request, at)
            )
        except Taken as taken:
            return refusal_problem(taken, stored=stored_json(taken), typed=request.data)
        return with_etag(recorded.deal, 201 if recorded.created else 200)


@extend_schema(
    request=CorrectionSerializer, responses={200: dict, 409: dict, 412: dict, 422: dict, 428: dict}
)
class DealDetail(ActView):
    """One deal: read it, or correct it on the version that If-Match names."""

    act: ClassVar[Act] = Act.ENTER_DEALS
    keeps_late: ClassVar[bool] = True

    def deal(self) -> Deal:
        return get_object_or_404(
            Deal.objects.select_related("seating__round__tournament").prefetch_related("scores"),
            pk=self.kwargs["deal"],
        )

    def seating(self) -> Seating:
        return self.deal().seating

    def tournament(self) -> Tournament | None:
        return self.deal().seating.round.tournament

    def has_left(self, seating: Seating) -> bool:
        return left_place(self.deal(), seating.pk) is not None

    def get(self, request: Request, deal: int) -> Response:
        return with_etag(self.deal(), 200)

    def put(self, request: Request, deal: int) -> Response:
        form = CorrectionSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        stored, line, version = self.deal(), form.line(), version_named(request)
        keep_if_moved(request, stored, line)
        keep_if_renewed(request, stored.seating, stored.number, line, stored.client_key)
        try:
            corrected = correct_deal(
                deal=stored,
                version=version,
                line=line,
                actor=actor_of(request, stored.seating),
                reason=form.validated_data["reason"],
            )
        except Taken as taken:
            return refusal_problem(taken, stored=stored_json(taken), typed=request.data)
        return with_etag(corrected, 200)


@extend_schema(request=VoidSerializer, responses={200: dict, 412: dict, 422: dict, 428: dict})
class DealVoid(DealDetail):
    """Take a deal off its sheet, with a reason."""

    http_method_names = ("post", "options")
    keeps_late: ClassVar[bool] = False

    def post(self, request: Request, deal: int) -> Response:
        form = VoidSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        stored = self.deal()
        try:
            voided = void_deal(
                deal=stored,
                version=version_named(request),
                actor=actor_of(request, stored.seating),
                reason=form.validated_data["reason"],
            )
        except Taken as taken:
            return refusal_problem(taken, stored=stored_json(taken))
        return with_etag(voided, 200)


@extend_schema(request=PreviewSerializer, responses={200: dict, 422: dict})
class DealPreview(ActView):
    """Settle a line without saving it."""

    act: ClassVar[Act] = Act.SEE

    def post(self, request: Request) -> Response:
        form = PreviewSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        seating = get_object_or_404(
            Seating.objects.exclude(round__state="drawn")
            .select_related("round__tournament")
            .prefetch_related("seats"),
            uuid=form.validated_data["seating"],
        )
        tournament = seating.round.tournament
        settled = settle_line(
            line=form.line(), seating=seating, number=form.validated_data["number"], tournament=tournament
        )
        booked = {}
        if settled.line.declarer and settled.points is not None:
            seats = seats_at(seating, form.validated_data["number"])
            around = roles(settled.dealer, seats)
            booked = book(settled.points, settled.line.declarer, seats, around.sitter_out, tournament.booking)
        return Response(
            {
                "outcome": settled.outcome,
                "points": settled.points,
                "booked": {str(seat): points for seat, points in booked.items()},
                "dealer": settled.dealer,
            }
        )


@extend_schema(request=dict, responses={200: dict, 422: dict})
class AuctionCheck(ActView):
    """Replay calls: who speaks next, what is legal, who won with what."""

    act: ClassVar[Act] = Act.SEE

    def post(self, request: Request) -> Response:
        data = request.data if isinstance(request.data, dict) else {}
        auction = Auction.replay(data.get("calls", []))
        return Response(
            {
                "is_over": auction.is_over,
                "next_hand": auction.next_hand,
                "legal_calls": sorted(auction.legal_calls),
                "winner": auction.winner,
                "winning_call": auction.winning_call,
                "declarable": list(auction.declarable),
                "notices": [list(notice) for notice in auction.notices],
            }
        )


@extend_schema(responses={200: StandingSerializer(many=True)})
class Standings(ActView):
    """The standings, best first, with the version of the results they were computed from.

    With `?category=` those who are in it; the place within it stands in `categories`.
    """

    act: ClassVar[Act] = Act.SEE

    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament()
        assert tournament is not None  # noqa: S101 - the address has a slug
        hidden_from = queries.hidden_after(tournament, request.user)
        etag = queries.standings_etag(tournament, "api", hidden_from)
        if request.headers.get("If-None-Match") == etag:
            return Response(status=304, headers={"ETag": etag})
        missing = queries.missing_results(tournament, hidden_from)
        rows = list(queries.standings_rows(tournament, request.user))
        places = queries.category_places(rows)
        category = request.GET.get("category", "")
        if category:
            rows = [row for row in rows if has_label(row.entry.labels, category)]
        return Response(
            {
                "tournament": tournament.slug,
                "ranking": tournament.ranking,
                "state": queries.standings_state(tournament, missing, hidden_from),
                "frozen_after_round": hidden_from,
                "results_version": tournament.results_version,
                "standings_version": tournament.standings_version,
                "as_of": tournament.standings_computed_at,
                "missing": [
                    {
                        "round": row.round_number,
                        "table": row.table_no,
                        "deals": list(row.missing),
                        "signed": row.is_signed,
                    }
                    for row in missing
                ],
                "rows": StandingSerializer(rows, many=True, context={"places": places}).data,
            },
            headers={"ETag": etag, "Cache-Control": "no-cache"},
        )


def actor_of(request: Request, seating: Seating) -> Actor:
    """Who did it, for the log."""
    if isinstance(request.auth, TablePass):
        return request.auth.actor(seating)
    return request.user if isinstance(request.user, User) else None


def keep_if_renewed(
    request: Request, seating: Seating, number: int, line: DealLine, client_key: UUID
) -> None:
    """What comes with a code of before is kept for the director. Raises Refused."""
    if isinstance(request.auth, TablePass) and not request.auth.opens(seating):
        _keep("code_renewed", seating, number, line, client_key, actor_of(request, seating))


def keep_if_moved(request: Request, deal: Deal, line: DealLine) -> None:
    """A correction of a deal that is at another table now is kept where it was typed. Raises Refused."""
    if not isinstance(request.auth, TablePass) or request.auth.seating is None:
        return
    at = request.auth.seating
    number = left_place(deal, at.pk)
    if number is not None:
        _keep("deal_moved", at, number, line, deal.client_key, actor_of(request, at))


def _keep(code: str, at: Seating, number: int, line: DealLine, client_key: UUID, actor: Actor) -> None:
    keep_refused(seating=at, number=number, line=line, client_key=client_key, code=code, actor=actor)
    refusal = Refused(code)
    refusal.kept = True
    raise refusal


def version_named(request: Request) -> int:
    """The version in If-Match, such as "3"; without one the change is refused with 428."""
    named = request.headers.get("If-Match", "").strip().removeprefix("W/").strip('"')
    if not named:
        raise Refused("version_missing")
    return int(named) if named.isascii() and named.isdigit() and len(named) < 10 else 0


def with_etag(deal: Deal, status: int) -> Response:
    fresh = Deal.objects.prefetch_related("scores").get(pk=deal.pk)
    return Response(queries.deal_json(fresh), status=status, headers={"ETag": f'"{fresh.version}"'})


def stored_json(taken: Taken) -> dict[str, Any] | None:
    return queries.deal_json(taken.stored) if isinstance(taken.stored, Deal) else None
