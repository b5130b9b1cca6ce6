"""The codes of the audit log in words."""

import pytest
from django.utils.translation import override

from scoring.web.changes import change_words, deal_words

WON = {
    "declarer": "E",
    "contract": "tourne",
    "trump": "S",
    "outcome": "vundet",
    "tricks": [9, 0, 0],
    "tout": "made",
    "points": 3,
}
BETTER = {"declarer": "N", "contract": "bedre_spil", "trump": "S", "outcome": "bet", "points": -1}
THROWN = {
    "declarer": "W", "contract": "kobe_nolo", "trump": "", "outcome": "bet", "thrown_in": True, "points": -2
}  # fmt: skip


@pytest.mark.parametrize(
    ("codes", "danish"),
    [
        (WON, "Ø: Tourné i spar, vundet, 9-0-0, Tout klaret, +3"),
        (BETTER, "N: Bedre spil, bet, −1"),
        (THROWN, "V: Købe nolo, smidt, −2"),
        ({"declarer": "", "contract": "", "outcome": "pas", "points": 0}, "alle pas, 0"),
        ({"contract": "", "not_played_reason": "tiden løb ud"}, "ikke spillet: tiden løb ud"),
        ({"declarer": "N", "contract": "vole", "trump": "H", "outcome": "vundet"}, "N: vole, vundet"),
    ],
)
def test_a_deal_is_told_in_the_readers_words(codes, danish):
    with override("da"):
        assert deal_words(codes) == danish


def test_a_deal_is_told_in_english_too():
    with override("en"):
        assert deal_words(WON) == "E: Tourné in spades, won, 9-0-0, Tout made, +3"


@pytest.mark.parametrize(
    ("codes", "kind", "danish"),
    [
        (None, "round", ""),
        ({"state": "closed", "number": 2}, "round", "status: lukket"),
        ({"state": "open"}, "tournament", "status: åben for tilmelding"),
        ({"state": "open"}, "seating", "status: åbent"),
        ({"points": -1, "reason": "other"}, "adjustment", "point: −1, begrundelse: andet"),
        ({"shared_boards": False}, "tournament", "de samme mapper ved alle borde: nej"),
        ({"tie_breaks": ["best_round"]}, "tournament", "afgørelse ved pointlighed: bedste runde"),
        ({"starts_on": "2026-12-05", "place": ""}, "tournament", "dato: 5. december 2026"),
        ({"first_dealer": "E"}, "tournament", "første giver: Ø"),
        ({"something_new": 7}, "round", "something_new: 7"),
    ],
)
def test_a_change_is_told_without_a_code(codes, kind, danish):
    with override("da"):
        assert change_words(codes, kind) == danish
