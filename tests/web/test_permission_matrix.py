"""Who may reach what: every address of the site, walked as every kind of person.

A route that is not in the table fails the test: a new page must say here whom it is for.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scoring.domain.jobs import request_job
from scoring.domain.snapshots import take_snapshot
from scoring.models import Job, Snapshot
from tests.scenes import a_user, enter, playing, table
from tournament.domain.codes import table_code
from tournament.domain.invitations import invite
from tournament.models import Club, Player, StaffRole, Tournament, User
from tournament.permissions import Act

pytestmark = pytest.mark.django_db

EVERYBODY = {
    "visitor", "table", "other table", "other director", "scorekeeper", "director", "administrator"
}  # fmt: skip
KEEPERS = {"scorekeeper", "director", "administrator"}
DIRECTORS = {"director", "administrator"}
AT_THE_TABLE = {"table", *KEEPERS}
REGISTRY = {"other director", "director", "administrator"}

PAGES: dict[str, set[str]] = {
    "home": EVERYBODY,
    "login": EVERYBODY,
    "logout": EVERYBODY,
    "overview": EVERYBODY,
    "tournament-now": EVERYBODY,
    "moment": EVERYBODY,
    "prizes": EVERYBODY,
    "public-workbook": EVERYBODY,
    "standings": EVERYBODY,
    "standings-rows": EVERYBODY,
    "round": EVERYBODY,
    "boards": EVERYBODY,
    "board": EVERYBODY,
    "round-seats": EVERYBODY,
    "player-card": EVERYBODY,
    "person": EVERYBODY,
    "code-box": EVERYBODY,
    "table-entry": EVERYBODY,
    "service-worker": EVERYBODY,
    "guide": EVERYBODY,
    "phone-ok": EVERYBODY,
    "invitation": EVERYBODY,
    "invitation-new": EVERYBODY,
    "signup": EVERYBODY,
    "director-home": {"other director", *KEEPERS},
    "styleguide": {"other director", *KEEPERS},
    "try-phone": {"other director", *KEEPERS},
    "phone-seen": {"other director", *KEEPERS},
    "choose-address": REGISTRY,
    "clubs": REGISTRY,
    "club-new": REGISTRY,
    "club-edit": REGISTRY,
    "players": REGISTRY,
    "player-new": REGISTRY,
    "player-edit": REGISTRY,
    "player-stored": DIRECTORS,
    "player-stored-file": DIRECTORS,
    "player-anonymise": DIRECTORS,
    "duplicates": REGISTRY,
    "different-people": REGISTRY,
    "merge-players": REGISTRY,
    "tournament-new": REGISTRY,
    "desk": KEEPERS,
    "desk-waiting": KEEPERS,
    "answer-call": DIRECTORS,
    "desk-rounds": KEEPERS,
    "desk-round": KEEPERS,
    "board-movement": KEEPERS,
    "sheet": KEEPERS,
    "sheet-grid": KEEPERS,
    "round-grid": KEEPERS,
    "table-cards": KEEPERS,
    "paper": KEEPERS,
    "paper-day": KEEPERS,
    "paper-people": DIRECTORS,
    "paper-points": KEEPERS,
    "paper-all-seats": KEEPERS,
    "paper-seats": KEEPERS,
    "paper-sheets": KEEPERS,
    "paper-blank": KEEPERS,
    "paper-diplomas": DIRECTORS,
    "renew-code": DIRECTORS,
    "sign-sheet": KEEPERS,
    "reopen-sheet": DIRECTORS,
    "penalise-notice": DIRECTORS,
    "lose-player": DIRECTORS,
    "take-player-back": DIRECTORS,
    "move-deals": DIRECTORS,
    "undo-move": DIRECTORS,
    "finish-tournament": DIRECTORS,
    "take-back-final": DIRECTORS,
    "undo-step": DIRECTORS,
    "banner": DIRECTORS,
    "round-clock": DIRECTORS,
    "reopen-round": DIRECTORS,
    "release": DIRECTORS,
    "lots": DIRECTORS,
    "edit-prizes": DIRECTORS,
    "prize-list": DIRECTORS,
    "draw-rounds": DIRECTORS,
    "draw-again": DIRECTORS,
    "seat-by-hand": DIRECTORS,
    "rewrite-round": DIRECTORS,
    "replan": DIRECTORS,
    "swap-seats": DIRECTORS,
    "repair-seats": DIRECTORS,
    "wishes": DIRECTORS,
    "wish-remove": DIRECTORS,
    "wish-release": DIRECTORS,
    "discard-draws": DIRECTORS,
    "publish-round": DIRECTORS,
    "open-round": DIRECTORS,
    "close-round": DIRECTORS,
    "decide-refused": DIRECTORS,
    "adjustments": DIRECTORS,
    "cancel-adjustment": DIRECTORS,
    "exports": DIRECTORS,
    "export-state": DIRECTORS,
    "export-download": DIRECTORS,
    "publish-workbook": DIRECTORS,
    "withdraw-workbook": DIRECTORS,
    "audit-log": DIRECTORS,
    "snapshots": DIRECTORS,
    "take-snapshot": DIRECTORS,
    "snapshot-file": DIRECTORS,
    "remove-tournament": DIRECTORS,
    "restore": {"administrator"},
    "archive-upload": {"administrator"},
    "archive-build": {"administrator"},
    "tournament-settings": DIRECTORS,
    "open-registration": DIRECTORS,
    "start-tournament": DIRECTORS,
    "import-players": DIRECTORS,
    "entries": DIRECTORS,
    "staff": DIRECTORS,
    "staff-remove": DIRECTORS,
    "invite": DIRECTORS,
    "withdraw-invitation": DIRECTORS,
    "entry-new": DIRECTORS,
    "entry-details": DIRECTORS,
    "categories": DIRECTORS,
    "substitute": DIRECTORS,
    "substitution-end": DIRECTORS,
    "substitution-cancel": DIRECTORS,
    "entry-register": DIRECTORS,
    "check-in-all": DIRECTORS,
    "signup-switch": DIRECTORS,
    "calling-list": DIRECTORS,
    "withdraw-absent": DIRECTORS,
    "call-name": DIRECTORS,
    "entry-give-place": DIRECTORS,
    "entry-fee": DIRECTORS,
    "same-again": DIRECTORS,
    "entry-check-in": DIRECTORS,
    "entry-undo-check-in": DIRECTORS,
    "entry-remove": DIRECTORS,
    "entry-withdraw": DIRECTORS,
    "entry-return": DIRECTORS,
    "remove-demo": {"administrator"},
    "whole-log": {"administrator"},
}
API: dict[str, set[str]] = {
    "api-schema": EVERYBODY,
    "api-tournaments": EVERYBODY,
    "api-tournament": EVERYBODY,
    "api-standings": EVERYBODY,
    "api-board": EVERYBODY,
    "api-deal-preview": EVERYBODY,
    "api-auction-check": EVERYBODY,
    "api-ruleset-auction": EVERYBODY,
    "api-seating-deals": AT_THE_TABLE,
    "api-deal": AT_THE_TABLE,
    "api-deal-void": AT_THE_TABLE,
    "api-deal-effect": DIRECTORS,
    "api-seating-rows": AT_THE_TABLE,
    "api-seating-rows-check": AT_THE_TABLE,
    "api-seating-sheet": AT_THE_TABLE,
    "api-seating-sign": AT_THE_TABLE,
    "api-seating-call": AT_THE_TABLE,
    "api-seating-board": AT_THE_TABLE,
}


@pytest.fixture
def tournament() -> Tournament:
    return playing(8, a_user("grethe"))


@pytest.fixture
def people(tournament: Tournament) -> dict[str, Client]:
    """A browser for every kind of person."""
    keeper = a_user("niels", is_director=False)
    StaffRole.objects.create(tournament=tournament, user=keeper, role="scorekeeper")
    users: dict[str, User | None] = {
        "visitor": None,
        "other director": a_user("ove"),
        "scorekeeper": keeper,
        "director": User.objects.get(username="grethe"),
        "administrator": a_user("karen", is_superuser=True, is_director=False),
    }
    browsers = {}
    for kind, user in users.items():
        browsers[kind] = Client()
        if user is not None:
            browsers[kind].force_login(user)
    for kind, table_no in (("table", 1), ("other table", 2)):
        code = table_code(table(tournament, 1, table_no))
        browsers[kind] = Client(headers={"Authorization": f"Table {code} E"})
    return browsers


def routes(
    resolver: URLResolver | None = None, parts: tuple[str, ...] = ()
) -> dict[str, tuple[URLPattern, tuple[str, ...]]]:
    """Every named route with the parts of its address."""
    found: dict[str, tuple[URLPattern, tuple[str, ...]]] = {}
    for pattern in (resolver or get_resolver()).url_patterns:
        own = (*parts, *getattr(pattern.pattern, "converters", {}))
        if isinstance(pattern, URLResolver):
            found |= routes(pattern, own)
        else:
            found[str(pattern.name)] = (pattern, own)
    return found


def address(name: str, tournament: Tournament) -> str:
    """The route's address with something that exists for each of its parts."""
    seating = table(tournament)
    values: dict[str, Any] = {
        "slug": tournament.slug,
        "number": 1,
        "board": 1,
        "table_no": 1,
        "start_no": 1,
        "club_uuid": Club.objects.values_list("uuid", flat=True).first(),
        "player_uuid": Player.objects.values_list("uuid", flat=True).first(),
        "job_uuid": Job.objects.values_list("uuid", flat=True).first(),
        "seating": seating.uuid,
        "code": table_code(seating),
        "token": invite(tournament=tournament, role="scorekeeper", actor=None, key="walk")[1],
        "deal": seating.deals_entered.values_list("pk", flat=True).first(),
        "snapshot_uuid": Snapshot.objects.values_list("uuid", flat=True).first(),
        "refused_id": 1,
        "user_id": 1,
        "pk": 1,
        "deal_id": 1,
        "index": 0,
        "ruleset": "dlu",
    }
    return reverse(name, kwargs={part: values[part] for part in routes()[name][1]})


def test_every_route_is_in_the_table() -> None:
    assert set(routes()) == {*PAGES, *API}


def test_every_page_names_the_act_it_is() -> None:
    for name, (pattern, _) in routes().items():
        view = pattern.callback
        act = getattr(view, "act", None) or getattr(getattr(view, "cls", None), "act", None)
        assert isinstance(act, Act) or name == "api-schema", name


def test_every_page_lets_in_just_those_it_is_for(tournament: Tournament, people: dict[str, Client]) -> None:
    Club.objects.create(name="Hobro")
    request_job(kind=Job.Kind.WORKBOOK, tournament=tournament, actor=None, language="da")
    take_snapshot(tournament=tournament, actor=None, occasion="asked")
    let_in: dict[str, set[str]] = {}
    for name, expected in PAGES.items():
        where = address(name, tournament)
        let_in[name] = set()
        for kind, browser in people.items():
            answer = browser.get(where)
            sent_to_log_in = answer.status_code == 302 and answer.headers["Location"].startswith("/login/")
            assert answer.status_code < 500, (name, kind)
            has_no_account = kind in {"visitor", "table", "other table"}
            assert sent_to_log_in == (has_no_account and kind not in expected), (name, kind)
            if answer.status_code != 403 and not sent_to_log_in:
                let_in[name].add(kind)
    assert let_in == PAGES


def test_every_api_route_lets_in_just_those_it_is_for(
    tournament: Tournament, people: dict[str, Client]
) -> None:
    enter(table(tournament), 1)
    let_in: dict[str, set[str]] = {}
    for name in API:
        where = address(name, tournament)
        let_in[name] = set()
        for kind, browser in people.items():
            for method in (browser.get, browser.post):
                answer = method(where, content_type="application/json")
                assert answer.status_code not in {301, 302}, (name, kind)
                if answer.status_code not in {401, 403}:
                    let_in[name].add(kind)
    assert let_in == API


def test_a_draft_is_seen_by_its_staff_only(people: dict[str, Client], tournament: Tournament) -> None:
    Tournament.objects.update(state="draft")
    seen = {
        kind for kind, browser in people.items() if browser.get(f"/t/{tournament.slug}/").status_code == 200
    }
    assert seen == KEEPERS


def test_what_belongs_to_another_tournament_is_not_found(
    people: dict[str, Client], tournament: Tournament
) -> None:
    other = playing(4, User.objects.get(username="ove"), name="En anden")
    job = request_job(kind=Job.Kind.WORKBOOK, tournament=other, actor=None, language="da")
    assert isinstance(job.uuid, UUID)
    answer = people["director"].get(f"/director/t/{tournament.slug}/export/{job.uuid}/")
    assert answer.status_code == 404
