"""What every API route has in common, and the routes that need no deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils import translation
from rest_framework import generics, serializers
from rest_framework.permissions import BasePermission
from rest_framework.views import APIView

from tournament.models import Tournament
from tournament.permissions import Act, allowed

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from rest_framework.request import Request


class MayDoAct(BasePermission):
    """Lets a request pass if its user may do the view's act, in the tournament the address names."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        tournament = view.tournament() if isinstance(view, ActView) else None
        return allowed(request.user, view.act, tournament)  # type: ignore[attr-defined]  # every view here has one


class ActView(APIView):
    """A route that is one act. It answers in the language the caller asks for, whatever the address."""

    act: ClassVar[Act] = Act.SEE
    permission_classes = (MayDoAct,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        translation.activate(translation.get_language_from_request(request))
        super().initial(request, *args, **kwargs)

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
