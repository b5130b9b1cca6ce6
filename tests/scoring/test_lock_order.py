"""Verbs that meet on PostgreSQL wait for each other and never for ever; one that loses is told so in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from threading import Barrier, Thread
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from scoring.domain.deals import record_deal
from scoring.domain.merging import merge_players
from scoring.domain.move_plans import whole_sheets
from scoring.domain.moves import move_deals
from scoring.domain.rounds import close_round, open_round
from scoring.domain.signatures import reopen_seating
from scoring.models import Adjustment, Deal, Score
from scoring.queries.drawing import fingerprint
from tests.scenes import PAS, a_user, enter, fill, playing, registered, started, table
from tournament.domain.draws import discard_draws, draw_rounds, seats_by_number
from tournament.domain.entries import check_in, check_in_all, register_entry, undo_check_in, withdraw_entry
from tournament.domain.invitations import accept_as_new, accept_invitation, invite
from tournament.domain.registry import create_player
from tournament.domain.rounds import publish_round
from tournament.domain.seatings import swap_seats
from tournament.domain.signups import sign_up
from tournament.domain.staff import appoint, dismiss
from tournament.domain.tournaments import create_tournament, open_registration, start_tournament
from tournament.domain.wishes import fix_table
from tournament.errors import Refused
from tournament.models import Entry, Round, Seating

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 5


def at_once(*verbs: Callable[[], object]) -> list[str]:
    """Run them together; what each came to: "done", the code of a refusal, or the fault."""
    barrier, outcomes = Barrier(len(verbs)), [""] * len(verbs)

    def run(place: int, verb: Callable[[], object]) -> None:
        try:
            barrier.wait(timeout=10)
            verb()
            outcomes[place] = "done"
        except Refused as refusal:
            outcomes[place] = refusal.code
        except Exception as fault:  # noqa: BLE001 - a deadlock is what is looked for
            outcomes[place] = repr(fault)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(place, verb)) for place, verb in enumerate(verbs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return outcomes


def test_one_is_checked_in_while_everybody_is() -> None:
    for time in range(TIMES):
        tournament = registered(12, name=f"Prøve {time}")
        for entry in tournament.entries.all():
            undo_check_in(entry=entry, actor=None)
        last = tournament.entries.get(start_no=12)
        assert (
            at_once(
                partial(check_in_all, tournament=tournament, actor=None),
                partial(check_in, entry=last, actor=None),
                partial(fix_table, entry=last, table_no=1, actor=None),
            )
            == ["done"] * 3
        )


def test_somebody_leaves_while_seats_are_drawn_and_deals_entered() -> None:
    for time in range(TIMES):
        tournament = playing(12, name=f"Prøve {time}", rounds_planned=4, deals_per_round=8)
        discard_draws(tournament=tournament, actor=None)
        seating = table(tournament)
        leaver = seating.seats.all()[0].entry
        outcomes = at_once(
            partial(draw_rounds, tournament=tournament, actor=None),
            partial(withdraw_entry, entry=leaver, actor=None),
            partial(enter, seating, 1, PAS),
            partial(enter, seating, 2, PAS),
        )
        assert outcomes == ["done"] * 4


def test_a_draw_is_thrown_away_while_it_is_published_or_changed() -> None:
    for time in range(TIMES):
        tournament = started(12, name=f"Prøve {time}")
        round_ = tournament.rounds.get(number=1)
        one, other = tournament.entries.all()[:2]
        outcomes = at_once(
            partial(discard_draws, tournament=tournament, actor=None),
            partial(publish_round, round_=round_, actor=None),
            partial(swap_seats, round_=round_, one=one, other=other, actor=None, reason="x"),
        )
        assert set(outcomes) <= {"done", "round_is_gone"}


def test_seats_are_changed_while_the_round_begins() -> None:
    for time in range(TIMES):
        tournament = started(12, name=f"Prøve {time}")
        round_ = publish_round(round_=tournament.rounds.get(number=1), actor=None)
        one, other = tournament.entries.all()[:2]
        outcomes = at_once(
            partial(open_round, round_=round_, actor=None),
            partial(swap_seats, round_=round_, one=one, other=other, actor=None, reason="x"),
        )
        assert outcomes[0] == "done"
        assert outcomes[1] in {"done", "round_has_begun"}


def test_a_round_is_never_closed_with_an_open_sheet() -> None:
    for time in range(TIMES):
        tournament = playing(8, name=f"Prøve {time}")
        for table_no in (1, 2):
            fill(table(tournament, 1, table_no))
        round_, seating = tournament.rounds.get(number=1), table(tournament)
        outcomes = at_once(
            partial(close_round, round_=round_, actor=None),
            partial(reopen_seating, seating=seating, actor=None, reason="glemt spil"),
        )
        closed = Round.objects.get(pk=round_.pk).state == Round.State.CLOSED
        opened = Seating.objects.get(pk=seating.pk).state == Seating.State.OPEN
        assert sorted(outcomes) in (["done", "round_closed"], ["done", "tables_unsigned"])
        assert closed != opened


def test_two_directors_exchange_the_same_sheets_while_a_table_enters() -> None:
    for time in range(TIMES):
        tournament = playing(8, name=f"Prøve {time}", deals_per_round=8)
        one, other = table(tournament, 1, 1), table(tournament, 1, 2)
        for seating in (one, other):
            enter(seating, 1, PAS)
        outcomes = at_once(
            partial(move_deals, moves=whole_sheets(one, other), actor=None, reason="byttet om"),
            partial(move_deals, moves=whole_sheets(other, one), actor=None, reason="byttet om"),
            partial(enter, one, 2, PAS),
            partial(enter, other, 2, PAS),
        )
        assert sorted(outcomes[:2]) == ["done", "version_is_old"]
        assert outcomes[2:] == ["done"] * 2
        moved = Deal.objects.filter(seating__round__tournament=tournament, number=1)
        assert set(moved.values_list("seating", "version")) == {(one.pk, 2), (other.pk, 2)}


def test_two_become_one_while_their_table_plays_and_one_is_registered_elsewhere() -> None:
    for time in range(TIMES):
        tournament = playing(8, name=f"Prøve {time}", deals_per_round=8)
        coming = registered(4, name=f"Kommende {time}")
        seating = table(tournament)
        drop = seating.seats.all()[0].entry.player
        keep = create_player(name=f"Åse {time}", actor=None)
        outcomes = at_once(
            partial(merge_players, keep=keep, drop=drop, actor=None, reason="x"),
            partial(enter, seating, 1, PAS),
            partial(enter, seating, 2, PAS),
            partial(register_entry, tournament=coming, player=drop, actor=None),
        )
        assert outcomes[0] in {"done", "merge_changed_meanwhile"}
        assert outcomes[1:] == ["done"] * 3
        stands = keep if outcomes[0] == "done" else drop
        assert set(Entry.objects.filter(player__in=[keep, drop]).values_list("player", flat=True)) == {
            stands.pk
        }
        assert set(Score.objects.filter(player__in=[keep, drop]).values_list("player", flat=True)) <= {
            stands.pk
        }


def test_two_sign_up_for_the_last_place() -> None:
    for time in range(TIMES):
        tournament = create_tournament(
            name=f"Åben {time}",
            starts_on=date(2026, 12, 1),
            actor=None,
            signup_open=True,
            signup_limit=1,
        )
        open_registration(tournament=tournament, actor=None)
        forms = [("Åse", "a"), ("Bent", "b"), ("Bent", "b")]
        outcomes = at_once(
            *[
                partial(
                    sign_up, tournament=tournament, name=f"{name} {time}", club_name="", key=f"{key}{time}"
                )
                for name, key in forms
            ]
        )
        assert outcomes == ["done"] * 3
        assert sorted(tournament.entries.values_list("state", flat=True)) == ["registered", "waitlisted"]


def test_two_take_one_link_while_who_made_it_is_removed() -> None:
    director, maker = a_user("grethe"), a_user("karen")
    people = [a_user(name, is_director=False) for name in ("niels", "ove")]
    for time in range(TIMES):
        tournament = registered(4, director, name=f"Prøve {time}")
        appoint(tournament=tournament, user=maker, role="director", actor=director)
        _, token = invite(tournament=tournament, role="scorekeeper", actor=maker)
        outcomes = at_once(
            *[partial(accept_invitation, token=token, actor=person) for person in people],
            partial(accept_as_new, token=token, full_name="Bodil Ask", key=str(time)),
            partial(dismiss, tournament=tournament, user=maker, actor=director),
        )
        assert outcomes[3] == "done"
        assert set(outcomes[:3]) <= {"done", "invitation_taken", "invitation_withdrawn"}
        keepers = tournament.staff.filter(role="scorekeeper").count()
        assert keepers == outcomes[:3].count("done") <= 1


def test_ten_phones_send_the_same_deal() -> None:
    seating = table(playing(8))
    key = seating.uuid
    outcomes = at_once(
        *[partial(record_deal, seating=seating, number=1, line=PAS, client_key=key, actor=None)] * 10
    )
    assert outcomes == ["done"] * 10
    assert seating.deals_entered.count() == 1


def test_a_button_pressed_twice_at_the_same_moment_acts_once() -> None:
    director = a_user()
    browsers = [Client(), Client()]
    for browser in browsers:
        browser.force_login(director)
    for time in range(TIMES):
        tournament = registered(12, director, name=f"Prøve {time}", rounds_planned=5)
        start_tournament(tournament=tournament, actor=director)
        desk = f"/director/t/{tournament.slug}"
        form = {"count": "1", "drawn": "0"}
        at_once(*[partial(browser.post, f"{desk}/rounds/draw/", form) for browser in browsers])
        assert tournament.rounds.count() == 1

        one, other = tournament.entries.order_by("start_no")[:2]
        round_ = tournament.rounds.get()
        before = seats_by_number(round_)
        swap = {"one": one.pk, "other": other.pk, "based_on": fingerprint([round_]), "reason": ""}
        at_once(*[partial(browser.post, f"{desk}/rounds/1/swap/", swap) for browser in browsers])
        exchanged = {1: 2, 2: 1}
        assert seats_by_number(round_) == [[exchanged.get(seat or 0, seat) for seat in row] for row in before]

        penalty = {"entry": one.pk, "kind": "penalty", "points": "1", "reason": "revoke", "key": str(uuid4())}
        at_once(*[partial(browser.post, f"{desk}/penalties/", penalty) for browser in browsers])
        assert Adjustment.objects.filter(tournament=tournament).count() == 1
