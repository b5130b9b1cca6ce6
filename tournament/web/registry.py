"""Clubs and players: found, made and corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from tournament import queries
from tournament.domain.registry import (
    change_club,
    change_player,
    create_club,
    create_player,
    survivor_of,
)
from tournament.errors import Refused
from tournament.models import Club, Player
from tournament.permissions import Act, allowed_in_all
from tournament.web.access import page, person
from tournament.web.answers import put_on_form
from tournament.web.forms import ClubForm, PlayerForm

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse

A_PAGE = 50


@page(Act.KEEP_REGISTRY)
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """All clubs, or those found."""
    words = request.GET.get("q", "")
    found = Paginator(queries.clubs_found(words), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournament/clubs.html", {"page_obj": found, "q": words})


@page(Act.KEEP_REGISTRY)
@require_http_methods(["GET", "HEAD", "POST"])
def club_new(request: HttpRequest) -> HttpResponse:
    """A new club."""
    form = ClubForm(request.POST or None)
    if form.is_valid():
        try:
            club = create_club(actor=person(request), **form.cleaned_data)
        except Refused as refusal:
            put_on_form(form, refusal, "name")
        else:
            messages.success(request, gettext("{name} is added.").format(name=club.name))
            return redirect("clubs")
    return render(request, "tournament/club_form.html", {"form": form})


@page(Act.KEEP_REGISTRY)
@require_http_methods(["GET", "HEAD", "POST"])
def club_edit(request: HttpRequest, club_uuid: UUID) -> HttpResponse:
    """Rename a club."""
    club = get_object_or_404(Club, uuid=club_uuid)
    form = ClubForm(request.POST or None, initial={"name": club.name, "place": club.place})
    called = club.name
    if form.is_valid():
        try:
            change_club(club=club, actor=person(request), **form.cleaned_data)
        except Refused as refusal:
            put_on_form(form, refusal, "name")
        else:
            messages.success(request, gettext("{name} is saved.").format(name=club.name))
            return redirect("clubs")
    return render(request, "tournament/club_form.html", {"form": form, "called": called})


@page(Act.KEEP_REGISTRY)
@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """All players, or those found."""
    words = request.GET.get("q", "")
    found = Paginator(queries.players_found(words), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournament/players.html", {"page_obj": found, "q": words})


@page(Act.KEEP_REGISTRY)
@require_http_methods(["GET", "HEAD", "POST"])
def player_new(request: HttpRequest) -> HttpResponse:
    """A new player; somebody of the same name is pointed out first."""
    form = PlayerForm(request.POST or None)
    if form.is_valid():
        try:
            player = create_player(actor=person(request), **_settings(form))
        except Refused as refusal:
            put_on_form(form, refusal, "name")
        else:
            messages.success(request, gettext("{name} is added.").format(name=player.name))
            return redirect("players")
    return render(request, "tournament/player_form.html", {"form": form})


@page(Act.KEEP_REGISTRY)
@require_http_methods(["GET", "HEAD", "POST"])
def player_edit(request: HttpRequest, player_uuid: UUID) -> HttpResponse:
    """Correct a player."""
    player = get_object_or_404(Player.objects.select_related("merged_into"), uuid=player_uuid)
    if player.merged_into is not None:
        return redirect("player-edit", survivor_of(player).uuid)
    if player.anonymised_at is not None:
        return redirect("players")
    initial = {
        "name": player.name,
        "club": player.club_id,
        "member_no": player.member_no,
        "public_form": player.public_form,
    }
    form = PlayerForm(request.POST or None, player=player, initial=initial)
    called = player.name
    if form.is_valid():
        try:
            change_player(player=player, actor=person(request), **_settings(form))
        except Refused as refusal:
            put_on_form(form, refusal, "name")
        else:
            messages.success(request, gettext("{name} is saved.").format(name=player.name))
            return redirect("players")
    context = {
        "form": form,
        "called": called,
        "player": player,
        "merged": player.merged.order_by("pk"),
        "may_answer": allowed_in_all(request.user, Act.ANONYMISE, queries.tournaments_naming(player)),
    }
    return render(request, "tournament/player_form.html", context)


def _settings(form: PlayerForm) -> dict[str, Any]:
    return {key: form.cleaned_data[key] for key in ("name", "club", "member_no", "public_form")}
