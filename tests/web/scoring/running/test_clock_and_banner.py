"""The clock of a round and the message to everybody: worked on the desk, told on every page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.domain.rounds import close_round
from tests.scenes import begin, play, playing, table
from tests.web.scoring.drawing.conftest import words
from tests.web.scoring.public.pages import address, see, texts
from tournament.domain.banner import show_banner
from tournament.domain.clock import give_table_time, start_clock
from tournament.models import Round, Seating, Tournament

pytestmark = pytest.mark.django_db
PAGES = [("overview",), ("standings",), ("round", 1), ("player-card", 1)]
IDS = [page[0] for page in PAGES]
POLLS = ["tournament-now", "standings-rows"]


@pytest.fixture
def tournament(director):
    return playing(8, director)


def started(tournament: Tournament, minutes: int = 60, ago: int = 0) -> Round:
    round_ = tournament.rounds.get(number=1)
    return start_clock(round_=round_, minutes=minutes, actor=None, at=timezone.now() - timedelta(minutes=ago))


def left(page) -> list[str]:
    return [str(value) for value in page.xpath("//*[@data-clock]/@data-clock-left")]


class TestClock:
    @pytest.mark.parametrize("page", PAGES, ids=IDS)
    def test_every_page_shows_what_is_left_in_seconds(self, visitor, tournament, page):
        started(tournament, 60, ago=15)

        clock = see(visitor, *page[:1], tournament, *page[1:])

        assert [2695 < int(seconds) <= 2700 for seconds in left(clock)] == [True]
        assert len(clock.xpath("//*[@data-clock-running]")) == 1

    def test_the_wall_shows_it(self, visitor, tournament):
        started(tournament)

        assert len(left(see(visitor, "standings", tournament, projector="1"))) == 1

    @pytest.mark.parametrize("page", PAGES, ids=IDS)
    def test_there_is_none_before_it_is_started(self, visitor, tournament, page):
        Round.objects.update(minutes=60)

        assert left(see(visitor, *page[:1], tournament, *page[1:])) == []

    def test_tables_with_time_of_their_own_are_named(self, visitor, tournament):
        started(tournament)
        give_table_time(seating=table(tournament, 1, 2), minutes=5, had=0, actor=None)

        page = see(visitor, "overview", tournament)

        assert texts(page, "//p[@class='clock-extra']/span") == ["Table 2: 5 minutes more"]

    def test_time_that_is_over_is_said_in_words(self, visitor, tournament):
        started(tournament, 60, ago=61)

        page = see(visitor, "overview", tournament)

        assert texts(page, "//*[@data-clock-said]") == ["Time is up"]
        assert int(left(page)[0]) <= -60

    def test_it_goes_when_the_round_is_closed(self, visitor, tournament):
        started(tournament)
        play(tournament, 1)

        assert left(see(visitor, "overview", tournament)) == []

    @pytest.mark.parametrize("poll", POLLS)
    def test_every_poll_says_how_much_is_left_also_when_nothing_is_new(self, visitor, tournament, poll):
        started(tournament, 60, ago=10)
        first = visitor.get(address(poll, tournament))

        again = visitor.get(address(poll, tournament), headers={"If-None-Match": first["ETag"]})

        assert (first.status_code, again.status_code) == (200, 304)
        assert [2995 < int(answer["Spadille-Seconds-Left"]) <= 3000 for answer in (first, again)] == [
            True
        ] * 2

    @pytest.mark.parametrize("poll", POLLS)
    def test_without_a_clock_no_poll_says_so(self, visitor, tournament, poll):
        assert "Spadille-Seconds-Left" not in visitor.get(address(poll, tournament))

    @pytest.mark.parametrize("poll", POLLS)
    def test_start_stop_and_more_time_are_there_at_the_next_poll(self, desk, visitor, tournament, poll):
        etags = [visitor.get(address(poll, tournament))["ETag"]]
        presses = [
            {"do": "start", "minutes": "60"},
            {"do": "stop"},
            {"do": "go-on"},
            {"do": "extra", "minutes": "5", "table": "", "had": "60"},
            {"do": "extra", "minutes": "5", "table": "2", "had-2": "0"},
            {"do": "reset"},
        ]
        for press in presses:
            desk.post(tournament, "rounds/1/clock/", **press)
            answer = visitor.get(address(poll, tournament), headers={"If-None-Match": etags[-1]})
            assert answer.status_code == 200, press
            etags.append(answer["ETag"])
        assert len(set(etags)) == len(etags)

    def test_a_poll_where_nothing_is_new_asks_the_database_once(
        self, visitor, tournament, django_assert_num_queries
    ):
        started(tournament)
        give_table_time(seating=table(tournament, 1, 2), minutes=5, had=0, actor=None)
        etag = visitor.get(address("tournament-now", tournament))["ETag"]

        with django_assert_num_queries(1):
            visitor.get(address("tournament-now", tournament), headers={"If-None-Match": etag})


class TestClockAtTheDesk:
    def test_the_time_of_the_last_round_is_proposed(self, desk, tournament):
        started(tournament, 55)
        play(tournament, 1)
        begin(tournament, 2)

        assert desk.get(tournament, "").context["clock_minutes"] == 55

    def test_extra_time_pressed_twice_is_given_once(self, desk, tournament):
        started(tournament)
        for _ in range(2):
            desk.post(tournament, "rounds/1/clock/", do="extra", minutes="5", table="", had="60")
            desk.post(tournament, "rounds/1/clock/", do="extra", minutes="7", table="1", **{"had-1": "0"})

        assert Round.objects.get(tournament=tournament, number=1).minutes == 65
        assert Seating.objects.get(pk=table(tournament).pk).extra_minutes == 7

    @pytest.mark.parametrize(
        "form",
        [
            {"do": "set", "minutes": ""},
            {"do": "set", "minutes": "en time"},
            {"do": "extra", "minutes": ""},
            {"do": "start"},
            {"do": "set", "minutes": "99999"},
        ],
    )
    def test_what_cannot_be_read_changes_nothing_and_says_so(self, desk, tournament, form):
        answer = desk.post(tournament, "rounds/1/clock/", **form)

        assert "notice is-error" in answer.content.decode()
        assert Round.objects.get(tournament=tournament, number=1).minutes is None

    def test_nothing_happens_for_a_press_that_is_not_known(self, desk, tournament):
        assert desk.post(tournament, "rounds/1/clock/", do="explode").status_code == 200
        assert desk.post(tournament, "rounds/9/clock/", do="start").status_code == 404

    def test_the_panel_is_there_only_while_a_round_is_played(self, desk, tournament):
        assert "clock-title" in desk.get(tournament, "").content.decode()
        round_ = play(tournament, 1, close=False)
        close_round(round_=round_, actor=None)
        assert "clock-title" not in desk.get(tournament, "").content.decode()


class TestBanner:
    def up(self, tournament, text="Frokost kl. 12"):
        return show_banner(tournament=tournament, text=text, actor=None)

    @pytest.mark.parametrize("page", PAGES, ids=IDS)
    def test_it_stands_on_every_page(self, visitor, tournament, page):
        self.up(tournament)

        assert texts(
            see(visitor, *page[:1], tournament, *page[1:]), "//*[contains(@class, 'is-banner')]"
        ) == ["Frokost kl. 12"]

    def test_it_stands_on_the_wall(self, visitor, tournament):
        self.up(tournament)

        page = see(visitor, "standings", tournament, projector="1")

        assert texts(page, "//*[contains(@class, 'is-banner')]") == ["Frokost kl. 12"]

    @pytest.mark.parametrize("poll", POLLS)
    def test_it_comes_and_goes_with_the_next_poll(self, desk, visitor, tournament, poll):
        before = visitor.get(address(poll, tournament))["ETag"]
        desk.post(tournament, "banner/", do="show", text="Bord 3 søger en fjerde")
        up = visitor.get(address(poll, tournament), headers={"If-None-Match": before})
        assert (up.status_code, "Bord 3 søger en fjerde" in up.content.decode()) == (200, True)
        desk.post(tournament, "banner/", do="take-down")
        down = visitor.get(address(poll, tournament), headers={"If-None-Match": up["ETag"]})
        assert (down.status_code, "Bord 3" in down.content.decode()) == (200, False)

    @pytest.mark.parametrize("poll", POLLS)
    def test_what_is_typed_is_text(self, visitor, tournament, poll):
        self.up(tournament, "<script>alert(1)</script> & <b>fed</b>")

        shown = visitor.get(address(poll, tournament)).content.decode()

        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;fed&lt;/b&gt;" in shown
        assert "<script>alert" not in shown

    def test_too_long_a_message_is_refused_with_a_sentence(self, desk, tournament):
        answer = desk.post(tournament, "banner/", do="show", text="x" * 201)

        assert "201 tegn" in words(answer) or "201 characters" in words(answer)
        tournament.refresh_from_db()
        assert tournament.banner == ""

    def test_the_field_takes_two_hundred_characters(self, desk, tournament):
        assert 'maxlength="200"' in desk.get(tournament, "").content.decode()


class TestProtests:
    def test_the_public_pages_say_until_when(self, visitor, director):
        tournament = playing(8, director, rounds_planned=1)
        play(tournament, 1)
        closed_at = timezone.now().replace(hour=20, minute=5, second=0, microsecond=0)
        Round.objects.update(closed_at=closed_at)
        Tournament.objects.update(results_version=900)
        until = timezone.localtime(closed_at + timedelta(minutes=30))

        for name in ("overview", "standings"):
            said = texts(see(visitor, name, tournament), "//p[@class='until']")
            assert said == [f"Protests until {until:%H:%M}"]

    def test_they_say_nothing_before_the_last_round_is_closed(self, visitor, tournament):
        play(tournament, 1)

        assert texts(see(visitor, "overview", tournament), "//p[@class='until']") == []
