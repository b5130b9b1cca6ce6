"""Importing a player list in three steps: hand it over, see what would happen, confirm.

Nothing is stored before the third step. The list travels in the form, signed, so that what is confirmed is
what was shown; and it is compared with the registry again each time, which may have changed meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core import signing
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from tournament import queries
from tournament.domain.imports import Decision, ImportResult
from tournament.domain.imports import import_players as import_list
from tournament.errors import Refused
from tournament.imports.columns import find_columns
from tournament.imports.errors import ErrorCode, ImportRefused, RowError
from tournament.imports.match import (
    ClubStatus,
    KnownClub,
    KnownPlayer,
    MatchedRow,
    RowStatus,
    match_rows,
)
from tournament.imports.paste import parse_pasted
from tournament.imports.read import MAX_BYTES, read_player_list
from tournament.imports.rows import PlayerRow, parse_rows
from tournament.models import Club, Player, Tournament
from tournament.permissions import Act
from tournament.sentences import sentence
from tournament.web.access import page, person
from tournament.web.forms import ListForm
from tournament.web.import_words import doubt_words, error_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.core.files.uploadedfile import UploadedFile
    from django.http import HttpRequest, HttpResponse

SALT = "spadille.player-list"
NEW, SKIP, SAME_AS = "new", "skip", "player-"
NAMES_IN_A_MESSAGE = 10


@dataclass(frozen=True)
class PlayerList:
    """A list that was read, as it travels through the form."""

    rows: list[PlayerRow]
    newest_seen: int = 0
    ignored: tuple[str, ...] = ()
    other_sheets: tuple[str, ...] = ()

    def signed(self, tournament: Tournament) -> str:
        """Packed and signed, for this tournament only."""
        content = {
            "tournament": tournament.pk,
            "newest_seen": self.newest_seen,
            "ignored": self.ignored,
            "other_sheets": self.other_sheets,
            "rows": [
                [
                    row.row,
                    row.name,
                    row.club,
                    row.member_no,
                    [[error.row, error.code, error.params] for error in row.errors],
                ]
                for row in self.rows
            ],
        }
        return signing.dumps(content, salt=SALT, compress=True)

    @classmethod
    def from_signed(cls, text: str, tournament: Tournament) -> PlayerList:
        """Raises signing.BadSignature for anything but what `signed` made for this tournament."""
        content = signing.loads(text, salt=SALT)
        if content["tournament"] != tournament.pk:
            raise signing.BadSignature("made for another tournament")
        rows = [
            PlayerRow(
                number,
                name,
                club,
                member_no,
                tuple(RowError(row, ErrorCode(code), params) for row, code, params in errors),
            )
            for number, name, club, member_no, errors in content["rows"]
        ]
        return cls(rows, content["newest_seen"], tuple(content["ignored"]), tuple(content["other_sheets"]))


@dataclass
class Option:
    value: str
    label: str
    is_chosen: bool = False


@dataclass
class Line:
    """A row as the preview shows it."""

    matched: MatchedRow
    words: str
    errors: list[str] = field(default_factory=list)
    options: list[Option] = field(default_factory=list)
    is_missing: bool = False

    @property
    def field_name(self) -> str:
        return f"row-{self.matched.row.row}"

    @property
    def choice(self) -> str:
        return next((option.value for option in self.options if option.is_chosen), "")


@dataclass
class NewClub:
    """A club that nobody has yet; `options` when one with nearly the same name is known."""

    name: str
    field_name: str
    options: list[Option]

    @property
    def known_id(self) -> int | None:
        chosen = next((option.value for option in self.options if option.is_chosen), NEW)
        return int(chosen) if chosen != NEW else None


class Preview:
    """What would happen to every row, with the choices made so far."""

    def __init__(self, listed: PlayerList, tournament: Tournament, choices: Mapping[str, str]) -> None:
        self.listed = listed
        players = {player.pk: player for player in queries.all_players()}
        entered = queries.entered_player_ids(tournament)
        clubs = list(Club.objects.order_by("id"))
        matched = match_rows(
            listed.rows,
            (_known(player, is_entered=key in entered) for key, player in players.items()),
            (KnownClub(club.pk, club.name) for club in clubs),
        )
        self._choices = choices
        self._players, self._entered = players, entered
        self.lines = [self._line(row) for row in matched]
        names = {club.pk: club.name for club in clubs}
        self.new_clubs = self._clubs(matched, names)

    def _line(self, matched: MatchedRow) -> Line:
        line = Line(
            matched,
            self._words(matched),
            [error_words(error, with_row=False) for error in matched.row.errors],
        )
        if matched.status is RowStatus.DOUBTFUL:
            line.options = [
                *(Option(f"{SAME_AS}{key}", self._same_as(key)) for key in matched.candidates),
                Option(NEW, gettext("A new player")),
                Option(SKIP, gettext("Leave out")),
            ]
            chosen = self._choices.get(line.field_name)
            for option in line.options:
                option.is_chosen = option.value == chosen
        return line

    def _words(self, matched: MatchedRow) -> str:
        if matched.status is RowStatus.REPEATED:
            return gettext("the same as row {row}").format(row=matched.other_row)
        if matched.status is RowStatus.DOUBTFUL and matched.reason:
            return doubt_words(matched.reason, matched.other_row)
        if matched.player_id is not None and not self._reads_alike(matched):
            return self._described(matched.player_id)
        return ""

    def _reads_alike(self, matched: MatchedRow) -> bool:
        """Whether the registry has him as the list has him, as far as the list goes."""
        player, row = self._players[matched.player_id or 0], matched.row
        club = player.club.name if player.club else ""
        return row.name == player.name and row.club in {"", club} and row.member_no in {"", player.member_no}

    def _described(self, player_id: int) -> str:
        player = self._players[player_id]
        parts = (player.name, player.club.name if player.club else "", player.member_no)
        return ", ".join(part for part in parts if part)

    def _same_as(self, player_id: int) -> str:
        who = gettext("The same as {player}").format(player=self._described(player_id))
        if player_id in self._entered:
            return gettext("{player} (is registered)").format(player=who)
        return who

    def _clubs(self, matched: Iterable[MatchedRow], names: Mapping[int, str]) -> list[NewClub]:
        found: dict[str, NewClub] = {}
        for row in matched:
            if row.club_status is not ClubStatus.NEW or row.status in {RowStatus.WRONG, RowStatus.REPEATED}:
                continue
            if row.row.club in found:
                continue
            field_name = f"club-{len(found) + 1}"
            options = [Option(str(key), names[key]) for key in row.similar_clubs]
            chosen = self._choices.get(field_name)
            for option in options:
                option.is_chosen = option.value == chosen
            found[row.row.club] = NewClub(row.row.club, field_name, options)
        return list(found.values())

    def count(self, status: RowStatus) -> int:
        return sum(line.matched.status is status for line in self.lines)

    @property
    def counts(self) -> dict[str, int]:
        """How many rows there are of each status."""
        return {str(status): self.count(status) for status in RowStatus}

    @property
    def certain(self) -> int:
        """Rows that will be imported whatever is chosen for the doubtful ones."""
        return self.count(RowStatus.NEW) + self.count(RowStatus.KNOWN)

    @property
    def can_import(self) -> bool:
        return bool(self.certain or self.count(RowStatus.DOUBTFUL))

    def mark_missing(self) -> list[Line]:
        """The doubtful rows for which nothing was chosen."""
        for line in self.lines:
            line.is_missing = bool(line.options) and not line.choice
        return [line for line in self.lines if line.is_missing]

    def decisions(self) -> list[Decision]:
        """What is to be imported. Rows left out, repeated, wrong and entered already have none."""
        clubs = {club.name: club.known_id for club in self.new_clubs}
        return [
            decision
            for line in self.lines
            if (decision := _decision(line, clubs.get(line.matched.row.club))) is not None
        ]


def _known(player: Player, *, is_entered: bool) -> KnownPlayer:
    return KnownPlayer(
        id=player.pk,
        name=player.name,
        club_name=player.club.name if player.club else "",
        member_no=player.member_no,
        entered=is_entered,
    )


def _decision(line: Line, chosen_club: int | None) -> Decision | None:
    matched = line.matched
    player_id = matched.player_id
    if matched.status is RowStatus.DOUBTFUL:
        if line.choice in {"", SKIP}:
            return None
        player_id = None if line.choice == NEW else int(line.choice.removeprefix(SAME_AS))
    elif matched.status not in {RowStatus.NEW, RowStatus.KNOWN, RowStatus.ENTERED}:
        return None
    return Decision(
        row=matched.row.row,
        name=matched.row.name,
        club_name=matched.row.club,
        member_no=matched.row.member_no,
        player_id=player_id,
        club_id=matched.club_id if matched.club_id is not None else chosen_club,
    )


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def import_players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Hand over a list, see it, confirm it: at one address, so that another language starts anew."""
    if "list" in request.POST:
        return _confirm(request, tournament)
    form = ListForm(request.POST or None, request.FILES or None)
    errors: list[str] = []
    if form.is_valid():
        try:
            listed = _read(form.cleaned_data["file"], form.cleaned_data["pasted"])
        except ImportRefused as refused:
            errors = [error_words(error) for error in refused.errors]
        else:
            return _preview_page(request, tournament, Preview(listed, tournament, {}))
    context = {"tournament": tournament, "form": form, "errors": errors}
    return render(request, "tournament/import.html", context)


def _read(file: UploadedFile[bytes] | None, pasted: str) -> PlayerList:
    newest = queries.newest_player_id()
    if file is None:
        return PlayerList(parse_pasted(pasted), newest)
    table = read_player_list(file.read(MAX_BYTES + 1), file.name or "")
    columns = find_columns(table)
    return PlayerList(parse_rows(table, columns), newest, columns.ignored, table.other_sheets)


def _preview_page(request: HttpRequest, tournament: Tournament, preview: Preview) -> HttpResponse:
    context = {
        "tournament": tournament,
        "preview": preview,
        "signed_list": preview.listed.signed(tournament),
        "missing": [line for line in preview.lines if line.is_missing],
    }
    return render(request, "tournament/import_preview.html", context)


def _confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    try:
        listed = PlayerList.from_signed(request.POST["list"], tournament)
    except signing.BadSignature:
        messages.error(request, gettext("The list did not arrive whole. Choose the file again."))
        return redirect("import-players", tournament.slug)
    preview = Preview(listed, tournament, request.POST.dict())
    if preview.mark_missing():
        return _preview_page(request, tournament, preview)
    try:
        result = import_list(
            tournament=tournament,
            decisions=preview.decisions(),
            actor=person(request),
            newest_seen=listed.newest_seen,
        )
    except Refused as refusal:
        messages.error(request, sentence(refusal.code, refusal.params))
        return _preview_page(request, tournament, preview)
    _tell(request, result)
    return redirect("entries", tournament.slug)


def _tell(request: HttpRequest, result: ImportResult) -> None:
    if result.registered:
        parts = [
            ngettext("{count} player is registered.", "{count} players are registered.", result.registered),
            ngettext("{players} new player", "{players} new players", result.new_players),
            ngettext("{clubs} new club", "{clubs} new clubs", result.new_clubs),
        ]
        text = gettext("{registered} Added to the registry: {new_players}, {new_clubs}.").format(
            registered=parts[0].format(count=result.registered),
            new_players=parts[1].format(players=result.new_players),
            new_clubs=parts[2].format(clubs=result.new_clubs),
        )
        messages.success(request, text)
    if result.already:
        names = ", ".join(result.already[:NAMES_IN_A_MESSAGE])
        if len(result.already) > NAMES_IN_A_MESSAGE:
            names += " …"
        messages.info(
            request,
            ngettext(
                "{count} player was registered already and is left as before: {names}",
                "{count} players were registered already and are left as before: {names}",
                len(result.already),
            ).format(count=len(result.already), names=names),
        )
    elif not result.registered:
        messages.info(request, gettext("Nobody was imported: every row was left out."))
