"""The verb that makes somebody anonymous wherever he is named. His results stay, and are nobody's.

What is deleted is deleted; the log, which only grows, no longer shows what it says of him. His mark goes into a file
beside the database (`tournament.anonymised`), by which it is done again after an older backup was brought back.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.domain.archive import PARTS
from scoring.domain.locks import lock_sheets_of
from scoring.domain.merge_plans import sheets_naming
from scoring.domain.personal_archives import clean_snapshots
from scoring.domain.personal_texts import (
    ANONYMOUS,
    TEXTS,
    NameFinder,
    cleaned,
    cleaned_settings,
    speaking_keys,
)
from scoring.domain.scores import current_deals, sheet_hash
from scoring.models import Adjustment, Deal, Job, Score, Signature
from tournament import anonymised
from tournament.domain.audit import record
from tournament.domain.locks import lock_players
from tournament.domain.reasons import required
from tournament.domain.redaction import REASON, redact
from tournament.domain.registry import survivor_of
from tournament.domain.results import raise_results_version
from tournament.errors import NotAllowed, Refused
from tournament.models import AuditEntry, DifferentPeople, Entry, Player, Seating, Substitution, Tournament
from tournament.permissions import Act, allowed_in_all
from tournament.queries import REDACTED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from django.db.models import Model, QuerySet

    from scoring.domain.archive import Part
    from tournament.models import User

AGAIN: Final = "backup"


@transaction.atomic
def anonymise_player(*, player: Player, actor: User | None, reason: str) -> Player:
    """Nothing says any more who this was. It cannot be taken back; doing it twice changes nothing.

    It is for the administrator, and for who directs every tournament in which he is named.
    """
    reason = required(reason)
    player = survivor_of(Player.objects.select_related("merged_into").get(pk=player.pk))
    sheets = sheets_naming(player)
    lock_sheets_of(sheets)
    tournaments = list(
        Tournament.objects.select_for_update(no_key=True).filter(pk__in=concerned(player)).order_by("pk")
    )
    if actor is not None and not allowed_in_all(actor, Act.ANONYMISE, tournaments):
        raise NotAllowed("anonymise_needs_director")
    ids = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player)).values_list("pk", flat=True)
    people = list(lock_players(ids).values())
    if sheets_naming(player) != sheets or concerned(player) != {one.pk for one in tournaments}:
        raise Refused("anonymise_changed_meanwhile")
    if all(one.anonymised_at is not None for one in people):
        return player
    finder = NameFinder(one.name for one in people if one.anonymised_at is None)
    _clean_tournaments(tournaments, people, finder)
    _clean_log(tournaments, people, finder, actor)
    _delete_exports(tournaments)
    clean_snapshots(people)
    DifferentPeople.objects.filter(Q(one__in=people) | Q(other__in=people)).delete()
    for one in people:
        _clean_player(one)
    _log(player, tournaments, actor, "" if finder.finds(reason) else reason)
    transaction.on_commit(partial(anonymised.remember, [one.uuid for one in people]), robust=True)
    return next(one for one in people if one.pk == player.pk)


def concerned(player: Player) -> set[int]:
    """The ids of the tournaments in which he is named."""
    named = Q(player=player) | Q(player__merged_into=player)
    return {
        *Entry.objects.filter(named).values_list("tournament_id", flat=True),
        *Substitution.objects.filter(named).values_list("entry__tournament_id", flat=True),
        *Score.objects.filter(named).values_list("entry__tournament_id", flat=True),
    }


def _clean_player(player: Player) -> None:
    player.name, player.member_no, player.club = ANONYMOUS, "", None
    player.public_form = Player.PublicForm.FULL
    player.anonymised_at = timezone.now()
    player.archived_at = player.archived_at or player.anonymised_at
    player.save()


def _clean_tournaments(
    tournaments: Sequence[Tournament], people: Sequence[Player], finder: NameFinder
) -> None:
    """Free texts, and the club he was registered with."""
    his = {entry.pk for entry in Entry.objects.filter(player__in=people)}
    for part in PARTS:
        changed = [
            (row, changes)
            for row in _written(part, tournaments)
            if (changes := cleaned(part.name, vars(row), finder, is_his=_is_about(row, people, his)))
        ]
        with _signatures_kept([row for row, _ in changed]):
            for row, changes in changed:
                part.model._default_manager.filter(pk=row.pk).update(**changes)  # noqa: SLF001
    Entry.objects.filter(pk__in=his).update(club=None)
    for tournament in tournaments:
        settings = cleaned_settings({"banner": tournament.banner, "prizes": tournament.prizes}, finder)
        if settings:
            Tournament.objects.filter(pk=tournament.pk).update(**settings)


def _written(part: Part, tournaments: Sequence[Tournament]) -> QuerySet[Any]:
    """The rows of a part in which somebody may have written something."""
    rows = part.model._default_manager.filter(**{f"{part.lookup}__in": tournaments})  # noqa: SLF001
    if part.name in {"entries", "refused_entries"}:
        return rows
    anything = Q(pk__in=[])
    for name in TEXTS.get(part.name, ()):
        anything |= ~Q(**{name: ""})
    return rows.filter(anything)


def _is_about(row: Model, people: Sequence[Player], his: set[int]) -> bool:
    players = {player.pk for player in people}
    return getattr(row, "entry_id", None) in his or getattr(row, "player_id", None) in players


@contextmanager
def _signatures_kept(rows: Sequence[Model]) -> Iterator[None]:
    """A signature goes on vouching for a sheet of which only such a text changes."""
    sheets = Seating.objects.in_bulk({row.seating_id for row in rows if isinstance(row, Deal)})
    before = {pk: sheet_hash(current_deals(sheet)) for pk, sheet in sheets.items()}
    yield
    for pk, sheet in sheets.items():
        valid = Signature.objects.filter(seating=sheet, sheet_hash=before[pk])
        valid.update(sheet_hash=sheet_hash(current_deals(sheet)))


def _clean_log(
    tournaments: Sequence[Tournament], people: Sequence[Player], finder: NameFinder, actor: User | None
) -> None:
    """Reasons and other texts that speak of him are shown no more. Of what was done to himself no reason is."""
    entries = list(Entry.objects.filter(player__in=people).values_list("pk", flat=True))
    given = list(Adjustment.objects.filter(entry__in=entries).values_list("pk", flat=True))
    own = {"player": {player.pk for player in people}, "entry": set(entries), "adjustment": set(given)}
    texts: dict[int | None, dict[int, set[str]]] = defaultdict(dict)
    rows = AuditEntry.objects.filter(
        Q(tournament_id__in=[one.pk for one in tournaments]) | Q(tournament_id=None)
    )
    for row in rows.exclude(verb=REDACTED).iterator(chunk_size=2000):
        keys = {*speaking_keys(row.before, finder), *speaking_keys(row.after, finder)}
        if row.reason and (row.object_id in own.get(row.object_type, ()) or finder.finds(row.reason)):
            keys.add(REASON)
        if keys:
            texts[row.tournament_id][row.pk] = keys
    for tournament_id, found in texts.items():
        redact(texts=found, on=people[0], tournament=tournament_id, actor=actor)


def _delete_exports(tournaments: Sequence[Tournament]) -> None:
    """Files that name him go; one that is being written is written anew."""
    jobs = Job.objects.filter(tournament__in=tournaments)
    for job in jobs.exclude(file=""):
        transaction.on_commit(partial(job.file.storage.delete, str(job.file.name)))
    jobs.filter(state=Job.State.DONE).update(state=Job.State.EXPIRED, file="")
    jobs.filter(state=Job.State.RUNNING).update(state=Job.State.WAITING, attempts=0)


def _log(player: Player, tournaments: Sequence[Tournament], actor: User | None, reason: str) -> None:
    """In the registry, and in each tournament, whose pages all change."""
    record(actor=actor, verb="anonymise", on=player, reason=reason)
    for tournament in tournaments:
        record(actor=actor, verb="anonymise", on=player, tournament=tournament, reason=reason)
        raise_results_version(tournament.pk)


def reapply_anonymisations() -> int:
    """Make those anonymous again whom the file beside the database names; returns how many had their name back.

    For a database that was brought back from a backup of before. The file learns in turn of whoever it lacks.
    """
    anonymised.remember(Player.objects.exclude(anonymised_at=None).values_list("uuid", flat=True))
    back = Player.objects.filter(uuid__in=anonymised.remembered(), anonymised_at=None)
    count = 0
    for player in back.order_by("pk"):
        # Whoever was merged into somebody else since then is made anonymous with him.
        if Player.objects.filter(pk=player.pk, anonymised_at=None).exists():
            anonymise_player(player=player, actor=None, reason=AGAIN)
            count += 1
    return count
