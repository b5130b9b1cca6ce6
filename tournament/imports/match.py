"""Who in a list is known already: proposals for the director, who decides the doubtful ones.

Two mistakes are possible, and the worse is to take two people for one: their results would be mixed. So only
the same name in the same club (or with the same member number) is taken as known; whatever else looks alike
is shown and left to a person.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum

from tournament.alike import (
    SIMILAR_RATIO,
    Person,
    has_middle_name_more,
    is_one_edit,
    is_out_of_reach,
    joined_key,
)
from tournament.imports.rows import PlayerRow
from tournament.text import search_key

MAX_CANDIDATES = 5


class RowStatus(StrEnum):
    """What will become of a row if nobody says otherwise."""

    NEW = "new"  # a new player
    KNOWN = "known"  # the player `player_id`
    ENTERED = "entered"  # the player `player_id`, who is in this tournament already: left alone
    DOUBTFUL = "doubtful"  # a person must choose, for the `reason`, among `candidates` or a new player
    REPEATED = "repeated"  # the same person as in row `other_row` of the list: left out
    WRONG = "wrong"  # the row has errors


class Doubt(StrEnum):
    """Why a person must look."""

    OTHER_CLUB = "other_club"  # the same name in another club
    OTHER_MEMBER_NO = "other_member_no"  # the same name and club, another member number
    SEVERAL_KNOWN = "several_known"  # more than one player has this name
    SIMILAR_NAME = "similar_name"  # nearly the same spelling, or a middle name more or less
    SAME_MEMBER_NO = "same_member_no"  # another name with this member number in this club
    PERHAPS_REPEATED = "perhaps_repeated"  # may be the person of row `other_row`


class ClubStatus(StrEnum):
    NONE = "none"
    KNOWN = "known"
    NEW = "new"


@dataclass(frozen=True)
class KnownClub:
    id: int
    name: str


@dataclass(frozen=True)
class KnownPlayer:
    """A player of the registry; `entered` says whether in the tournament that is imported into."""

    id: int
    name: str
    club_name: str = ""
    member_no: str = ""
    entered: bool = False


@dataclass(frozen=True)
class MatchedRow:
    """A row and what is proposed for it; `candidates` are ids of players, the likeliest first.

    `similar_clubs` are ids of known clubs whose names are nearly that of a new one.
    """

    row: PlayerRow
    status: RowStatus
    reason: Doubt | None = None
    player_id: int | None = None
    candidates: tuple[int, ...] = ()
    other_row: int | None = None
    club_status: ClubStatus = ClubStatus.NONE
    club_id: int | None = None
    similar_clubs: tuple[int, ...] = ()


def match_rows(
    rows: Iterable[PlayerRow], known_players: Iterable[KnownPlayer], known_clubs: Iterable[KnownClub]
) -> list[MatchedRow]:
    """A proposal for every row, in order."""
    clubs = _Clubs(known_clubs)
    matcher = _Matcher(known_players)
    return [clubs.placed(matcher.matched(row)) for row in rows]


class _Matcher:
    """Goes through a list once, remembering whom it has met in it."""

    def __init__(self, known_players: Iterable[KnownPlayer]) -> None:
        self._by_name: defaultdict[str, list[Person]] = defaultdict(list)
        self._by_ends: defaultdict[tuple[str, str], list[Person]] = defaultdict(list)
        self._by_number: defaultdict[str, list[Person]] = defaultdict(list)
        # A typing error seldom hits the first letters of both the first and the last name.
        self._by_initials: defaultdict[tuple[int, str], list[Person]] = defaultdict(list)
        self._earlier: defaultdict[str, list[Person]] = defaultdict(list)
        self._taken: dict[int, int] = {}
        for player in known_players:
            known = Person.of(
                player.id, player.name, player.club_name, player.member_no, entered=player.entered
            )
            self._by_name[known.by_parts].append(known)
            self._by_ends[known.ends].append(known)
            self._by_number[known.number].append(known)
            for end, part in enumerate(known.ends):
                self._by_initials[end, part[:1]].append(known)

    def matched(self, row: PlayerRow) -> MatchedRow:
        if row.errors:
            return MatchedRow(row, RowStatus.WRONG)
        person = Person.of(row.row, row.name, row.club, row.member_no)
        earlier = self._earlier[person.by_parts]
        alike = [other for other in earlier if other.may_share_club(person)]
        sure = [
            other for other in alike if other.club == person.club and not other.contradicts_number(person)
        ]
        is_contradicted = any(other.contradicts_number(person) for other in alike)
        earlier.append(person)
        if sure and not is_contradicted:
            return MatchedRow(row, RowStatus.REPEATED, other_row=sure[0].ref)

        proposal = self._proposal(row, person)
        unlike_clubs = [other for other in alike if other.club != person.club]
        perhaps = [other.ref for other in (sure or unlike_clubs) if not other.contradicts_number(person)]
        if proposal.player_id is not None:
            taken_by = self._taken.setdefault(proposal.player_id, row.row)
            perhaps = perhaps or ([taken_by] if taken_by != row.row else [])
        if not perhaps or proposal.status is RowStatus.DOUBTFUL:
            return proposal
        candidates = () if proposal.player_id is None else (proposal.player_id,)
        return _doubtful(row, Doubt.PERHAPS_REPEATED, candidates, other_row=perhaps[0])

    def _proposal(self, row: PlayerRow, person: Person) -> MatchedRow:
        """What the registry alone says of a row."""
        same_name = self._by_name.get(person.by_parts, [])
        if same_name:
            return _among_namesakes(row, person, same_name)
        similar = self._similar(person)
        if similar:
            return _doubtful(row, Doubt.SIMILAR_NAME, similar)
        same_number = [
            known.ref
            for known in self._by_number.get(person.number, [])
            if known.shares_number(person) and known.may_share_club(person)
        ]
        if same_number:
            return _doubtful(row, Doubt.SAME_MEMBER_NO, same_number)
        return MatchedRow(row, RowStatus.NEW)

    def _similar(self, person: Person) -> list[int]:
        found = {known.ref: ratio for known, ratio in self._nearly_spelt(person)}
        for known in self._by_ends.get(person.ends, []):
            if known.may_share_club(person) and has_middle_name_more(known, person):
                found.setdefault(known.ref, SIMILAR_RATIO)
        return sorted(found, key=lambda ref: (-found[ref], ref))[:MAX_CANDIDATES]

    def _nearly_spelt(self, person: Person) -> Iterator[tuple[Person, float]]:
        comparison = SequenceMatcher(autojunk=False)
        comparison.set_seq2(person.spoken)
        for end, part in enumerate(person.ends):
            for known in self._by_initials.get((end, part[:1]), []):
                if is_out_of_reach(person, known):
                    continue
                comparison.set_seq1(known.spoken)
                if is_one_edit(person.spoken, known.spoken) or comparison.ratio() >= SIMILAR_RATIO:
                    yield known, comparison.ratio()


class _Clubs:
    """The known clubs by name, whatever the signs and spaces in it."""

    def __init__(self, known_clubs: Iterable[KnownClub]) -> None:
        self._ids: dict[str, int] = {}
        self._similar: dict[str, tuple[int, ...]] = {}
        for club in known_clubs:
            self._ids.setdefault(joined_key(club.name), club.id)
            self._ids[search_key(club.name)] = club.id

    def placed(self, matched: MatchedRow) -> MatchedRow:
        """The row with what is known of its club."""
        joined = joined_key(matched.row.club)
        if not joined:
            return matched
        known = self._ids.get(search_key(matched.row.club), self._ids.get(joined))
        if known is not None:
            return replace(matched, club_status=ClubStatus.KNOWN, club_id=known)
        if joined not in self._similar:
            self._similar[joined] = self._similar_to(joined)
        return replace(matched, club_status=ClubStatus.NEW, similar_clubs=self._similar[joined])

    def _similar_to(self, joined: str) -> tuple[int, ...]:
        comparison = SequenceMatcher(autojunk=False)
        comparison.set_seq2(joined)
        found: dict[int, float] = {}
        for key, club_id in self._ids.items():
            comparison.set_seq1(key.replace(" ", ""))
            if comparison.quick_ratio() >= SIMILAR_RATIO and comparison.ratio() >= SIMILAR_RATIO:
                found[club_id] = comparison.ratio()
        return tuple(sorted(found, key=lambda club_id: (-found[club_id], club_id))[:MAX_CANDIDATES])


def _among_namesakes(row: PlayerRow, person: Person, namesakes: list[Person]) -> MatchedRow:
    by_number = [known for known in namesakes if known.shares_number(person)]
    if len(by_number) == 1:
        return _recognised(row, by_number[0])
    possible = by_number or [
        known for known in namesakes if known.may_share_club(person) and not known.contradicts_number(person)
    ]
    in_club = [known for known in possible if person.club and known.club == person.club]
    likeliest = in_club or possible
    if len(likeliest) == 1:
        return _recognised(row, likeliest[0])
    if likeliest:
        return _doubtful(row, Doubt.SEVERAL_KNOWN, [known.ref for known in likeliest])
    same_club = [known.ref for known in namesakes if known.may_share_club(person)]
    if same_club:
        return _doubtful(row, Doubt.OTHER_MEMBER_NO, same_club)
    return _doubtful(row, Doubt.OTHER_CLUB, [known.ref for known in namesakes])


def _recognised(row: PlayerRow, known: Person) -> MatchedRow:
    return MatchedRow(row, RowStatus.ENTERED if known.entered else RowStatus.KNOWN, player_id=known.ref)


def _doubtful(
    row: PlayerRow, reason: Doubt, candidates: Iterable[int], other_row: int | None = None
) -> MatchedRow:
    return MatchedRow(
        row, RowStatus.DOUBTFUL, reason=reason, candidates=tuple(candidates), other_row=other_row
    )
