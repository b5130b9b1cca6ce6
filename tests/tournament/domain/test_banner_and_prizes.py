"""The message to everybody, and the list of prizes."""

from __future__ import annotations

import pytest

from tests.scenes import registered
from tournament.domain.banner import show_banner, take_banner_down
from tournament.domain.prizes import set_prizes
from tournament.errors import Refused
from tournament.models import AuditEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return registered(4)


def log(*verbs: str) -> list[tuple[str, str]]:
    entries = AuditEntry.objects.filter(verb__in=verbs).order_by("pk")
    return list(entries.values_list("verb", "reason"))


def test_a_message_stands_until_it_is_replaced_or_taken_down(tournament: Tournament) -> None:
    first = show_banner(tournament=tournament, text="  Frokost\nkl. 12 ", actor=None)
    assert first.banner == "Frokost kl. 12"
    same = show_banner(tournament=tournament, text="Frokost kl. 12", actor=None)
    assert same.banner_at == first.banner_at
    second = show_banner(tournament=tournament, text="Runde 2 begynder", actor=None)
    assert second.banner_at != first.banner_at
    down = take_banner_down(tournament=tournament, actor=None)
    assert (down.banner, down.banner_at == second.banner_at) == ("", False)
    take_banner_down(tournament=tournament, actor=None)
    assert log("show_banner", "take_banner_down") == [
        ("show_banner", "Frokost kl. 12"),
        ("show_banner", "Runde 2 begynder"),
        ("take_banner_down", ""),
    ]


def test_a_message_is_some_words_and_at_most_two_hundred_characters(tournament: Tournament) -> None:
    with pytest.raises(Refused, match="banner_missing"):
        show_banner(tournament=tournament, text=" \u200b\n", actor=None)
    with pytest.raises(Refused, match="banner_too_long"):
        show_banner(tournament=tournament, text="x" * 201, actor=None)
    assert show_banner(tournament=tournament, text="å" * 200, actor=None).banner == "å" * 200


def test_prizes_are_kept_in_order_by_category_and_place(tournament: Tournament) -> None:
    prizes = [("", 2, " Rødvin "), ("Junior", 1, "Bog"), ("", 1, "Pokal"), ("", 1, "Hvidvin")]
    kept = set_prizes(tournament=tournament, prizes=prizes, actor=None)
    assert [(row["category"], row["place"], row["text"]) for row in kept.prizes] == [
        ("", 1, "Pokal"),
        ("", 1, "Hvidvin"),
        ("", 2, "Rødvin"),
        ("Junior", 1, "Bog"),
    ]
    set_prizes(tournament=tournament, prizes=reversed(prizes[:2] + prizes[2:]), actor=None)
    set_prizes(tournament=tournament, prizes=[], actor=None)
    set_prizes(tournament=tournament, prizes=[], actor=None)
    afters = [entry.after for entry in AuditEntry.objects.filter(verb="set_prizes").order_by("pk")]
    assert afters[0] == {"prizes": 4}
    assert afters[-1] == {"prizes": 0}


@pytest.mark.parametrize(
    ("prize", "code"),
    [
        (("", 0, "Pokal"), "impossible_place"),
        (("", 1000, "x"), "impossible_place"),
        (("", 1, " "), "prize_without_text"),
    ],
)
def test_a_prize_that_is_none_is_refused(
    tournament: Tournament, prize: tuple[str, int, str], code: str
) -> None:
    with pytest.raises(Refused, match=code):
        set_prizes(tournament=tournament, prizes=[prize], actor=None)
