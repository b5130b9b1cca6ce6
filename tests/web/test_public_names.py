"""How a name is shown to everybody: whole, first name and initial, or not at all. The staff reads it whole."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation

from scoring.domain.standings import recompute
from scoring.domain.substitutes import substitute
from tests.scenes import a_user, begin, enter, play, playing, table
from tests.walk import EVERYBODY, walk, workbook_text
from tests.web.scoring.public.pages import see, texts
from tournament.domain.registry import change_player, create_player
from tournament.models import Entry, Player
from tournament.text import with_initial

pytestmark = pytest.mark.django_db
# The first and the last name are found nowhere else.
NAME, SUBSTITUTE = "Zacharias Qvistgaard", "Wilhelmine Xanthippesen"
WHOLE = (NAME, SUBSTITUTE)


@pytest.fixture
def tournament():
    """Two rounds; in the second somebody plays for the first at table 1."""
    tournament = playing(8, a_user("grethe"))
    entry = entry_of(tournament)
    rename(entry.player, NAME)
    play(tournament, 1)
    begin(tournament, 2)
    player = create_player(name=SUBSTITUTE, actor=None)
    substitute(entry=entry, player=player, from_round=2, after_deal=0, actor=None, reason="syg")
    for seating in tournament.rounds.get(number=2).seatings.all():
        enter(table(tournament, 2, seating.table_no), 1)
    recompute(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def rename(player, name, public_form="full"):
    change_player(player=player, name=name, club=None, member_no="", public_form=public_form, actor=None)


def entry_of(tournament):
    return Entry.objects.get(
        tournament=tournament, seats__round__number=1, seats__seating__table_no=1, seats__position="N"
    )


def show(form):
    for player in Player.objects.filter(name__in=WHOLE):
        rename(player, player.name, form)


def test_whole_names_are_where_people_look(tournament):
    """Else the tests below would prove nothing."""
    named = {name for kind, name, text in walk(tournament, EVERYBODY) if NAME in text}
    assert {
        "overview", "standings", "standings-rows", "round", "table-entry", "api-standings", "api-seating-sheet",
    } <= named  # fmt: skip


@pytest.mark.parametrize("form", ["initial", "none"])
def test_nobody_without_an_account_reads_more_than_is_shown(tournament, form):
    show(form)
    hidden = ("Qvistgaard", "Xanthippesen", *(("Zacharias", "Wilhelmine") if form == "none" else ()))
    told = {
        (kind, name): [part for part in hidden if part in text]
        for kind, name, text in walk(tournament, EVERYBODY)
    }
    assert {where: parts for where, parts in told.items() if parts} == {}
    card = Client().get(f"/t/{tournament.slug}/players/{entry_of(tournament).start_no}/").text
    assert [part for part in hidden if part in card] == []
    public = workbook_text(tournament, public=True)
    assert [part for part in hidden if part in public] == []


@pytest.mark.parametrize("form", ["initial", "none"])
def test_the_staff_reads_the_whole_name(tournament, form):
    show(form)
    read = {name for kind, name, text in walk(tournament, ["director"]) if NAME in text}
    assert {
        "entries", "desk-round", "adjustments", "sheet", "audit-log", "wishes", "players", "calling-list",
        "categories", "move-deals",
    } <= read  # fmt: skip
    assert NAME in workbook_text(tournament)


@pytest.mark.parametrize(
    ("form", "shown", "other"),
    [
        ("full", NAME, SUBSTITUTE),
        ("initial", "Zacharias Q.", "Wilhelmine X."),
        ("none", "Start number {number}", "name not shown"),
    ],
)
def test_each_form_as_it_stands_in_the_start_list(tournament, form, shown, other):
    show(form)
    entry = entry_of(tournament)
    with translation.override("en"):
        assert entry.name == shown.format(number=entry.start_no)
        assert entry.substitutions.get().name == other
        assert entry.name_in(2) == f"{other} (for {shown.format(number=entry.start_no)})"


def test_a_change_is_seen_at_once_though_nothing_was_played(tournament):
    before = Client().get(f"/t/{tournament.slug}/standings/rows/").headers["ETag"]
    show("none")
    answer = Client().get(f"/t/{tournament.slug}/standings/rows/", headers={"If-None-Match": before})
    assert answer.status_code == 200
    assert "Qvistgaard" not in answer.text


class TestFindingOneself:
    def found(self, tournament, words):
        return texts(see(Client(), "overview", tournament, q=words), "//ul[@class='found']/li//p[1]/a")

    def test_by_the_whole_name(self, tournament):
        assert self.found(tournament, "qvistgaard zach") == [NAME]

    def test_by_the_name_of_the_substitute(self, tournament):
        assert self.found(tournament, "xanthippesen") == [NAME]

    def test_by_what_is_shown_of_it_and_not_by_the_rest(self, tournament):
        show("initial")
        assert self.found(tournament, "zacharias q") == ["Zacharias Q."]
        assert self.found(tournament, "qvistgaard") == []

    def test_by_the_number_only_when_no_name_is_shown(self, tournament):
        show("none")
        entry = entry_of(tournament)
        assert self.found(tournament, "zacharias") == []
        assert self.found(tournament, str(entry.start_no)) == [f"Start number {entry.start_no}"]

    def test_no_place_in_the_list_by_name_tells_the_name(self, tournament):
        show("none")
        tree = see(Client(), "round", tournament, 1)
        names = texts(tree, "//ol[@class='seat-list']/li/a[@class='who']")
        assert names.index(f"Start number {entry_of(tournament).start_no}") == len(names) - 1


class TestBothNames:
    """Scenario 18 on the pages: the start list, the standings, the card, the seats, the phone and the sheet."""

    def test_in_the_start_list_and_the_standings(self, tournament):
        visitor = Client()
        for page in ("overview", "standings"):
            rows = texts(see(visitor, page, tournament), "//tbody/tr/th")
            assert [row for row in rows if NAME in row and f"substitute: {SUBSTITUTE}" in row] != []

    def test_on_the_card(self, tournament):
        entry = entry_of(tournament)
        text = " ".join(texts(see(Client(), "player-card", tournament, entry.start_no), "//main"))
        assert f"substitute: {SUBSTITUTE}" in text
        assert f"{SUBSTITUTE} (for {NAME})" in text

    def test_on_the_seats_of_the_round_he_plays_only(self, tournament):
        visitor = Client()
        both = f"{SUBSTITUTE} (for {NAME})"
        # Last in the list by name: where she looks for herself.
        assert both in texts(see(visitor, "round", tournament, 2), "//ol[@class='seat-list']/li")[-1]
        assert [text for text in texts(see(visitor, "round", tournament, 2), "//ol/li") if both in text] != []
        assert [text for text in texts(see(visitor, "round", tournament, 1), "//ol/li") if both in text] == []

    def test_at_the_table_and_on_the_sheet(self, tournament):
        director = Client()
        director.force_login(tournament.staff.get().user)
        seat = entry_of(tournament).seats.get(round__number=2)
        where = f"/en/director/t/{tournament.slug}/rounds/2/tables/{seat.seating.table_no}/"
        assert f"{SUBSTITUTE} (for {NAME})" in director.get(where).text
        # The grid has room for first names: the one who sits there.
        assert "Wilhelmine" in director.get(f"{where}grid/").text

    def test_in_the_workbook(self, tournament):
        with translation.override("en"):
            text = workbook_text(tournament)
        assert f"{SUBSTITUTE} (for {NAME})" in text
        assert f"substitute: {SUBSTITUTE}" in text

    def test_in_the_answer_of_the_api(self, tournament):
        rows = Client().get(f"/api/v1/tournaments/{tournament.slug}/standings/").json()["rows"]
        assert [row["substitutes"] for row in rows if row["name"] == NAME] == [
            [
                {
                    "name": SUBSTITUTE,
                    "from_round": 2,
                    "after_deal": 0,
                    "until_round": None,
                    "until_deal": None,
                }
            ]
        ]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Anna Marie Holm", "Anna H."),
        ("Holm, Anna Marie", "Anna H."),
        ("Åse Ærø", "Åse Æ."),
        ("Anna", "Anna"),
        ("", ""),
    ],
)
def test_first_name_and_initial(name, short):
    assert with_initial(name) == short
