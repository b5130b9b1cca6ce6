"""Invitations to the staff: the link as the director hands it on, and the page that it opens.

Opening a link never takes it, for mail programs and messengers open links too; only a button does.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from tournament import lan, queries
from tournament.domain.invitations import (
    accept_as_new,
    accept_invitation,
    invitation_of,
    invite,
    problem_of,
    role_there,
    withdraw_invitation,
)
from tournament.errors import Refused
from tournament.guesses import must_wait, note_failure, too_many
from tournament.models import NAME_LENGTH, Invitation, User
from tournament.permissions import Act
from tournament.sentences import sentence
from tournament.web.access import page, person
from tournament.web.answers import REFUSALS, attempt, put_on_form
from tournament.web.open_forms import is_sent_from_here, key_of, new_token
from tournament.web.qr import qr_code

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django.http.response import HttpResponseBase

    from tournament.models import Tournament
    from tournament.web.access import View

INVITE, JOIN = "invite", "join"
BACKEND = "django.contrib.auth.backends.ModelBackend"
NOT_FOUND, GONE, SLOW_DOWN = 404, 410, 429


class JoinForm(forms.Form):
    """Somebody without an account."""

    full_name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"autocomplete": "name", "spellcheck": "false"}),
        help_text=_("First name and last name."),
        error_messages={"required": _("Write your name.")},
    )


def confidential(view: View) -> View:
    """The address of these pages is a key: no other page is told it, nobody keeps the page, no robot lists it."""

    @wraps(view)
    def sealed(*args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(*args, **kwargs)
        # Not `no-referrer`: then browsers would not say either that a form was sent from here.
        response["Referrer-Policy"] = "strict-origin"
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Cache-Control"] = "private, no-store"
        return response

    return sealed


# The director's side


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def make(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Make a link and show it, this once; sent twice, it is the same link."""
    key = key_of(request.POST.get("key", ""), INVITE, tournament.pk)
    if request.method != "POST" or key is None:
        return redirect("staff", tournament.slug)
    role, actor = request.POST.get("role", ""), person(request)
    made: list[tuple[Invitation, str]] = []
    if not attempt(
        request,
        lambda: made.append(invite(tournament=tournament, role=role, actor=actor, key=f"{actor.pk}:{key}")),
    ):
        return redirect("staff", tournament.slug)
    invitation, token = made[0]
    problem = problem_of(invitation)
    address = queries.public_address() or f"{request.scheme}://{request.get_host()}"
    link = f"{address}{reverse('invitation', args=[token])}"
    context = {
        "tournament": tournament,
        "invitation": invitation,
        "problem": sentence(problem.code, problem.params) if problem else "",
        "link": link,
        "qr": qr_code(link),
        "is_this_machine": lan.is_loopback(lan.host_and_port(address)[0]),
    }
    return render(request, "tournament/invitation_made.html", context)


@page(Act.DIRECT)
@require_POST
def withdraw(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Make a link useless that was sent to the wrong person, or lost."""
    invitation = get_object_or_404(Invitation, pk=pk, tournament=tournament)
    attempt(
        request,
        lambda: withdraw_invitation(invitation=invitation, actor=person(request)),
        gettext("The link is withdrawn: it opens nothing any more."),
    )
    return redirect("staff", tournament.slug)


def form_key(tournament: Tournament) -> str:
    """What makes the form on the staff page one act."""
    return new_token(INVITE, tournament.pk)


# The invited one's side


@confidential
@page(Act.SEE)
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Who invites to what; the button takes it, for who is logged in."""
    found = _found(request, token)
    if isinstance(found, int):
        return _refused(request, found)
    if request.method == "POST" and request.user.is_authenticated:
        try:
            found = accept_invitation(token=token, actor=person(request))
        except Refused:
            # The page itself says what is in the way, as it is now.
            found = invitation_of(token) or found
        else:
            text = gettext("You are {role} of {name} now.")
            messages.success(request, text.format(role=found.get_role_display(), name=found.tournament.name))
            return redirect("desk", found.tournament.slug)
    return _shown(request, found, token, JoinForm())


@csrf_exempt
@confidential
@page(Act.SEE)
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """An account for somebody new, who is logged in at once and sees the password this once.

    Without Django's own token: logging in changes it, and a form sent twice would be refused instead of answered.
    """
    found = _found(request, token)
    if isinstance(found, int):
        return _refused(request, found)
    stranger = request.user.is_authenticated and request.user != found.taken_by
    if request.method != "POST" or stranger:
        return redirect("invitation", token)
    form = JoinForm(request.POST)
    key = key_of(request.POST.get("key", ""), JOIN, found.pk)
    if form.is_valid() and (key is None or not is_sent_from_here(request)):
        form.add_error(None, gettext("The page was too old. Look at what you wrote, and press once more."))
    if not form.is_valid():
        return _shown(request, found, token, form)
    try:
        user, password = accept_as_new(token=token, full_name=form.cleaned_data["full_name"], key=key or "")
    except REFUSALS as refusal:
        put_on_form(form, refusal, "full_name" if refusal.code == "name_missing" else None)
        return _shown(request, invitation_of(token) or found, token, form)
    login(request, user, backend=BACKEND)
    context = {"invitation": found, "tournament": found.tournament, "account": user, "password": password}
    return render(request, "tournament/invitation_taken.html", context)


def _found(request: HttpRequest, token: str) -> Invitation | int:
    """The invitation, or the status of the answer to who guesses."""
    if must_wait(request):
        return SLOW_DOWN
    found = invitation_of(token)
    if found is not None:
        return found
    note_failure(request)
    return SLOW_DOWN if too_many(request) else NOT_FOUND


def _refused(request: HttpRequest, status: int) -> HttpResponse:
    if status == SLOW_DOWN:
        problem = gettext("Too many wrong links have come from here. Wait a minute, and try again.")
    else:
        problem = sentence("unknown_invitation")
    return render(request, "tournament/invitation.html", {"problem": problem}, status=status)


def _shown(request: HttpRequest, found: Invitation, token: str, form: JoinForm) -> HttpResponse:
    problem: Refused | None = problem_of(found)
    role = role_there(found, request.user) if isinstance(request.user, User) else None
    context = {
        "invitation": found,
        "tournament": found.tournament,
        "token": token,
        "form": form,
        "key": new_token(JOIN, found.pk),
        "problem": sentence(problem.code, problem.params) if problem else "",
        "role": role,
        "is_own": role is not None and found.taken_by == request.user,
    }
    return render(request, "tournament/invitation.html", context, status=GONE if problem else 200)
