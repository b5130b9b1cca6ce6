import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    DECK,
    DLU,
    RuleViolation,
    Suit,
    legal_cards,
    matadors,
    plain_order,
    trick_winner,
    trump_order,
)
from tests.engine.vectors import code_of, each_row

trumps = st.sampled_from([None, *Suit])


@each_row("legal_cards")
def test_legal_cards_of_every_golden_row(row):
    assert list(legal_cards(row["hand"], row["led"], row["trump"])) == row["legal"]


@each_row("trick_winners")
def test_winner_of_every_golden_trick(row):
    assert trick_winner(row["cards"], row["trump"]) == row["winner"]


@st.composite
def leads(draw):
    cards = draw(st.lists(st.sampled_from(DECK), min_size=2, max_size=10, unique=True))
    return cards[1:], cards[0]


@given(leads(), trumps)
def test_legal_cards_are_a_choice_from_the_hand_and_never_empty(lead, trump):
    hand, led = lead
    legal = legal_cards(hand, led, trump)
    assert legal
    assert set(legal) <= set(hand)
    assert list(legal) == sorted(legal)
    assert legal_cards(reversed(hand), led, trump) == legal


@given(leads(), trumps)
def test_a_hand_that_leads_may_play_anything(lead, trump):
    hand, _ = lead
    assert legal_cards(hand, None, trump) == tuple(sorted(hand))


@given(leads())
def test_in_nolo_the_printed_suit_is_followed_without_privilege(lead):
    hand, led = lead
    same = sorted(card for card in hand if card.suit is led.suit)
    assert list(legal_cards(hand, led, None)) == (same or sorted(hand))


@given(leads(), st.sampled_from(Suit))
def test_whoever_need_not_follow_a_trump_holds_higher_matadors_only(lead, trump):
    hand, led = lead
    order = trump_order(trump)
    held = [card for card in hand if card in order]
    legal = set(legal_cards(hand, led, trump))
    if led not in order or not held:
        return
    excused = all(card in matadors(trump) and order.index(card) < order.index(led) for card in held)
    assert legal == (set(hand) if excused else set(held))


@given(leads(), st.sampled_from(Suit))
def test_a_black_ace_never_follows_its_printed_suit(lead, trump):
    hand, led = lead
    if led in trump_order(trump):
        return
    following = sorted(card for card in hand if card in plain_order(led.suit))
    assert list(legal_cards(hand, led, trump)) == (following or sorted(hand))


@given(st.lists(st.sampled_from(DECK), min_size=3, max_size=3, unique=True), trumps)
def test_the_highest_trump_wins_or_else_the_highest_card_of_the_suit_led(cards, trump):
    order = () if trump is None else trump_order(trump)
    if not set(order) & set(cards):
        order = plain_order(cards[0].suit, nolo=trump is None)
    best = min(cards, key=lambda card: order.index(card) if card in order else 99)
    assert cards[trick_winner(cards, trump)] == best


def test_spadille_and_basta_under_manille_is_a_setting():
    hand = ["SA", "CA", "H5"]
    basta = DLU.replace(manille_led="basta")
    assert legal_cards(hand, "S2", "S") == ("CA", "SA")
    assert legal_cards(hand, "S2", "S", basta) == ("CA",)
    assert legal_cards([*hand, "SK"], "S2", "S", basta) == ("CA", "SA", "SK")
    assert legal_cards(hand, "S3", "S", basta) == ("CA", "H5", "SA")


@pytest.mark.parametrize(
    ("hand", "led", "trump", "code"),
    [
        ([], "SA", "S", "empty_hand"),
        (["SA", "SA"], None, "S", "duplicate_card"),
        (["SA", "S2"], "S2", "S", "duplicate_card"),
        (["SA", "S8"], None, "S", "unknown_card"),
        (["SA"], "", "S", "unknown_card"),
        (["SA"], "S9", "S", "unknown_card"),
        (["SA"], "S2", "", "unknown_trump"),
        (["SA"], "S2", "X", "unknown_trump"),
        (DECK[:10], None, "S", "too_many_cards"),
        ("SA", None, "S", "unknown_card"),
        (None, None, None, "unknown_card"),
        ({"SA": 1}, None, None, "unknown_card"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(hand, led, trump, code):
    with pytest.raises(RuleViolation) as error:
        legal_cards(hand, led, trump)
    assert code_of(error) == code


@pytest.mark.parametrize(
    ("cards", "trump", "code"),
    [
        (["SA", "S2"], "S", "trick_needs_three_cards"),
        (["SA", "S2", "S3", "S4"], "S", "trick_needs_three_cards"),
        ([], None, "trick_needs_three_cards"),
        (["SA", "SA", "S2"], "S", "duplicate_card"),
        (["SA", "S2", "S8"], "S", "unknown_card"),
        (["SA", "S2", "S3"], "spar", "unknown_trump"),
    ],
)
def test_a_trick_that_cannot_be_is_refused(cards, trump, code):
    with pytest.raises(RuleViolation) as error:
        trick_winner(cards, trump)
    assert code_of(error) == code
