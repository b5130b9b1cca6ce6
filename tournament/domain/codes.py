"""The table code: eight letters that let a phone keep the scores of one table, and nothing else.

The code is computed from the server's key, the seating and a generation number, so that it can be printed again and is
nowhere stored. The database holds a keyed hash of it, to find the table by. A new generation makes the old code
useless.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.crypto import salted_hmac

from tournament.domain.audit import record
from tournament.domain.reasons import required
from tournament.errors import Refused
from tournament.models import Round, Seating

if TYPE_CHECKING:
    from uuid import UUID

    from tournament.models import User

# No I, L or O, which are taken for figures, and no figures, for which a phone changes its keyboard.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 8


def code_of(uuid: UUID, generation: int) -> str:
    """The code of a seating in one of its generations."""
    digest = salted_hmac("spadille.table-code", f"{uuid}:{generation}", algorithm="sha256").digest()
    value = int.from_bytes(digest, "big")
    letters = []
    for _ in range(LENGTH):
        value, rest = divmod(value, len(ALPHABET))
        letters.append(ALPHABET[rest])
    return "".join(letters)


def table_code(seating: Seating) -> str:
    """The code that opens a table now."""
    return code_of(seating.uuid, seating.code_generation)


def spaced(code: str) -> str:
    """As it is printed: "ABCD EFGH"."""
    return f"{code[:4]} {code[4:]}"


def as_typed(text: str) -> str:
    """What somebody typed as a code has it: capitals, without blanks and dashes. Empty if it cannot be one."""
    code = "".join(letter for letter in text.upper() if not letter.isspace() and letter not in "-–.·_")
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""


def code_hash(code: str) -> str:
    """What the database knows of a code."""
    return salted_hmac("spadille.table-code.lookup", code, algorithm="sha256").hexdigest()


def give_code(seating: Seating) -> None:
    """Set the hash of a seating's code, in the first generation whose code no other table has. Does not save."""
    while True:
        seating.code_hash = code_hash(table_code(seating))
        if not Seating.objects.filter(code_hash=seating.code_hash).exclude(pk=seating.pk).exists():
            return
        seating.code_generation += 1


def seating_of_code(code: str) -> Seating | None:
    """The table that a code opens. A round that is not public has no codes yet."""
    if not code:
        return None
    return (
        Seating.objects.filter(code_hash=code_hash(code))
        .exclude(round__state=Round.State.DRAWN)
        .select_related("round__tournament")
        .first()
    )


def was_code_of(seating: Seating, code: str) -> bool:
    """Whether this once opened the table, before the director made a new code."""
    return any(
        hmac.compare_digest(code, code_of(seating.uuid, generation))
        for generation in range(1, seating.code_generation)
    )


@transaction.atomic
def renew_code(*, seating: Seating, actor: User | None, reason: str) -> Seating:
    """Make a new code. What a phone with the old one still sends is kept for the director."""
    reason = required(reason)
    seating = Seating.objects.select_for_update(no_key=True).get(pk=seating.pk)
    round_ = Round.objects.select_related("tournament").get(pk=seating.round_id)
    if round_.is_closed:
        raise Refused("round_not_open", round=round_.number)
    seating.round = round_
    before = seating.code_generation
    seating.code_generation += 1
    give_code(seating)
    seating.save(update_fields=["code_generation", "code_hash"])
    record(
        actor=actor,
        verb="renew_code",
        on=seating,
        tournament=round_.tournament,
        before={"generation": before},
        after={"generation": seating.code_generation},
        reason=reason,
    )
    return seating
