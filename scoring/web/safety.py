"""Snapshots and the steps that need them: take one, look at it, bring the tournament back, remove it before play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.domain.archive_check import recomputed_hash
from scoring.domain.archive_file import LARGEST_FILE, read_archive
from scoring.domain.removal import remove_tournament
from scoring.domain.restore import LaterDeal, build_from, is_of, later_deals, restore
from scoring.domain.snapshots import document_of, keep_uploaded, take_snapshot
from scoring.models import Snapshot
from scoring.web.changes import OCCASIONS, deal_words
from scoring.web.desk import desk_context
from tournament.errors import Refused
from tournament.models import Round, Tournament
from tournament.permissions import Act, allowed
from tournament.sentences import sentence
from tournament.web.access import page, person
from tournament.web.answers import REFUSALS, attempt, put_on_form
from tournament.web.typed import TypedForm

if TYPE_CHECKING:
    from django.http import HttpRequest


class RestoreForm(TypedForm):
    """Why, and what becomes of what came later."""

    later = forms.ChoiceField(
        label=_("What came later"),
        choices=[
            ("keep", _("keep it: deals and penalties are put in again")),
            ("drop", _("put it aside: deals stand on the desk as discarded, penalties are cancelled")),
        ],
        widget=forms.RadioSelect,
        initial="keep",
    )
    reason = forms.CharField(label=_("Reason"), max_length=200)
    based_on = forms.IntegerField(widget=forms.HiddenInput)


@page(Act.DIRECT)
@require_GET
def snapshots(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All snapshots of a tournament, newest first, and whether its standings are as they were then."""
    context = desk_context(request, tournament, "settings")
    context.update(
        snapshots=[
            (snapshot, OCCASIONS.get(snapshot.occasion, snapshot.occasion))
            for snapshot in Snapshot.objects.filter(tournament=tournament)
            .defer("content")
            .select_related("made_by")
        ],
        may_restore=allowed(request.user, Act.RESTORE, tournament),
        may_remove=not tournament.rounds.filter(opened_at__isnull=False).exists(),
    )
    return render(request, "scoring/desk/snapshots.html", context)


@page(Act.DIRECT)
@require_POST
def take(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Keep the tournament as it is now."""
    attempt(
        request,
        lambda: take_snapshot(tournament=tournament, actor=person(request), occasion="asked"),
        gettext("The tournament as it is now is kept."),
    )
    return redirect("snapshots", tournament.slug)


@page(Act.DIRECT)
@require_GET
def download(request: HttpRequest, tournament: Tournament, snapshot_uuid: Any) -> HttpResponse:
    """The archive as a file."""
    snapshot = get_object_or_404(Snapshot, uuid=snapshot_uuid, tournament=tournament)
    answer = HttpResponse(bytes(snapshot.content), content_type="application/gzip")
    stamp = f"{snapshot.made_at:%Y%m%d-%H%M}"
    answer["Content-Disposition"] = f'attachment; filename="{snapshot.slug}-{stamp}.json.gz"'
    return answer


@page(Act.RESTORE)
@require_http_methods(["GET", "HEAD", "POST"])
def restore_page(request: HttpRequest, tournament: Tournament, snapshot_uuid: Any) -> HttpResponse:
    """What restoring would do, and doing it. Sent again by a refresh, it does nothing: the results have moved on."""
    snapshot = get_object_or_404(Snapshot, uuid=snapshot_uuid, tournament=tournament)
    document = document_of(snapshot)
    first = {"based_on": tournament.results_version, "later": "keep"}
    form = RestoreForm(request.POST or None, initial=first, word=tournament.name)
    if form.is_valid():
        if form.cleaned_data["based_on"] != tournament.results_version:
            form.add_error(
                None, gettext("Something has changed since you opened this page. Look again first.")
            )
            data = request.POST.copy()
            data["based_on"] = str(tournament.results_version)
            form.data = data
        elif _restored(request, tournament, document, form):
            return redirect("snapshots", tournament.slug)
    context = desk_context(request, tournament, "settings")
    context.update(
        form=form,
        snapshot=snapshot,
        occasion=OCCASIONS.get(snapshot.occasion, snapshot.occasion),
        later=[_told(one) for one in later_deals(tournament, document)],
        is_sound=recomputed_hash(document) == document["standings_hash"],
        same_standings=snapshot.standings_hash == tournament.standings_hash,
        rounds=[row["number"] for row in document["rounds"]],
        people=len(document["entries"]),
        deals=sum(1 for row in document["deals"] if row["voided_at"] is None),
    )
    return render(request, "scoring/desk/restore.html", context)


def _restored(
    request: HttpRequest, tournament: Tournament, document: dict[str, Any], form: RestoreForm
) -> bool:
    try:
        done = restore(
            tournament=tournament,
            document=document,
            keep_later=form.cleaned_data["later"] == "keep",
            actor=person(request),
            reason=form.cleaned_data["reason"],
        )
    except REFUSALS as refusal:
        put_on_form(form, refusal)
        return False
    parts = [gettext("The tournament is restored.")]
    if done.agrees:
        parts.append(gettext("The standings are those of the snapshot."))
    if done.kept:
        parts.append(gettext("{count} later deals were put in again.").format(count=done.kept))
    if done.put_aside:
        parts.append(gettext("{count} later deals were put aside.").format(count=done.put_aside))
    messages.success(request, " ".join(parts))
    return True


def _told(one: LaterDeal) -> dict[str, Any]:
    deal = one.deal
    return {
        "round": deal.seating.round.number,
        "table": deal.seating.table_no,
        "number": deal.number,
        "words": deal_words({name: getattr(deal, name) for name in SHOWN}),
        "is_new": one.is_new,
        "has_place": one.has_place,
    }


SHOWN = (
    "declarer", "contract", "trump", "tricks", "outcome", "thrown_in", "tout", "not_played_reason", "status", "points",
)  # fmt: skip


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Remove a tournament in which nothing was played."""
    form = TypedForm(request.POST or None, word=tournament.name)
    if form.is_valid():
        try:
            remove_tournament(tournament=tournament, actor=person(request))
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, gettext("{name} is removed.").format(name=tournament.name))
            return redirect("director-home")
    context = desk_context(request, tournament, "settings")
    has_begun = tournament.rounds.exclude(state__in=[Round.State.DRAWN, Round.State.PUBLISHED]).exists()
    context.update(form=form, has_begun=has_begun)
    return render(request, "scoring/desk/remove.html", context)


class ArchiveForm(forms.Form):
    """A file that Spadille has written."""

    file = forms.FileField(label=_("Archive"), help_text=_("A file whose name ends in .json.gz or .json."))


@page(Act.BUILD_FROM_ARCHIVE)
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Read an archive: a tournament that is not here is built, one that is here can be restored from it."""
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        try:
            document = read_archive(form.cleaned_data["file"].read(LARGEST_FILE + 1))
            known = next((one for one in Tournament.objects.all() if is_of(document, one)), None)
            if known is not None:
                snapshot = keep_uploaded(tournament=known, document=document, actor=person(request))
                return redirect("restore", known.slug, snapshot.uuid)
            built = build_from(document=document, actor=person(request))
        except REFUSALS as refusal:
            put_on_form(form, refusal, "file")
        else:
            messages.success(request, gettext("{name} is built from the archive.").format(name=built.name))
            return redirect("desk", built.slug)
    removed = Snapshot.objects.filter(tournament=None).defer("content").order_by("-id")[:20]
    return render(request, "scoring/desk/archive_upload.html", {"form": form, "removed": removed})


@page(Act.BUILD_FROM_ARCHIVE)
@require_POST
def build(request: HttpRequest, snapshot_uuid: Any) -> HttpResponse:
    """Bring a removed tournament back from the snapshot that was taken when it was removed."""
    snapshot = get_object_or_404(Snapshot, uuid=snapshot_uuid, tournament=None)
    try:
        built = build_from(document=document_of(snapshot), actor=person(request))
    except REFUSALS as refusal:
        messages.error(request, sentence(refusal.code, refusal.params))
        return redirect("archive-upload")
    Snapshot.objects.filter(pk=snapshot.pk).update(tournament=built)
    messages.success(request, gettext("{name} is back.").format(name=built.name))
    return redirect("desk", built.slug)
