"""Who directs a tournament and who keeps its scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.db import transaction
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from tournament import queries
from tournament.domain.accounts import create_account
from tournament.domain.staff import appoint, dismiss
from tournament.errors import Refused
from tournament.models import NAME_LENGTH, StaffRole, User
from tournament.permissions import Act
from tournament.web.access import page, person
from tournament.web.answers import attempt, put_on_form
from tournament.web.invitations import form_key

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Tournament


class StaffForm(forms.Form):
    """Somebody with an account, by user name, or somebody new, by full name."""

    who = forms.CharField(
        label=_("User name, or full name of somebody new"),
        max_length=NAME_LENGTH,
        help_text=_("Somebody new gets an account, and the password is shown once."),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=lambda: [(code, capfirst(label)) for code, label in StaffRole.Role.choices],
        initial=StaffRole.Role.SCOREKEEPER,
        widget=forms.RadioSelect,
    )


@page(Act.DIRECT)
def staff(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """See and appoint."""
    form = StaffForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            _appoint(request, tournament, form.cleaned_data["who"].strip(), form.cleaned_data["role"])
        except Refused as refusal:
            put_on_form(form, refusal, "who")
        else:
            return redirect("staff", tournament.slug)
    roles = tournament.staff.select_related("user").order_by("role", "user__full_name")
    context = {
        "tournament": tournament,
        "form": form,
        "roles": roles,
        "invitations": queries.open_invitations(tournament),
        "invite_key": form_key(tournament),
    }
    return render(request, "tournament/staff.html", context)


def _appoint(request: HttpRequest, tournament: Tournament, who: str, role: str) -> None:
    password = ""
    with transaction.atomic():
        user = User.objects.filter(username=who, is_active=True).first()
        if user is None:
            if " " not in who:
                raise Refused("unknown_user", username=who)
            user, password = create_account(full_name=who, actor=person(request))
        appoint(tournament=tournament, user=user, role=role, actor=person(request))
    if password:
        messages.success(
            request,
            gettext(
                "{name} logs in as {username} with the password {password}. It is shown this once."
            ).format(name=user, username=user.username, password=password),
        )
    else:
        messages.success(request, gettext("{name} is appointed.").format(name=user))


@page(Act.DIRECT)
@require_POST
def staff_remove(request: HttpRequest, tournament: Tournament, user_id: int) -> HttpResponse:
    """Take somebody's role away."""
    user = get_object_or_404(User, pk=user_id, staff_roles__tournament=tournament)
    attempt(
        request,
        lambda: dismiss(tournament=tournament, user=user, actor=person(request)),
        gettext("{name} no longer has a role here.").format(name=user),
    )
    return redirect("staff", tournament.slug)
