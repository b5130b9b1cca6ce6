"""What every API route has in common, and the routes that need no deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils import translation
from rest_framework import generics, serializers
from rest_framework.permissions import BasePermission
from rest_framework.views import APIView

from tournament.api.table_code import TablePass, refuse, welcome
from tournament.errors import Refused
from tournament.models import Tournament
from tournament.permissions import MAY, PUBLIC, Act, Role, allowed

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from rest_framework.request import Request

    from tournament.models import Seating


class MayDoAct(BasePermission):
    """Lets a request pass if who sent it may do the view's act, in the tournament or at the table of the address."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        act: Act = view.act  # type: ignore[attr-defined]  # every view here has one
        if isinstance(request.auth, TablePass):
            return self._at_table(request, view, act)
        tournament = view.tournament() if isinstance(view, ActView) else None
        return allowed(request.user, act, tournament)

    def _at_table(self, request: Request, view: APIView, act: Act) -> bool:
        """A table code may do what its role may, at its own table; one that comes late may only hand in what it has."""
        if act not in MAY[Role.TABLE]:
            return False
        if act in PUBLIC:
            return True
        seating = view.seating() if isinstance(view, ActView) else None
        card: TablePass = request.auth  # type: ignore[assignment]  # the stubs know of tokens only
        if card.opens(seating):
            welcome(request)
            return True
        late = self._why_late(card, view, seating)
        if late:
            if isinstance(view, ActView) and view.keeps_late and request.method in {"POST", "PUT"}:
                return True
            raise Refused(late)
        refuse(request)
        return False

    def _why_late(self, card: TablePass, view: APIView, seating: Seating | None) -> str:
        """What made a code that opened this before open it no more; empty if it never did."""
        if card.opened(seating):
            return "code_renewed"
        if card.seating is not None and isinstance(view, ActView) and view.has_left(card.seating):
            return "deal_moved"
        return ""


class ActView(APIView):
    """A route that is one act. It answers in the language the caller asks for, whatever the address."""

    act: ClassVar[Act] = Act.SEE
    keeps_late: ClassVar[bool] = False  # whether what is sent with a code of before is kept for the director
    permission_classes = (MayDoAct,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        translation.activate(translation.get_language_from_request(request))
        super().initial(request, *args, **kwargs)

    def seating(self) -> Seating | None:
        """The table the address is about, where it is about one."""
        return None

    def has_left(self, seating: Seating) -> bool:
        """Whether what the address is about was at this table, until the director moved it to another."""
        return False

    def tournament(self) -> Tournament | None:
        """The tournament the address names; a draft exists for its staff only."""
        slug = self.kwargs.get("slug")
        if slug is None:
            return None
        found = get_object_or_404(Tournament, slug=slug)
        if not allowed(self.request.user, Act.SEE_DESK, found):
            return get_object_or_404(Tournament.objects.exclude(state=Tournament.State.DRAFT), slug=slug)
        return found


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    class Meta:
        model = Tournament
        fields = (
            "slug",
            "name",
            "place",
            "starts_on",
            "state",
            "rule_set",
            "booking",
            "rounds_planned",
            "deals_per_round",
            "shared_boards",
            "ranking",
            "tie_breaks",
            "results_version",
            "standings_version",
        )


class TournamentList(ActView, generics.ListAPIView[Tournament]):
    """Every tournament but drafts, newest first."""

    serializer_class = TournamentSerializer

    def get_queryset(self) -> QuerySet[Tournament]:
        return Tournament.objects.exclude(state=Tournament.State.DRAFT)


class TournamentDetail(ActView, generics.RetrieveAPIView[Tournament]):
    """One tournament."""

    serializer_class = TournamentSerializer

    def get_object(self) -> Tournament:
        found = self.tournament()
        assert found is not None  # noqa: S101 - the address has a slug
        return found
