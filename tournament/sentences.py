"""One dictionary from codes to sentences for people, translated where they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django_stubs_ext import StrOrPromise

RULES: dict[str, StrOrPromise] = {
    "auction_over": _("The auction is over."),
    "out_of_turn": _("It is somebody else's turn to speak."),
    "unknown_call": _("That call does not exist."),
    "insufficient": _("The call is too low here."),
    "unknown_contract": _("That contract does not exist."),
    "unknown_trump": _("That suit does not exist."),
    "trump_missing": _("Choose the trump suit."),
    "trump_in_nolo": _("Nolo has no trump suit."),
    "trump_must_be_spades": _("This contract is always in spades."),
    "spades_is_the_better_contract": _("In spades this is Bedre spil or Solo Spar: choose that."),
    "unknown_outcome": _("That result does not exist."),
    "unknown_tout": _("Tout is either made or failed."),
    "unknown_thrown_in": _("A deal is either thrown in or not."),
    "tricks_must_sum_to_nine": _("The tricks of the three players must be whole numbers that make nine."),
    "outcome_contradicts": _("The result does not agree with the tricks."),
    "outcome_missing": _("Choose the result or the tricks."),
    "cannot_throw_in": _("Only a contract with buying can be thrown in."),
    "tricks_and_thrown_in": _("A deal that was thrown in has no tricks."),
    "tout_in_nolo": _("There is no Tout in nolo."),
    "tout_thrown_in": _("A deal that was thrown in has no Tout."),
    "tout_not_nine": _("Tout is made only with all nine tricks."),
    "tout_was_made": _("With nine tricks the Tout was made."),
    "unknown_seat": _("That seat does not exist."),
    "unknown_mode": _("That way of booking does not exist."),
    "unknown_card": _("That card does not exist."),
    "declarer_sits_out": _("The declarer cannot be the one who sits out."),
    "declarer_missing": _("Choose who plays."),
    "impossible_number_of_players": _(
        "{players} players cannot be seated: tables take three or four, so there must be at least three, and not five."
    ),
    "too_many_players": _("So many players cannot be seated at once."),
    "impossible_number_of_rounds": _("The number of rounds must be from 1 to 21."),
    "unknown_tie_break": _("That tie-break does not exist."),
    "respekt_needs_both_black_aces": _("Respekt needs both black aces in the hand."),
    "trump_is_not_the_turned_suit": _("The trump suit is the suit of the card that was turned."),
    "wrong_number_bought": _("That number of cards cannot be bought."),
    "bought_out_of_order": _(
        "The declarer buys first, then the opponent to the right, then the one to the left."
    ),
    "nothing_is_turned": _("No card is turned for this contract."),
    "nothing_to_take_back": _("There is no call to take back."),
    "calls_must_be_pairs": _("Each call is a hand and what it said."),
    "duplicate_seat": _("A seat is named twice."),
    "wrong_number_of_seats": _("A table has three or four players."),
    "sitter_out_missing": _("At a table of four somebody sits out."),
    "nobody_sits_out": _("At a table of three nobody sits out."),
    "duplicate_card": _("A card is named twice."),
    "empty_hand": _("The hand is empty."),
    "too_many_cards": _("There are too many cards."),
    "trick_needs_three_cards": _("A trick is three cards."),
    "pas_with_contract": _("When all pass there is no contract and no result."),
    "not_a_whole_number": _("Points are whole numbers."),
    "deals_must_be_a_multiple_of_four": _("The number of deals must be a multiple of four, from 4 to 60."),
    "wrong_number_of_deals": _("That number of deals is not possible."),
    "unknown_suit": _("That suit does not exist."),
    "unknown_hand": _("That hand does not exist."),
    "unknown_nolo": _("A contract is either nolo or not."),
    "unknown_played": _("A deal is either played or not."),
    "unknown_roles": _("Those roles do not exist."),
    "unknown_ruleset": _("That rule set does not exist."),
    "not_a_deal": _("That is not a deal."),
    "not_a_row": _("That is not a row of the standings."),
    "not_a_meeting": _("That is not a meeting of two players."),
    "duplicate_key": _("Somebody stands in the list twice."),
    "duplicate_tie_break": _("A tie-break is chosen twice."),
    "tie_break_value_missing": _("The value for a tie-break is missing."),
    "invalid_seed": _("The seed must be a whole number, not negative."),
    "invalid_apart": _("The pairs that should not meet are not pairs of players."),
    "invalid_history": _("The earlier rounds are not rounds of tables."),
}

VERBS: dict[str, StrOrPromise] = {
    "name_missing": _("Write a name."),
    "club_exists": _("There is a club called “{name}” already."),
    "name_taken_too_often": _("Choose another name: too many tournaments are called “{name}”."),
    "settings_frozen": _("This cannot be changed once the tournament has started."),
    "unknown_setting": _("That setting does not exist."),
    "unknown_rule_set": _("That rule set does not exist."),
    "deals_not_multiple_of_four": _("The number of deals must be a multiple of four, from 4 to 60."),
    "wrong_state": _("That is not possible now: the tournament is {state_name}."),
    "tournament_finished": _("The tournament is finished."),
    "tournament_not_running": _("Start the tournament first."),
    "already_registered": _("{name} is registered already."),
    "has_played": _("{name} has a seat in a published round. Withdraw the player instead."),
    "play_has_begun": _("Play has begun: withdraw the player instead of removing the registration."),
    "wrong_entry_state": _("That is not possible for {name} now."),
    "all_rounds_drawn": _("All {rounds} rounds are drawn already."),
    "round_already_published": _("Round {round} is published already."),
    "earlier_round_unpublished": _("Publish the rounds before round {round} first."),
    "draw_out_of_date": _("The draw no longer fits who is here. Throw it away and draw again. {changes}"),
    "round_not_published": _("Round {round} is not published yet, or has begun already."),
    "earlier_tables_unsigned": _(
        "These tables have not signed yet (round/table): {tables}. Let them sign, or go on with a reason."
    ),
    "tables_unsigned": _("These tables have not signed yet (round/table): {tables}."),
    "round_not_open": _("Round {round} is not being played."),
    "round_closed": _("Round {round} is closed. What you typed is kept for the director."),
    "sheet_signed": _("The score sheet is signed. What you typed is kept for the director."),
    "unknown_deal_number": _("This table has no deal {number}: it plays {deals}."),
    "not_played_with_result": _("A deal that was not played has no result."),
    "pas_with_result": _("When all pass there is no contract and no result."),
    "contract_missing": _("Choose the contract."),
    "declarer_not_at_table": _("Nobody sits on that seat."),
    "place_taken": _("Somebody has already entered deal {number}."),
    "key_used_for_another_line": _(
        "Another deal was sent with the same mark. Reload the page and try again."
    ),
    "deal_voided": _("Deal {number} was taken off the sheet meanwhile."),
    "version_is_old": _("Somebody has changed deal {number} meanwhile."),
    "version_missing": _(
        "The change does not say which version it is based on. Reload the page and try again."
    ),
    "director_only_after_signing": _("Only the director can change a sheet that is signed."),
    "reason_missing_after_signing": _("The sheet is signed: write why it is changed."),
    "reason_missing": _("Write the reason."),
    "seat_not_at_table": _("Nobody sits on that seat."),
    "sheet_incomplete": _("These deals are missing: {missing}."),
    "rounds_remain": _("{closed} of {rounds} rounds are closed. Close them all first."),
    "impossible_adjustment": _("The points must be a whole number from -{largest} to {largest}, and not 0."),
    "unknown_reason": _("Choose one of the reasons."),
    "note_missing": _("Explain it in the note."),
    "already_decided": _("That has been decided already."),
    "username_taken": _("Somebody has the user name {username} already."),
    "username_impossible": _("“{username}” cannot be a user name. Use letters, digits and . @ + - _ only."),
    "unknown_user": _("Nobody has the user name {username}. Write the full name to make a new account."),
    "unknown_role": _("That role does not exist."),
    "last_director": _("A tournament needs a director. Appoint another one first."),
    "no_demo": _("There is no demonstration to remove."),
}

IMPORT: dict[str, StrOrPromise] = {
    "file_too_large": _("The file is too large: at most {limit} can be read."),
    "empty": _("There is nothing in it."),
    "wrong_type": _("This kind of file cannot be read ({found}). Save the list as .xlsx or CSV."),
    "old_excel": _("This is an old Excel workbook (.xls). Open it in Excel and save it as .xlsx."),
    "encrypted": _("The file is locked with a password. Save it without one."),
    "zip_bomb": _("The workbook is too large when unpacked: at most {limit} can be read."),
    "broken_file": _("The file is damaged and cannot be read."),
    "unknown_encoding": _("The letters of the file cannot be read. Save it as CSV UTF-8 or .xlsx."),
    "too_many_rows": _("There are too many rows: at most {limit} can be read."),
    "too_many_columns": _("The row has too many columns: at most {limit} can be read."),
    "no_name_column": _("No column is called Navn. The first row says: {headings}"),
    "duplicate_heading": _("Several columns mean the same: {headings}. Remove all but one."),
    "only_a_heading": _("There are no players below the headings."),
    "name_without_letters": _("“{text}” is not a name."),
    "too_long": _("The {field} is too long: {length} characters, at most {limit}."),
    "garbled": _("The letters of the {field} are broken: “{text}”. Save the file as CSV UTF-8 or .xlsx."),
    "spreadsheet_error": _("The {field} is a spreadsheet error: {text}"),
    "too_many_cells": _(
        "The row has {cells} cells, but there are {columns} headings."
        " Perhaps a comma within a name: put the name in quotation marks."
    ),
    "player_gone": _("{name} (row {row}) is no longer in the registry. Read the list again."),
}

SENTENCES: dict[str, StrOrPromise] = {**RULES, **VERBS, **IMPORT}


def sentence(code: str, params: Mapping[str, Any] | None = None) -> str:
    """The sentence for a refusal. A code without one is shown as it is, so that it can be reported."""
    text = SENTENCES.get(code)
    if text is None:
        return gettext("This was refused ({code}).").format(code=code)
    return str(text).format_map(_Readable(_readable(dict(params or {}))))


class _Readable(dict[str, Any]):
    """A parameter that a refusal lacks is shown as a question mark: a poor sentence beats an error page."""

    def __missing__(self, key: str) -> str:
        return "?"


def _readable(params: dict[str, Any]) -> dict[str, Any]:
    """Lists as people write them; states by their names; and the two lists of an outdated draw as one sentence."""
    readable = {
        key: ", ".join(str(item) for item in value) if isinstance(value, (list, tuple, set)) else value
        for key, value in params.items()
    }
    if "state" in params:
        readable["state_name"] = dict(Tournament.State.choices).get(params["state"], params["state"])
    if "gone" in params or "missing" in params:
        parts = []
        if params.get("gone"):
            parts.append(gettext("No longer here: {names}.").format(names=readable["gone"]))
        if params.get("missing") and "gone" in params:
            parts.append(gettext("Not seated: {names}.").format(names=readable["missing"]))
        readable["changes"] = " ".join(parts)
    return readable
