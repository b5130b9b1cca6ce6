"""Who may be the same person: proposed with the reason, never decided."""

from __future__ import annotations

import pytest

from tournament.alike import Likeness, Person, likely_pairs

SHORT, OTHER = "Basta, Odense", "Manille"


def alike(one: tuple[str, ...], other: tuple[str, ...]) -> Likeness | None:
    people = [Person.of(ref, *[*who, "", ""][:3]) for ref, who in enumerate((one, other), start=1)]
    pairs = likely_pairs(people)
    assert [(pair.one, pair.other) for pair in pairs] in ([], [(1, 2)])
    return pairs[0].likeness if pairs else None


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        (("Søren Ærø", SHORT), ("Søren Ærø", SHORT), Likeness.SAME_NAME),
        (("Søren Ærø", SHORT), ("ÆRØ, Søren", "basta odense"), Likeness.SAME_NAME),
        (("Åse Lind",), ("A\u030ase Lind",), Likeness.SAME_NAME),
        (("Åse Lind",), ("Aase Lind", SHORT), Likeness.SAME_NAME),
        (("Søren Ærø", SHORT), ("Søren Ærø", OTHER), Likeness.SAME_NAME_ELSEWHERE),
        (("Søren Ærø", SHORT, "7"), ("Søren Ærø", SHORT, "8"), Likeness.SAME_NAME_ELSEWHERE),
        (("Søren Ærø", SHORT, "007"), ("Søren Ærø", OTHER, "7"), Likeness.SAME_NAME),
        (("Søren Ærø", SHORT, "7"), ("S. Aakjær", SHORT, "7"), Likeness.SAME_NUMBER),
        (("Søren Ærø", SHORT, "7"), ("S. Aakjær", OTHER, "7"), None),
        (("Bodil Sønderskov",), ("Bodil Sønderskou",), Likeness.SIMILAR_NAME),
        (("Bodil Sønderskov", SHORT, "7"), ("Bodil Sønderskou", SHORT, "8"), None),
        (("Bo Aagaard",), ("Bo Lund Aagaard",), Likeness.SIMILAR_NAME),
        (("Søren Ærø", SHORT), ("S. Ærø", SHORT), Likeness.INITIAL),
        (("Åse Lind", SHORT), ("Å. Lind",), Likeness.INITIAL),
        (("Søren Ærø", SHORT), ("S. Ærø", OTHER), None),
        (("Søren Ærø",), ("B. Ærø",), None),
        (("Bo Bay",), ("Bo Bax",), None),
        (("Ib Dam",), ("Ida Dam",), None),
    ],
)
def test_two_are_alike_for_a_reason(
    one: tuple[str, ...], other: tuple[str, ...], why: Likeness | None
) -> None:
    assert alike(one, other) == why
    assert alike(other, one) == why


def test_the_surest_come_first_and_each_pair_once() -> None:
    people = [
        Person.of(1, "S. Ærø", SHORT, ""),
        Person.of(2, "Søren Ærø", SHORT, ""),
        Person.of(3, "Ærø Søren", "", ""),
        Person.of(4, "Karen Sæby", SHORT, ""),
    ]
    assert [(pair.one, pair.other, str(pair.likeness)) for pair in likely_pairs(people)] == [
        (2, 3, "same_name"),
        (1, 2, "initial"),
    ]
