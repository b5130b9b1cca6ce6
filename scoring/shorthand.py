"""A row of a score sheet in shorthand: "n sp h v" is North, Spil in hearts, won.

Reading goes by position, because the letters mean several things: v is Vest and vundet, s is Syd, spar and smidt,
k is klør and kruk. First who plays, then the contract, the suit, and the result; Tout (t+ t-) and another dealer
(g:n) can be taken for nothing else and stand anywhere. Danish and English are both read, whatever the page speaks.
What a row says is only read here. Whether it can be is for `settle_line` to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from engine import Outcome, settle
from engine.cards import HAND_SIZE
from scoring.domain.lines import PAS, DealLine
from tournament.domain.reasons import LONGEST as LONGEST_REASON
from tournament.domain.reasons import required
from tournament.errors import Refused
from tournament.text import clean, search_index, search_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine import RuleSet
    from engine.contracts import ContractSpec

    Contracts = Mapping[tuple[str, ...], tuple[ContractSpec, str]]

LONGEST_ROW: Final = 300
LONGEST_NAME: Final = 6  # words of a name
# Two letters for each contract of the Union. Other rule sets' contracts are written with their names.
CODES: Final = {
    "sp": "spil",
    "bs": "bedre_spil",
    "kn": "kobe_nolo",
    "to": "tourne",
    "tr": "tourne_respekt",
    "so": "solo",
    "ss": "solo_spar",
    "rn": "ren_nolo",
    "no": "nolo_ouvert",
}
ALSO_CALLED: Final = {"respekt": "tourne_respekt", "solo kuloer": "solo_spar", "ouvert": "nolo_ouvert"}
SEAT_LETTERS: Final = {"n": "N", "e": "E", "oe": "E", "o": "E", "s": "S", "w": "W", "v": "W"}
SEAT_NAMES: Final = {
    name: seat
    for seat, names in {
        "N": ("nord", "north"),
        "E": ("oest", "ost", "east"),
        "S": ("syd", "south"),
        "W": ("vest", "west"),
    }.items()
    for name in names
}
SUITS: Final = {
    name: suit
    for suit, names in {
        "H": ("h", "hjerter", "hjerte", "hearts", "heart"),
        "D": ("r", "d", "ruder", "diamonds", "diamond"),
        "C": ("k", "c", "kloer", "klor", "clubs", "club"),
        "S": ("s", "spar", "spades", "spade"),
    }.items()
    for name in names
}
SUIT_SIGNS: Final = dict(zip("♥♦♣♠♡♢♧♤", ("hearts", "diamonds", "clubs", "spades") * 2, strict=True))
THROWN_IN: Final = "smidt"
RESULTS: Final = {
    "v": Outcome.VUNDET.value,
    "w": Outcome.VUNDET.value,
    "vundet": Outcome.VUNDET.value,
    "won": Outcome.VUNDET.value,
    "b": Outcome.BET.value,
    "bet": Outcome.BET.value,
    "k": Outcome.KRUK.value,
    "kruk": Outcome.KRUK.value,
    "s": THROWN_IN,
    "smidt": THROWN_IN,
}
ALL_PASS: Final = {("p",), ("pas",), ("pass",), ("alle", "pas"), ("all", "pass"), ("all", "pas")}

_APART: Final = re.compile(r"[\s;,]+")
_DEALER: Final = re.compile(r"(?:^|(?<=[\s;,]))(?:g|d|giver|dealer)\s*[:=]\s*([^\s;,]+)", re.IGNORECASE)
_NOT_PLAYED: Final = re.compile(
    r"(?:[-–—−](?:\s+|[;,]\s*|(?=[^\W\d])|$)|(?:ikke[\s;,]+spillet|not[\s;,]+played)\b[\s:;,]*)(.*)",
    re.IGNORECASE,
)
_TOUT: Final = re.compile(
    r"(?:^|(?<=[\s;,]))(?:t(?:out)?\s*(?P<sign>[-+–—−])|tout\s+(?P<word>klaret|made|ikke\s+klaret|failed))"
    r"(?=$|[\s;,])",
    re.IGNORECASE,
)
_SIGNED_NUMBER: Final = re.compile(r"[-+–—−]\d")
_ONLY_SIGNS: Final = re.compile(r"[-–—:./|]+")


class Word(NamedTuple):
    """A word as it is compared, and as it was typed."""

    key: str
    typed: str


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters that a language writes seats and suits with. Reading takes every language's."""

    seats: Mapping[str, str]
    suits: Mapping[str, str]


DANISH: Final = Letters({"N": "n", "E": "ø", "S": "s", "W": "v"}, {"H": "h", "D": "r", "C": "k", "S": "s"})
ENGLISH: Final = Letters({"N": "n", "E": "e", "S": "s", "W": "w"}, {"H": "h", "D": "d", "C": "c", "S": "s"})


def read(text: str, *, names: Mapping[str, str], ruleset: RuleSet) -> DealLine | None:
    """The line that a row says; None when nothing is typed. `names` are the players' by seat.

    Raises Refused: `row_unreadable`, `row_no_such_player`, `row_ambiguous_player`, `declarer_missing`,
    `contract_missing`, `row_contract_unknown`, `row_tricks_ambiguous`, `tricks_must_sum_to_nine`,
    `tricks_and_thrown_in`, `outcome_contradicts`, `reason_missing` and `row_reason_too_long`.
    """
    row = clean(text)
    if not row:
        return None
    if len(row) > LONGEST_ROW:
        raise Refused("row_unreadable", text=f"{row[:20]} …")
    first = _DEALER.match(row)
    dealer = _dealer(first, names)
    if first:
        row = row[first.end() :].lstrip(" ;,")
    not_played = _NOT_PLAYED.fullmatch(row)
    if not_played:
        return DealLine(not_played_reason=_reason(not_played[1]), dealer=dealer)
    if not first:
        dealer = _dealer(_DEALER.search(row), names)
        row = _DEALER.sub(" ", row, count=1)
    announced = _TOUT.search(row)
    tout = _tout(announced)
    words = _words(_TOUT.sub(" ", row, count=1))
    if tuple(word.key for word in words) in ALL_PASS:
        if tout:
            raise Refused("pas_with_result")
        return DealLine(outcome=PAS, dealer=dealer)
    return _declared(words, tout, dealer, names, ruleset)


def written(line: DealLine, *, ruleset: RuleSet, letters: Letters = DANISH) -> str:
    """The shortest row that says this line. Read again, it is the same deal; an auction is not told."""
    dealer = [f"g:{letters.seats.get(line.dealer, line.dealer)}"] if line.dealer else []
    if not line.is_played:
        return " ".join([*dealer, "-", line.not_played_reason])
    if line.is_all_pass:
        return " ".join(["p", *dealer])
    spec = next((spec for spec in ruleset.specs if spec.code == line.contract), None)
    words = [letters.seats.get(line.declarer, line.declarer), code_of(line.contract)]
    if line.trump and (spec is None or len(spec.trumps) > 1):
        words.append(letters.suits.get(line.trump, line.trump))
    if line.tricks:
        words.append("".join(str(count) for count in line.tricks))
    elif line.thrown_in:
        words.append("s")
    elif line.outcome:
        words.append(line.outcome[0])
    if line.tout:
        words.append("t+" if line.tout == "made" else "t-")
    return " ".join([*words, *dealer])


def code_of(contract: str) -> str:
    """How a contract is written in a row."""
    return next((code for code, known in CODES.items() if known == contract), contract)


# --- what stands anywhere ---------------------------------------------------------------------------------------------


def _reason(text: str) -> str:
    if len(text) > LONGEST_REASON:
        raise Refused("row_reason_too_long", limit=LONGEST_REASON)
    return required(text)


def _dealer(found: re.Match[str] | None, names: Mapping[str, str]) -> str:
    if found is None:
        return ""
    key = search_key(found[1])
    return _one_of(_called(key.split(), names), found[1], names)


def _tout(found: re.Match[str] | None) -> str:
    if found is None:
        return ""
    return "made" if found["sign"] == "+" or (found["word"] or "").lower() in {"klaret", "made"} else "failed"


def _words(row: str) -> list[Word]:
    """The words of a row. A token may be several: 4-4-1, Anne-Marie."""
    row = re.sub(r"\bthrown\s+in\b", THROWN_IN, row, flags=re.IGNORECASE).replace("\ufe0f", "")
    for sign, name in SUIT_SIGNS.items():
        row = row.replace(sign, f" {name} ")
    words = []
    for token in _APART.split(row):
        keys = search_key(token).split()
        if _SIGNED_NUMBER.match(token) or (token and not keys and not _ONLY_SIGNS.fullmatch(token)):
            raise Refused("row_unreadable", text=token)
        words += [Word(key, token) for key in keys]
    return words


# --- who plays --------------------------------------------------------------------------------------------------------


def _called(phrase: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """The seats that these words may mean. One letter is always a seat; a whole name is that player."""
    if len(phrase) == 1 and phrase[0] in SEAT_LETTERS:
        return [SEAT_LETTERS[phrase[0]]]
    spellings = {seat: _spellings(name) for seat, name in names.items()}
    whole = [seat for seat, spelled in spellings.items() if list(phrase) in spelled]
    if whole:
        return whole
    found = [seat for seat, spelled in spellings.items() if any(_begin(phrase, words) for words in spelled)]
    if len(phrase) == 1 and phrase[0] in SEAT_NAMES:
        found = list(dict.fromkeys([SEAT_NAMES[phrase[0]], *found]))
    return found


def _spellings(name: str) -> list[list[str]]:
    """The words of a name, with å as aa and with å as a."""
    key = search_key(name)
    bare = search_index(name)[len(key) :]
    return [key.split(), bare.split()] if bare else [key.split()]


def _begin(phrase: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each word of the phrase begins a word of its own among the others."""
    if not phrase:
        return True
    return any(
        word.startswith(phrase[0]) and _begin(phrase[1:], [*words[:place], *words[place + 1 :]])
        for place, word in enumerate(words)
    )


def _one_of(seats: Sequence[str], text: str, names: Mapping[str, str]) -> str:
    if not seats:
        raise Refused("row_no_such_player", text=text)
    if len(seats) > 1:
        raise Refused("row_ambiguous_player", text=text, names=[names.get(seat, seat) for seat in seats])
    return seats[0]


# --- what was played --------------------------------------------------------------------------------------------------


def _declared(
    words: list[Word], tout: str, dealer: str, names: Mapping[str, str], ruleset: RuleSet
) -> DealLine:
    declarer, spec, trump, rest = _opening(words, names, ruleset)
    if not trump:
        trump, rest = _suit(rest, spec)
    contract = str(spec.code)
    if trump:
        contract = str(ruleset.named(contract, trump))
    elif len(spec.trumps) == 1 and spec.better_in_spades is None:
        trump = spec.trumps[0].value
    outcome, tricks = _result(rest, spec, ruleset)
    return DealLine(
        declarer=declarer,
        contract=contract,
        trump=trump,
        tricks=tricks,
        outcome="" if outcome == THROWN_IN else outcome,
        thrown_in=outcome == THROWN_IN,
        tout=tout,
        dealer=dealer,
    )


def _opening(
    words: list[Word], names: Mapping[str, str], ruleset: RuleSet
) -> tuple[str, ContractSpec, str, list[Word]]:
    """Who plays what. As many words are the player's as it takes for a contract to follow."""
    contracts = _contracts(ruleset)
    known, in_doubt = 0, None
    for count in range(1, min(len(words), LONGEST_NAME) + 1):
        seats = _called([word.key for word in words[:count]], names)
        if not seats:
            break
        known = count
        found = _contract(words[count:], contracts)
        if found is None:
            continue
        spec, trump, length = found
        if len(seats) == 1:
            return seats[0], spec, trump, words[count + length :]
        in_doubt = in_doubt or (seats, _typed(words[:count]))
    if in_doubt:
        _one_of(*in_doubt, names)
    if not known:
        if not words or _contract(words, contracts):
            raise Refused("declarer_missing")
        raise Refused("row_no_such_player", text=words[0].typed)
    _one_of(_called([word.key for word in words[:known]], names), _typed(words[:known]), names)
    if len(words) == known:
        raise Refused("contract_missing")
    raise Refused("row_contract_unknown", text=words[known].typed)


def _typed(words: Sequence[Word]) -> str:
    return " ".join(dict.fromkeys(word.typed for word in words))


@lru_cache(maxsize=16)
def _contracts(ruleset: RuleSet) -> Contracts:
    """What a contract may be called: its letters with or without a suit's, its code and its name."""
    specs = {str(spec.code): spec for spec in ruleset.specs}
    called: dict[tuple[str, ...], tuple[ContractSpec, str]] = {}
    for code, spec in specs.items():
        for name in (search_key(code), *(" ".join(words) for words in _spellings(spec.name))):
            called[tuple(name.split())] = spec, ""
    for name, code in ALSO_CALLED.items():
        if code in specs:
            called[tuple(name.split())] = specs[code], ""
    for letters, code in CODES.items():
        if code in specs:
            called[(letters,)] = specs[code], ""
            if specs[code].trumps:
                called |= {(letters + suit,): (specs[code], SUITS[suit]) for suit in "hrdkcs"}
    return called


def _contract(words: Sequence[Word], contracts: Contracts) -> tuple[ContractSpec, str, int] | None:
    """The contract that the words begin with, its suit if that is written to it, and how many words it takes."""
    for length in (3, 2, 1):
        found = contracts.get(tuple(word.key for word in words[:length])) if len(words) >= length else None
        if found:
            return *found, length
    return None


def _suit(words: list[Word], spec: ContractSpec) -> tuple[str, list[Word]]:
    """The suit, if the next word is one. A letter that is a result too is a suit only where more follows."""
    start = 1 if len(words) > 1 and words[0].key in {"i", "in"} and words[1].key in SUITS else 0
    if start == len(words) or words[start].key not in SUITS:
        return "", words
    suit = SUITS[words[start].key]
    if words[start].key in RESULTS and start == 0:
        playable = {trump.value for trump in spec.trumps} | ({"S"} if spec.better_in_spades else set())
        if len(words) == 1 or suit not in playable:
            return "", words
    return suit, words[start + 1 :]


# --- how it went ------------------------------------------------------------------------------------------------------


def _result(
    words: list[Word], spec: ContractSpec, ruleset: RuleSet
) -> tuple[str, tuple[int, int, int] | None]:
    """The result and the tricks. That both are missing is for the rules to say."""
    outcome = digits = ""
    for word in words:
        if word.key in RESULTS and not outcome:
            outcome = RESULTS[word.key]
        elif word.key.isascii() and word.key.isdigit():
            digits += word.key
        else:
            raise Refused("row_unreadable", text=word.typed)
    if not digits:
        return outcome, None
    if len(digits) == 1:
        return _of_own_tricks(int(digits), outcome, spec, ruleset)
    if len(digits) != 3:
        raise Refused("tricks_must_sum_to_nine")
    return outcome, (int(digits[0]), int(digits[1]), int(digits[2]))


def _of_own_tricks(
    own: int, claimed: str, spec: ContractSpec, ruleset: RuleSet
) -> tuple[str, tuple[int, int, int] | None]:
    """The result that so many tricks of the declarer's give, however the opponents shared theirs."""
    if claimed == THROWN_IN:
        raise Refused("tricks_and_thrown_in")
    rest = HAND_SIZE - own
    splits = [(own, right, rest - right) for right in range(rest + 1)]
    trump = spec.trumps[0] if spec.trumps else None
    possible = {
        settle(contract=spec.code, trump=trump, tricks=split, ruleset=ruleset).outcome.value
        for split in splits
    }
    if claimed and claimed not in possible:
        raise Refused("outcome_contradicts")
    if not claimed and len(possible) > 1:
        raise Refused("row_tricks_ambiguous", tricks=own)
    return claimed or possible.pop(), splits[0] if len(splits) == 1 else None
