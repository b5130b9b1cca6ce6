"""Verbs on categories: free words on entries, such as veteran or beginner. They rank people, and change no points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from tournament.domain.audit import record
from tournament.domain.locks import lock_tournament
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Entry, Tournament
from tournament.text import clean, search_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tournament.models import User

LONGEST = 40
MOST = 10


@transaction.atomic
def set_labels(*, entry: Entry, labels: Sequence[str], actor: User | None) -> Entry:
    """The words of one entry, in this order. A word that is used in the tournament keeps its spelling."""
    tournament = lock_tournament(entry.tournament_id)
    wanted: list[str] = []
    for label in labels:
        wanted = with_label(wanted, _spelt(tournament, label))
    entry = Entry.objects.get(pk=entry.pk)
    _write(tournament, {entry: wanted}, actor)
    return entry


@transaction.atomic
def add_label(*, tournament: Tournament, start_nos: Iterable[int], label: str, actor: User | None) -> int:
    """Give all of these the word; returns how many did not have it."""
    tournament = lock_tournament(tournament.pk)
    label = _spelt(tournament, label)
    chosen = tournament.entries.filter(start_no__in=set(start_nos))
    return _write(tournament, {entry: with_label(entry.labels, label) for entry in chosen}, actor)


@transaction.atomic
def remove_label(*, tournament: Tournament, start_nos: Iterable[int], label: str, actor: User | None) -> int:
    """Take the word from all of these; returns how many had it."""
    tournament = lock_tournament(tournament.pk)
    label = _spelt(tournament, label)
    chosen = tournament.entries.filter(start_no__in=set(start_nos))
    return _write(tournament, {entry: without_label(entry.labels, label) for entry in chosen}, actor)


def has_label(labels: Iterable[str], label: str) -> bool:
    """Whether the word is among them, however it is spelt."""
    return search_key(label) in map(search_key, labels)


def with_label(labels: list[str], label: str) -> list[str]:
    """The words and this one."""
    return labels if has_label(labels, label) else [*labels, label]


def without_label(labels: list[str], label: str) -> list[str]:
    """The words but this one."""
    return [one for one in labels if not has_label([one], label)]


def _spelt(tournament: Tournament, label: str) -> str:
    """The word as somebody in the tournament has it already, or as it was typed."""
    label = clean(label)
    if not search_key(label):
        raise Refused("category_missing")
    if len(label) > LONGEST:
        raise Refused("category_too_long", limit=LONGEST)
    used = (one for labels in tournament.entries.values_list("labels", flat=True) for one in labels)
    return next((one for one in used if has_label([one], label)), label)


def _write(tournament: Tournament, wanted: dict[Entry, list[str]], actor: User | None) -> int:
    """Store what changes, with a line in the log for each. The words stand in the standings, so the version rises."""
    changed = [entry for entry, labels in wanted.items() if entry.labels != labels]
    for entry in changed:
        if len(wanted[entry]) > MOST:
            raise Refused("too_many_categories", limit=MOST)
        before, entry.labels = entry.labels, wanted[entry]
        entry.save(update_fields=["labels"])
        record(
            actor=actor,
            verb="set_labels",
            on=entry,
            tournament=tournament,
            before={"labels": before},
            after={"labels": entry.labels},
        )
    if changed:
        raise_results_version(tournament.pk)
    return len(changed)
