"""Writing the rows of an archive: what is there already is brought back to what it was, what is not is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db.models import DateField, F, ForeignKey, JSONField
from django.utils import timezone

from scoring.domain.archive import DERIVED, PARTS, Part, fields_of
from scoring.models import Deal, Score, Signature
from tournament.domain.codes import give_code
from tournament.errors import Refused
from tournament.models import (
    ApartPair,
    Club,
    Entry,
    Player,
    Seat,
    Seating,
    Substitution,
    Tournament,
    User,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.db.models import Field, Model

Document = dict[str, Any]
# What makes a row the same row, in terms of this installation.
KEYS: dict[str, tuple[str, ...]] = {
    "entries": ("player_id",),
    "substitutions": ("entry_id", "player_id", "from_round", "after_deal"),
    "apart_pairs": ("one_id", "other_id"),
    "draws": ("seed", "drawn_at"),
    "rounds": ("number",),
    "seatings": ("uuid",),
    "seats": ("seating_id", "position"),
    "deals": ("client_key",),
    "scores": ("deal_id", "seat"),
    "signatures": ("seating_id", "signed_at"),
    "refused_entries": ("client_key", "code", "seating_id", "number", "request_hash"),
    "adjustments": ("client_key",),
}
PART_OF: dict[type[Model], str] = {part.model: part.name for part in PARTS} | {
    Club: "clubs",
    Player: "players",
}
# Out of the way of every real number while rows are put back: unique indexes are checked at once.
PARKED = 10_000
BATCH = 500


class Rebuilder:
    """Writes one document into one tournament. `ids` are the primary keys here, by part and id in the document."""

    def __init__(self, tournament: Tournament, document: Document) -> None:
        self.tournament = tournament
        self.document = document
        self.ids: dict[str, dict[int, int]] = {}
        self.users = dict(User.objects.values_list("username", "pk"))
        deals = Deal.objects.filter(seating__round__tournament=tournament)
        self.voided = dict(deals.values_list("pk", "voided_at"))
        # Rows that were there before and that the document does not know.
        self.left_over: dict[str, list[int]] = {}

    def people(self) -> None:
        """Clubs and players are the registry's: those that are known stay as they are now."""
        self.ids["clubs"] = {row["id"]: self._club(row) for row in self.document["clubs"]}
        self.ids["players"] = {row["id"]: self._player(row) for row in self.document["players"]}

    def _club(self, row: Mapping[str, Any]) -> int:
        found = Club.objects.filter(uuid=row["uuid"]).first()
        if found is None:
            made = Club(**self._values(Club, row))
            made.save()  # makes the keys
            found = Club.objects.filter(pk=made.pk).get()
        return found.pk

    def _player(self, row: Mapping[str, Any]) -> int:
        found = Player.objects.filter(uuid=row["uuid"]).first()
        while found is not None and found.merged_into is not None:
            found = found.merged_into
        if found is None:
            found = Player(**self._values(Player, row))
            # Who was made anonymous is in no list.
            found.archived_at = found.anonymised_at
            found.save()
        return found.pk

    def write(self, part: Part) -> None:
        """Every row of one part."""
        key = KEYS[part.name]
        stored = {
            tuple(getattr(row, name) for name in key): row
            for row in part.model._default_manager.filter(**{part.lookup: self.tournament})  # noqa: SLF001
        }
        names = [field.name for field in fields_of(part.model, DERIVED)]
        new, changed, doc_ids = [], [], []
        for values, doc_id in self._rows(part):
            row = stored.pop(tuple(values[name] for name in key), None)
            if row is None:
                row = part.model(**values)
                if isinstance(row, Seating):
                    give_code(row)
                new.append(row)
            else:
                self._bring_back(row, values)
                changed.append(row)
            doc_ids.append((doc_id, row))
        # Whatever sets itself when a row is made has been set to now by this, and is put right after it.
        wanted = [{name: getattr(row, name) for name in _dates(part.model)} for row in new]
        part.model._default_manager.bulk_create(new, batch_size=BATCH)  # noqa: SLF001
        for row, dates in zip(new, wanted, strict=True):
            for name, value in dates.items():
                setattr(row, name, value)
        if _dates(part.model):
            part.model._default_manager.bulk_update(new, _dates(part.model), batch_size=BATCH)  # noqa: SLF001
        if changed:
            part.model._default_manager.bulk_update(changed, names, batch_size=BATCH)  # noqa: SLF001
        self.ids[part.name] = {doc_id: row.pk for doc_id, row in doc_ids}
        self.left_over[part.name] = [row.pk for row in stored.values()]

    def _rows(self, part: Part) -> list[tuple[dict[str, Any], int]]:
        return [(self._values(part.model, row), row["id"]) for row in self.document[part.name]]

    def _values(self, model: type[Model], row: Mapping[str, Any]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for field in fields_of(model, DERIVED):
            if isinstance(field, ForeignKey):
                values[field.attname] = self._reference(field, row)
            elif field.name in row:
                values[field.name] = read_value(field, row[field.name])
        return values

    def _reference(self, field: ForeignKey[Any, Any], row: Mapping[str, Any]) -> int | None:
        if field.related_model is Tournament:
            return self.tournament.pk
        named = row.get(field.name)
        if named is None:
            return None
        if field.related_model is User:
            return self.users.get(named)
        return self.ids[PART_OF[field.related_model]][named]

    def _bring_back(self, row: Model, values: dict[str, Any]) -> None:
        """Versions and generations only rise, whatever is restored."""
        if isinstance(row, Deal):
            row.voided_at = self.voided[row.pk]
            same = all(getattr(row, name) == value for name, value in values.items() if name not in UNTOLD)
            values["version"] = max(row.version if same else row.version + 1, values["version"])
        if isinstance(row, Seating):
            values["code_generation"] = max(row.code_generation, values["code_generation"])
        for name, value in values.items():
            setattr(row, name, value)


# What may differ in two rows that say the same.
UNTOLD = frozenset({"version", "changed_at"})


def _dates(model: type[Model]) -> list[str]:
    return [
        field.name
        for field in fields_of(model, DERIVED)
        if isinstance(field, DateField) and (field.auto_now or field.auto_now_add)
    ]


def read_value(field: Field[Any, Any], value: Any) -> Any:
    """A value of the document as the column holds it. Raises Refused."""
    if isinstance(field, JSONField) or value is None:
        return value
    try:
        return field.to_python(value)
    except ValidationError:
        raise Refused("archive_unreadable", field=field.name) from None


def park(tournament: Tournament) -> dict[int, int]:
    """Make room, so that rows can be written in any order. Gives the start numbers of before, by id of the entry.

    Numbers that are unique move out of the way, deals and signatures count for nothing until they are brought back, and
    what has no life of its own (scores, seats, pairs) goes: the document has it.
    """
    inside = {"seating__round__tournament": tournament}
    start_nos = dict(tournament.entries.values_list("pk", "start_no"))
    Score.objects.filter(deal__seating__round__tournament=tournament).delete()
    Seat.objects.filter(round__tournament=tournament).delete()
    ApartPair.objects.filter(tournament=tournament).delete()
    Entry.objects.filter(tournament=tournament).update(start_no=F("start_no") + PARKED)
    Seating.objects.filter(round__tournament=tournament).update(table_no=F("table_no") + PARKED)
    Substitution.objects.filter(entry__tournament=tournament, until_round=None).update(until_round=PARKED)
    now = timezone.now()
    Deal.objects.filter(**inside, voided_at=None).update(voided_at=now)
    Signature.objects.filter(**inside, withdrawn_at=None).update(withdrawn_at=now)
    return start_nos
