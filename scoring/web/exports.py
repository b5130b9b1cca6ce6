"""The workbook: ask for it, publish it, and fetch it; on the desk, and as everybody may."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import FileResponse, Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_GET, require_POST, require_safe

from scoring import queries
from scoring.domain.jobs import request_job
from scoring.domain.publishing import publish_workbook, withdraw_workbook
from scoring.models import Job
from scoring.web.desk import desk_context
from scoring.web.now import knows
from tournament.permissions import Act
from tournament.web.access import page, person
from tournament.web.answers import attempt

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

    from tournament.models import Tournament

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MOST_SHOWN = 20


@page(Act.DIRECT)
def exports(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask for the workbook, see how far it is, and fetch it; and what everybody may fetch."""
    if request.method == "POST":
        attempt(
            request,
            lambda: request_job(
                kind=Job.Kind.WORKBOOK, tournament=tournament, actor=person(request), language=_language()
            ),
        )
        return redirect("exports", tournament.slug)
    jobs = list(Job.objects.filter(tournament=tournament).select_related("requested_by")[:MOST_SHOWN])
    context = desk_context(request, tournament, "exports")
    context["jobs"] = [job for job in jobs if job.published_at is None]
    context["publication"] = queries.publication(tournament, _language(), jobs)
    return render(request, "scoring/desk/exports.html", context)


@page(Act.DIRECT)
@require_GET
def export_state(request: HttpRequest, tournament: Tournament, job_uuid: str) -> HttpResponse:
    """How far a job is, for the page that waits for it."""
    job = get_object_or_404(Job, uuid=job_uuid, tournament=tournament)
    return JsonResponse({"state": job.state, "progress": job.progress})


@page(Act.DIRECT)
@require_GET
def download(request: HttpRequest, tournament: Tournament, job_uuid: str) -> HttpResponseBase:
    """The file of a job that is done."""
    return _file(get_object_or_404(Job, uuid=job_uuid, tournament=tournament, state=Job.State.DONE))


@page(Act.DIRECT)
@require_POST
def publish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Have the workbook made that everybody may fetch."""
    attempt(
        request,
        lambda: publish_workbook(tournament=tournament, actor=person(request)),
        gettext("The spreadsheet is being made. Everybody can fetch it as soon as it is there."),
    )
    return redirect("exports", tournament.slug)


@page(Act.DIRECT)
@require_POST
def withdraw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Let nobody fetch it any more."""
    attempt(
        request,
        lambda: withdraw_workbook(tournament=tournament, actor=person(request)),
        gettext("Nobody else can fetch the spreadsheet now."),
    )
    return redirect("exports", tournament.slug)


@page(Act.SEE)
@require_safe
def public_workbook(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The workbook that the director published; 304 for whoever has it already."""
    found = queries.public_workbook(tournament, _language())
    if found is None:
        raise Http404
    etag = f'"workbook-{found.job.uuid}"'
    response = HttpResponse(status=304) if knows(request, etag) else _file(found.job)
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    return response


def workbook_context(tournament: Tournament) -> dict[str, Any]:
    """What `public/workbook_link.html` needs."""
    return {"workbook": queries.public_workbook(tournament, _language())}


def _file(job: Job) -> FileResponse:
    try:
        file = job.file.open("rb")
    except FileNotFoundError:
        raise Http404 from None
    return FileResponse(file, as_attachment=True, filename=job.file_name, content_type=WORKBOOK)


def _language() -> str:
    return get_language() or "da"
