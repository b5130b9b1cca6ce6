"""Danish text: cleaning, searching, sorting, slugs and the key of a name."""

import re
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournament.text import clean, name_key, search_index, search_key, slugify_danish, sort_key

COMPOSED = "Søren Ærø Åkjær"
DECOMPOSED = unicodedata.normalize("NFD", COMPOSED)

DANISH_ORDER = [
    "Abel",
    "Adam",
    "Andersen, Bo",
    "Andersen, Carl",
    "Anderson",
    "Brix",
    "Dupont",
    "Étienne",
    "Etta",
    "Mikkelsen",
    "Munk",
    "Myhre",
    "Møller",
    "Olsen",
    "Rasmussen",
    "Riis",
    "Rizzo",
    "Riæ",
    "Wagner",
    "Yde",
    "Zahle",
    "Zar",
    "Zeuthen",
    "Zzyzx",
    "Ægidius",
    "Ærø",
    "Öberg",
    "Ørsted",
    "Østergaard",
    "Aabye",
    "Aagaard",
    "Aakjær",
    "Åse",
]


def test_clean_composed_and_decomposed_are_one():
    assert COMPOSED != DECOMPOSED
    assert clean(DECOMPOSED) == clean(COMPOSED) == COMPOSED


@pytest.mark.parametrize(
    ("dirty", "tidy"),
    [
        ("  Anna\t \n Jensen ", "Anna Jensen"),
        ("Anna\u00a0Jensen\u202f", "Anna Jensen"),
        ("An\u200bna\ufeff Jen\u00adsen", "Anna Jensen"),
        ("\u202eAnna\u2069 Jensen", "Anna Jensen"),
        ("An\x00na\x07 Jensen\x7f", "Anna Jensen"),
        ("A\u200d\u030akj\u00e6r", "Åkjær"),
        ("\ufffe\uffffAnna\ud800", "Anna"),
        ("\u3164\u2800", ""),
        ("\x1b[31mrød", "[31mrød"),
        ('=HYPERLINK("http://x","y")', '=HYPERLINK("http://x","y")'),
        ("", ""),
    ],
)
def test_clean_removes_what_cannot_be_seen(dirty, tidy):
    assert clean(dirty) == tidy


def test_clean_cuts_and_leaves_no_space_at_the_end():
    assert clean("Anna Jensen", 5) == "Anna"
    assert clean("Anna Jensen", 6) == "Anna J"
    assert clean("Anna", 40) == "Anna"


@given(st.text(), st.one_of(st.none(), st.integers(1, 20)))
def test_clean_twice_is_clean_once(text, max_length):
    once = clean(text, max_length)
    assert clean(once, max_length) == once
    assert max_length is None or len(once) <= max_length


@pytest.mark.parametrize(
    "typed", ["åkj", "ÅKJ", "aakj", "AAKJ", "a\u030akj", "åkjær", "aakjaer", "akjaer", "søren", "soren"]
)
@pytest.mark.parametrize("name", [COMPOSED, DECOMPOSED])
def test_search_finds_aakjaer_however_it_is_typed(typed, name):
    assert search_key(typed) in search_index(name)


@pytest.mark.parametrize("typed", ["agård", "åg", "aag", "Aagå", "ågaard"])
def test_search_finds_aagaard(typed):
    assert search_key(typed) in search_index("Aagaard")


@pytest.mark.parametrize("typed", ["müll", "mull", "muell", "Mu\u0308ll"])
def test_search_finds_a_german_name(typed):
    assert search_key(typed) in search_index("Müller")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("L'hombre-Klubben, Odense", "lhombre klubben odense"),
        ("L\u2019hombre", "lhombre"),
        ("L\u00b4hombre", "lhombre"),
        ("H.C. Ørsted", "h c oersted"),
        ("René Groß-Łukasz", "rene gross lukasz"),
        ("Ǿ ǽ ǻ", "oe ae aa"),
        ("ﬁn １２", "fin 12"),
        ("Иван", "иван"),
        ("-+=@", ""),
        ("", ""),
    ],
)
def test_search_key_is_plain(text, key):
    assert search_key(text) == key


def test_search_index_without_danish_letters_is_the_key():
    assert search_index("Anna Jensen") == search_key("Anna Jensen") == "anna jensen"


@example("¡각")
@given(st.text())
def test_search_key_twice_is_search_key_once(text):
    key = search_key(text)
    assert search_key(key) == key
    assert search_index(text).startswith(key)


@given(st.text())
def test_keys_do_not_see_the_normal_form(text):
    for form in ("NFC", "NFD"):
        other = unicodedata.normalize(form, text)
        assert (search_key(other), sort_key(other)) == (search_key(text), sort_key(text))


@example("¼" * 120)
@given(st.text(max_size=120))
def test_keys_grow_no_longer_than_is_said(text):
    assert len(search_key(text)) <= 3 * len(text)
    assert len(name_key(text)) <= 3 * len(text)
    assert len(search_index(text)) <= 6 * len(text) + 1
    assert len(sort_key(text)) <= 4 * len(text)


def test_keys_of_a_phrase_in_one_character_are_cut():
    assert (len(search_key("\ufdfa" * 9)), len(sort_key("\ufdfa" * 9))) == (26, 36)


def test_sort_key_gives_danish_order():
    assert sorted(set(DANISH_ORDER), key=sort_key) == DANISH_ORDER
    assert all(first < second for first, second in pairwise(map(sort_key, DANISH_ORDER)))


def test_sort_key_ignores_case_accents_and_signs():
    assert sort_key("ANNE-MARIE") == sort_key("Anne Marie") == sort_key("Anné\u00a0marie")
    assert sort_key("Ågård") == sort_key("Aagaard")
    assert sort_key("Müller") == sort_key("Myller")


def test_sort_key_puts_a_shorter_word_and_digits_first():
    ordered = ["3. hold", "Bo", "Bo Aa", "Bob", "Boa\u030a"]
    assert sorted(set(ordered), key=sort_key) == ordered


def test_sort_key_puts_other_scripts_last():
    assert sort_key("Ååå") < sort_key("Ωmega") < sort_key("Иван")


@given(st.text())
def test_sort_key_holds_nothing_collations_disagree_about(text):
    key = sort_key(text)
    assert re.fullmatch(r"[a-z0-9]*", key, re.ASCII) or not key.isascii()
    assert not re.search(r"aa|[\W_]", key)


@given(*[st.text(alphabet="abxyzæøå 019", max_size=6).map(clean)] * 2)
def test_sort_key_orders_as_the_alphabet_does(first, second):
    alphabet = " 0123456789abcdefghijklmnopqrstuvwxyzæøå"

    def place(text: str) -> list[int]:
        return [alphabet.index(char) for char in text.replace("aa", "å")]

    assert (sort_key(first) < sort_key(second)) == (place(first) < place(second))


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Ærø Åbne 2026", "aeroe-aabne-2026"),
        ("L'hombre på Østerbro!", "lhombre-paa-oesterbro"),
        ("Café Müller", "cafe-muller"),
        ("  --  ", "turnering"),
        ("Турнир", "turnering"),
        ("", "turnering"),
    ],
)
def test_slugify_danish(text, slug):
    assert slugify_danish(text) == slug


def test_slugify_danish_may_be_given_another_fallback():
    assert slugify_danish("***", fallback="klub") == "klub"


@given(st.text(max_size=200))
def test_slugify_danish_always_gives_a_slug(text):
    slug = slugify_danish(text)
    assert len(slug) <= 60
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug)
    assert slugify_danish(slug) == slug


@pytest.mark.parametrize(
    "name",
    ["Ærø, Søren", "søren  ærø", "SØREN ÆRØ", "Soeren Aeroe", unicodedata.normalize("NFD", "Ærø Søren")],
)
def test_name_key_sees_the_same_name(name):
    assert name_key(name) == name_key("Søren Ærø")


def test_name_key_tells_names_apart():
    assert len({name_key(name) for name in ["Bo Jensen", "Bo Bo Jensen", "Bo Jensen-Holm", "Ib Jensen"]}) == 4
