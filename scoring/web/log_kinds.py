"""Kinds of steps, by which the log can be filtered. Every verb is of one kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

KINDS: dict[str, tuple[StrOrPromise, frozenset[str]]] = {
    "deals": (
        _("Deals"),
        frozenset(
            {
                "record_deal",
                "correct_deal",
                "void_deal",
                "move_deals",
                "undo_move",
                "keep_refused",
                "refused_applied",
                "refused_discarded",
            }
        ),
    ),
    "tables": (
        _("Score sheets and tables"),
        frozenset(
            {
                "sign_seating",
                "reopen_seating",
                "lose_player",
                "take_player_back",
                "renew_code",
                "call_director",
                "take_call_back",
                "answer_call",
                "call_again",
            }
        ),
    ),
    "penalties": (
        _("Penalties and warnings"),
        frozenset({"give_warning", "give_adjustment", "cancel_adjustment"}),
    ),
    "players": (
        _("Players"),
        frozenset(
            {
                "register_entry",
                "sign_up",
                "give_place",
                "import_players",
                "check_in",
                "check_in_all",
                "undo_check_in",
                "undo_check_in_all",
                "remove_entry",
                "withdraw_entry",
                "undo_withdrawal",
                "return_entry",
                "fee_paid",
                "fee_not_paid",
                "set_labels",
                "set_handicap",
                "substitute",
                "end_substitution",
                "cancel_substitution",
            }
        ),
    ),
    "registry": (
        _("Registry of players and clubs"),
        frozenset(
            {
                "create_player",
                "change_player",
                "merge_players",
                "say_different",
                "propose_again",
                "anonymise",
                "redact",
                "create_club",
                "change_club",
            }
        ),
    ),
    "seats": (
        _("Drawing and seats"),
        frozenset(
            {
                "draw_round",
                "draw_before_signed",
                "discard_draw",
                "replan_round",
                "repair_seats",
                "swap_seats",
                "keep_apart",
                "no_longer_apart",
                "fix_table",
            }
        ),
    ),
    "rounds": (
        _("Rounds and time"),
        frozenset(
            {
                "publish_round",
                "unpublish_round",
                "open_round",
                "unopen_round",
                "close_round",
                "reopen_round",
                "set_clock",
                "start_clock",
                "stop_clock",
                "go_on_clock",
                "reset_clock",
                "extra_time",
                "table_extra_time",
            }
        ),
    ),
    "results": (
        _("Results and prizes"),
        frozenset(
            {
                "freeze_standings",
                "release_standings",
                "draw_lots",
                "take_back_lots",
                "set_prizes",
                "finish_tournament",
                "take_back_final",
                "request_export",
                "publish_workbook",
                "withdraw_workbook",
            }
        ),
    ),
    "tournament": (
        _("The tournament and its settings"),
        frozenset(
            {
                "create_tournament",
                "copy_tournament",
                "change_settings",
                "open_registration",
                "start_tournament",
                "show_banner",
                "take_banner_down",
            }
        ),
    ),
    "safety": (
        _("Snapshots and archives"),
        frozenset(
            {
                "take_snapshot",
                "upload_archive",
                "restore",
                "build_from_archive",
                "remove_tournament",
                "remove_demo",
            }
        ),
    ),
    "staff": (
        _("Staff, accounts and addresses"),
        frozenset(
            {
                "appoint",
                "dismiss",
                "invite",
                "withdraw_invitation",
                "accept_invitation",
                "create_account",
                "give_password",
                "choose_address",
            }
        ),
    ),
}
