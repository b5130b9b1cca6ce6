"""The page on which players register themselves. No log-in and no cookie; what was typed is never lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.core import signing
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from tournament import queries
from tournament.domain.entries import give_place
from tournament.domain.signups import sign_up
from tournament.domain.tournaments import change_settings
from tournament.errors import Refused
from tournament.models import NAME_LENGTH, Entry
from tournament.pace import is_too_quick
from tournament.permissions import Act
from tournament.web.access import page, person
from tournament.web.answers import attempt, put_on_form
from tournament.web.entries import back_to, entry_of
from tournament.web.open_forms import is_sent_from_here, key_of, new_token

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Tournament

PURPOSE = "sign-up"
DONE = "spadille.signed-up"
# How long the receipt's address tells the name that was typed.
RECEIPT_GOOD_FOR = 60 * 60


class SignUpForm(forms.Form):
    """Name and club. The third field is for programs that fill in everything they find."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"autocomplete": "name", "spellcheck": "false"}),
        help_text=_("First name and last name."),
        error_messages={"required": _("Write your name.")},
    )
    club_name = forms.CharField(
        label=_("Your club"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "list": "clubs"}),
    )
    website = forms.CharField(
        required=False,
        max_length=200,
        label=_("Leave this empty"),
        widget=forms.TextInput({"autocomplete": "off", "tabindex": "-1"}),
    )

    def clean_website(self) -> str:
        """Nothing, or a program has filled it in."""
        if self.cleaned_data["website"]:
            raise forms.ValidationError(gettext("This field must be empty."))
        return ""


@csrf_exempt
@page(Act.SEE)
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
def signup(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Sign up; or, when that is not possible, why not and what to do."""
    form = SignUpForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        entry, status = _sent(request, tournament, form)
        if entry is not None:
            receipt = signing.dumps([entry.pk, form.cleaned_data["name"]], salt=DONE)
            return redirect(f"{reverse('signup', args=[tournament.slug])}?done={receipt}")
    context = {
        "tournament": tournament,
        "form": form,
        "token": new_token(PURPOSE, tournament.pk),
        "places": queries.places(tournament),
        "clubs": queries.clubs_found("") if tournament.takes_signups else (),
        **_receipt(request, tournament),
    }
    return render(request, "tournament/signup.html", context, status=status)


def _sent(request: HttpRequest, tournament: Tournament, form: SignUpForm) -> tuple[Entry | None, int]:
    """The registration, or None with the sentence on the form and the status of the answer."""
    if not form.is_valid():
        return None, 200
    key = key_of(request.POST.get("token", ""), PURPOSE, tournament.pk)
    if key is None or not is_sent_from_here(request):
        form.add_error(None, gettext("The page was too old. Look at what you wrote, and press once more."))
        return None, 200
    if is_too_quick(request, PURPOSE):
        form.add_error(
            None, gettext("Very many are signing up from here right now. Wait a minute, and press once more.")
        )
        return None, 429
    try:
        entry = sign_up(
            tournament=tournament,
            name=form.cleaned_data["name"],
            club_name=form.cleaned_data["club_name"],
            key=key,
        )
    except Refused as refusal:
        put_on_form(form, refusal, "name" if refusal.code == "name_missing" else None)
        return None, 200
    return entry, 200


def _receipt(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Who has just signed up, for the one who holds the address of the receipt."""
    try:
        pk, name = signing.loads(request.GET.get("done", ""), salt=DONE, max_age=RECEIPT_GOOD_FOR)
    except (signing.BadSignature, TypeError, ValueError):
        return {}
    entry = Entry.objects.filter(pk=pk, tournament=tournament).first()
    if entry is None:
        return {}
    ahead = tournament.entries.filter(state=Entry.State.WAITLISTED, start_no__lt=entry.start_no).count()
    return {"done": entry, "done_name": name, "place_in_line": ahead + 1}


@page(Act.DIRECT)
@require_POST
def switch(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open or close the sign-up."""
    is_open = request.POST.get("open") == "1"
    attempt(
        request,
        lambda: change_settings(tournament=tournament, actor=person(request), signup_open=is_open),
        gettext("Players can sign up themselves.") if is_open else gettext("The sign-up is closed."),
    )
    return redirect("entries", tournament.slug)


@page(Act.DIRECT)
@require_POST
def give(request: HttpRequest, tournament: Tournament, start_no: int) -> HttpResponse:
    """Move somebody up from the waiting list."""
    entry = entry_of(tournament, start_no)
    attempt(
        request,
        lambda: give_place(entry=entry, actor=person(request)),
        gettext("{name} has a place.").format(name=entry.full_name),
    )
    return back_to(request, entry)
