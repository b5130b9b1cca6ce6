"""Verbs on people meet those of the tables on PostgreSQL: nobody waits for ever, and every deal names who played it."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

import pytest

from scoring.domain.adjustments import give_adjustment
from scoring.domain.anonymise import anonymise_player
from scoring.domain.deals import record_deal
from scoring.domain.substitutes import substitute
from scoring.models import Adjustment, Score
from tests.scenes import PAS, playing, table
from tests.scoring.test_lock_order import TIMES, at_once
from tournament.domain.entries import withdraw_entry
from tournament.domain.registry import change_player, create_player
from tournament.models import Entry, Player

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def marks(settings, tmp_path):
    settings.ANONYMISED_FILE = tmp_path / "anonymised.txt"


def deals(tournament, entry):
    """Every deal of the table of an entry, each ready to be entered."""
    seating = entry.seats.select_related("seating").get(round__number=1).seating
    sheet = table(tournament, 1, seating.table_no)
    return [
        partial(record_deal, seating=sheet, number=number, line=PAS, client_key=uuid4(), actor=None)
        for number in range(1, seating.deals + 1)
    ]


def test_a_substitute_takes_over_while_his_table_enters_deals() -> None:
    for time in range(TIMES):
        tournament = playing(8, name=f"Prøve {time}")
        entry = tournament.entries.get(start_no=1)
        player = create_player(name=f"Bo {time}", actor=None)
        take_over = partial(
            substitute, entry=entry, player=player, from_round=1, after_deal=2, actor=None, reason="gik hjem"
        )
        entered = deals(tournament, entry)
        assert at_once(take_over, *entered) == ["done"] * (1 + len(entered))
        played = Score.objects.filter(entry=entry).order_by("deal__number")
        names = list(played.values_list("player__name", flat=True))
        assert names == [entry.player.name] * 2 + [player.name] * 2


def test_somebody_is_made_anonymous_while_his_table_plays_and_he_is_renamed() -> None:
    for time in range(TIMES):
        tournament = playing(8, name=f"Prøve {time}")
        entry = tournament.entries.get(start_no=1)
        forget = partial(anonymise_player, player=entry.player, actor=None, reason="bad om det")
        rename = partial(
            change_player,
            player=Player.objects.get(pk=entry.player_id),
            name=f"Zacharias {time}",
            club=None,
            member_no="",
            actor=None,
        )
        give = partial(give_adjustment, entry=entry, points=-1, reason="other", note="Zacharias", actor=None)
        leave = partial(withdraw_entry, entry=entry, actor=None, reason="gik hjem")
        entered = deals(tournament, entry)
        outcomes = at_once(forget, rename, leave, *entered)
        assert set(outcomes) <= {"done", "player_was_anonymised", "anonymise_changed_meanwhile"}
        give()
        if outcomes[0] != "done":
            forget()
        player = Entry.objects.select_related("player").get(pk=entry.pk).player
        assert (player.name, player.club, player.anonymised_at is None) == ("Anonym", None, False)
        assert Adjustment.objects.filter(entry=entry).count() == 1
