"""Cards for the tables, and a new code for one of them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.scenes import a_user, play, playing, started, table
from tournament.domain.codes import renew_code, spaced, table_code
from tournament.domain.installation import choose_address
from tournament.domain.rounds import publish_round
from tournament.models import AuditEntry, Player, Seating, StaffRole, Tournament, User
from tournament.web.qr import qr_code

pytestmark = pytest.mark.django_db

ADDRESS = "http://192.168.1.20:8000"


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def desk(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def keeper(tournament: Tournament) -> Client:
    user = a_user("niels", is_director=False)
    StaffRole.objects.create(tournament=tournament, user=user, role=StaffRole.Role.SCOREKEEPER)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def tournament(director: User) -> Tournament:
    return playing(11, director)


@pytest.fixture
def address() -> None:
    choose_address(address=ADDRESS, port=8000, actor=None)


def where(tournament: Tournament, end: str = "cards/", number: int = 1) -> str:
    return f"/en/director/t/{tournament.slug}/rounds/{number}/{end}"


def cards(text: str) -> list[str]:
    """The text of each card, without marks."""
    found = re.findall(r'<section class="table-card[ "].*?</section>', text, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", card).split()) for card in found]


def paths(text: str) -> list[str]:
    return re.findall(r'<path fill="#000" d="([^"]+)"', text)


def test_each_table_has_a_card_with_its_number_names_address_and_code(
    desk: Client, tournament: Tournament, address: None
) -> None:
    shown = cards(desk.get(where(tournament)).text)
    assert len(shown) == 3
    for table_no, card in enumerate(shown, start=1):
        seating = table(tournament, 1, table_no)
        assert card.startswith(f"Table {table_no} Round 1 Prøve")
        assert f" 192.168.1.20:8000 {spaced(table_code(seating))} " in card
        assert {seat.entry.name for seat in seating.seats.all()} <= set(re.findall(r"Spiller \d\d", card))


def test_the_square_is_the_address_of_the_tables_page(
    desk: Client, tournament: Tournament, address: None
) -> None:
    found = paths(desk.get(where(tournament)).text)
    expected = [
        qr_code(f"{ADDRESS}/en/e/{table_code(table(tournament, 1, number))}/").path for number in (1, 2, 3)
    ]
    assert found == expected
    danish = paths(desk.get(where(tournament).removeprefix("/en")).text)
    assert danish[0] == qr_code(f"{ADDRESS}/e/{table_code(table(tournament))}/").path


def test_a_card_says_who_deals_first_and_which_seat_is_empty(
    desk: Client, tournament: Tournament, address: None
) -> None:
    text = desk.get(where(tournament)).text
    first = table(tournament).seats.get(position="S").entry.name
    assert f"S {first} (deals first)" in cards(text)[0]
    assert [card.count("deals first") for card in cards(text)] == [1, 1, 1]
    assert sum(card.count("Empty seat") for card in cards(text)) == 1


def test_the_settings_name_the_address_if_they_do(
    desk: Client, tournament: Tournament, address: None, settings: Any
) -> None:
    settings.PUBLIC_URL = "https://spadille.example.dk"
    text = desk.get(where(tournament)).text
    assert "write spadille.example.dk in the phone" in text
    assert (
        paths(text)[0] == qr_code(f"https://spadille.example.dk/en/e/{table_code(table(tournament))}/").path
    )


def test_without_an_address_nothing_is_printed_and_the_page_says_where_to_choose(
    desk: Client, tournament: Tournament
) -> None:
    text = desk.get(where(tournament)).text
    assert cards(text) == []
    assert '/en/director/phone/"' in text
    assert "Nobody has chosen yet by which address phones come" in text


def test_never_this_machines_own_name(desk: Client, tournament: Tournament, settings: Any) -> None:
    settings.PUBLIC_URL = "http://localhost:8000"
    text = desk.get(where(tournament), HTTP_HOST="localhost:8000").text
    assert cards(text) == []
    assert "localhost" not in text


def test_one_card_is_printed_again(desk: Client, tournament: Tournament, address: None) -> None:
    shown = cards(desk.get(where(tournament, "cards/?table=2")).text)
    assert [card[:7] for card in shown] == ["Table 2"]


@pytest.mark.parametrize("wrong", ["9", "0", "x", "-1", "1.5", "²", "99999999999999999999"])
def test_a_table_that_is_not_there_is_not_found(
    desk: Client, tournament: Tournament, address: None, wrong: str
) -> None:
    assert desk.get(where(tournament, "cards/"), {"table": wrong}).status_code == 404
    assert desk.get(where(tournament, "cards/", number=9)).status_code == 404


def test_a_round_has_cards_from_publishing_to_closing(desk: Client, director: User, address: None) -> None:
    tournament = started(8, director)
    counts = [len(cards(desk.get(where(tournament)).text))]
    publish_round(round_=tournament.rounds.get(number=1), actor=director)
    counts.append(len(cards(desk.get(where(tournament)).text)))
    assert counts == [0, 2]
    other = playing(8, director, name="En anden")
    assert len(cards(desk.get(where(other)).text)) == 2
    play(other, 1)
    closed = desk.get(where(other)).text
    assert cards(closed) == []
    assert "The round is closed" in closed
    assert table_code(table(other)) not in closed.replace(" ", "")


def test_names_are_text(desk: Client, tournament: Tournament, address: None) -> None:
    Player.objects.update(name='<b>Ærø</b> & "Søn"')
    text = desk.get(where(tournament)).text
    assert "<b>Ærø" not in text
    assert "&lt;b&gt;Ærø&lt;/b&gt; &amp; &quot;Søn&quot;" in text


def test_rounds_and_round_lead_to_the_cards(desk: Client, keeper: Client, tournament: Tournament) -> None:
    link = f'href="{where(tournament)}"'
    for browser in (desk, keeper):
        assert link in browser.get(where(tournament, "")).text
        assert link in browser.get(f"/en/director/t/{tournament.slug}/rounds/").text


def test_the_cards_of_many_tables_cost_few_queries(
    desk: Client, director: User, address: None, django_assert_max_num_queries: Any
) -> None:
    tournament = playing(60, director, name="Stor")
    with django_assert_max_num_queries(15):
        assert len(cards(desk.get(where(tournament)).text)) == 15


class TestRenew:
    """A new code for a table."""

    def renew(self, browser: Client, seating: Seating, **form: str) -> Any:
        end = f"tables/{seating.table_no}/renew-code/"
        data = {"generation": str(seating.code_generation), "reason": "kortet er væk"} | form
        return browser.post(where(seating.round.tournament, end), data, follow=True)

    def test_the_new_card_has_the_new_code_and_is_one_press_away(
        self, desk: Client, tournament: Tournament, address: None
    ) -> None:
        old = table(tournament)
        text = self.renew(desk, old).text
        assert f'<a href="{where(tournament)}?table=1">Print the new card</a>' in text
        new = table(tournament)
        assert (new.code_generation, AuditEntry.objects.filter(verb="renew_code").count()) == (2, 1)
        card = cards(desk.get(where(tournament, "cards/?table=1")).text)[0]
        assert spaced(table_code(new)) in card
        assert spaced(table_code(old)) not in card

    def test_from_the_cards_one_comes_back_to_that_card(
        self, desk: Client, tournament: Tournament, address: None
    ) -> None:
        answer = self.renew(desk, table(tournament), **{"from": "cards"})
        assert answer.redirect_chain == [(f"{where(tournament)}?table=1", 302)]
        assert spaced(table_code(table(tournament))) in cards(answer.text)[0]

    def test_sent_twice_it_is_done_once(self, desk: Client, tournament: Tournament) -> None:
        seating = table(tournament)
        self.renew(desk, seating)
        again = self.renew(desk, seating)
        assert "Table 1 has a new code already." in again.text
        assert table(tournament).code_generation == 2

    @pytest.mark.parametrize("form", [{"reason": " "}, {"reason": ""}])
    def test_without_a_reason_the_code_stays(
        self, desk: Client, tournament: Tournament, form: dict[str, str]
    ) -> None:
        assert "notice is-error" in self.renew(desk, table(tournament), **form).text
        assert table(tournament).code_generation == 1

    def test_the_sheet_offers_it_to_directors_while_the_round_is_open(
        self, desk: Client, keeper: Client, tournament: Tournament
    ) -> None:
        sheet, form = where(tournament, "tables/1/"), where(tournament, "tables/1/renew-code/")
        assert form in desk.get(sheet).text
        assert form not in keeper.get(sheet).text
        play(tournament, 1)
        assert form not in desk.get(sheet).text

    def test_a_scorekeeper_prints_and_does_not_renew(
        self, keeper: Client, tournament: Tournament, address: None
    ) -> None:
        text = keeper.get(where(tournament)).text
        assert len(cards(text)) == 3
        assert "renew-code" not in text
        assert self.renew(keeper, table(tournament)).status_code == 403

    def test_the_log_says_so_and_not_the_code(self, desk: Client, tournament: Tournament) -> None:
        renewed = renew_code(seating=table(tournament), actor=None, reason="tabt")
        text = desk.get(f"/en/director/t/{tournament.slug}/log/").text
        assert "made a new table code for round 1, table 1" in text
        assert table_code(renewed) not in text
