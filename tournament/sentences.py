"""One dictionary from codes to sentences for people, translated where they are read."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

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
    "wrong_number_of_boards": _("That number of boards is not possible."),
    "too_few_sets": _("It takes at least {fewest} sets of boards."),
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
    "unknown_ranking": _("A list cannot go by that."),
    "field_needs_shared_boards": _(
        "A list by the points against the field needs the same cards at every table (boards)."
    ),
    "field_tie_needs_shared_boards": _(
        "Points against the field can separate equals only with the same cards at every table (boards)."
    ),
    "field_is_the_ranking": _(
        "The list goes by the points against the field already, so they cannot separate equals."
    ),
    "lots_not_used": _(
        "In this tournament lots separate nobody: those who are equal share the place. That was set before the start."
    ),
    "lots_not_equal": _("They do not share a place as the results are now. Look at the page again."),
    "lots_order_wrong": _("Give each of them a number of their own, from 1 on."),
    "too_many_for_lots": _("At most {most} draw lots with one another."),
    "lot_comes_last": _("Lots are drawn last: they leave nothing for what comes after them."),
    "tie_break_value_missing": _("The value for a tie-break is missing."),
    "invalid_seed": _("The seed must be a whole number, not negative."),
    "invalid_apart": _("The pairs that should not meet are not pairs of players."),
    "invalid_history": _("The earlier rounds are not rounds of tables."),
    "invalid_locked": _("What is to be kept cannot be read."),
    "invalid_fixed_tables": _("The fixed tables are not players and tables."),
    "invalid_prefer": _("Choose fewest repeat meetings or even tables of three."),
    "invalid_standing": _("The standings do not name everybody who is here, once each."),
    "invalid_seating": _("This seating is not possible. {reasons}"),
    "invalid_rounds": _("The rounds are not rounds of tables."),
    "invalid_leaving": _("Somebody who is to leave has no seat in these rounds."),
    "invalid_arriving": _("Somebody who is to come has a seat in these rounds already."),
    "contradictory_locks": _("What is to be kept cannot be kept together. {reasons}"),
    "unknown_round": _("That round does not exist."),
    "unknown_player": _("That player has no seat in this round."),
    "round_is_published": _("That round is published already."),
    "table_too_small": _("A table of three cannot give a player away."),
}

# What is wrong with a seating, or with what is to be kept: the engine lists reasons, each with a code.
REASONS: dict[str, StrOrPromise] = {
    "unreadable_seating": _("There are no tables."),
    "unreadable_round": _("A round is a list of tables."),
    "unreadable_table": _("Table {table} cannot be read."),
    "unreadable_player": _("Somebody at table {table} cannot be read."),
    "wrong_table_size": _("Table {table} has {players} players: it must be three or four."),
    "too_many_seats": _("Table {table} has {seats} seats: there are four."),
    "unknown_player": _("{who} at table {table} is not checked in."),
    "doubled_player": _("{who} has more than one seat."),
    "missing_player": _("{who} has no seat."),
    "too_many_threes": _("There are {tables} tables of three: it takes only {fewest}."),
    "lock_unknown_round": _("Round {round} is not drawn now."),
    "lock_unknown_table": _(
        "There are only {tables} tables, so {who} cannot sit at table {table}. See the wishes."
    ),
    "lock_unknown_seat": _("One of the seats does not exist."),
    "lock_unknown_player": _("Somebody who is to keep a seat is no longer here."),
    "lock_player_at_two_tables": _("Round {round}: {who} cannot sit at two tables. Perhaps a fixed table?"),
    "lock_player_on_two_seats": _("Round {round}: {who} cannot sit on two seats."),
    "lock_seat_taken_twice": _("Round {round}: two are to have seat {seat} at table {table}."),
    "lock_table_too_small": _("Round {round}: table {table} cannot have two empty seats."),
    "lock_table_too_full": _("Round {round}: {players} players are to sit at table {table}."),
    "lock_too_many_threes": _(
        "Round {round}: {tables} tables are to have three players, at most {most} can."
    ),
    "lock_too_many_fours": _("Round {round}: {tables} tables are to have four players, at most {most} can."),
}

VERBS: dict[str, StrOrPromise] = {
    "name_missing": _("Write a name."),
    "club_exists": _("There is a club called “{name}” already."),
    "name_taken_too_often": _("Choose another name: too many tournaments are called “{name}”."),
    "settings_frozen": _("This cannot be changed once the tournament has started."),
    "fewer_rounds_than_drawn": _(
        "There cannot be fewer rounds than are drawn already: {drawn}. Throw the draws away first that nobody has seen."
    ),
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
    "round_is_gone": _("The draw of round {round} was thrown away meanwhile."),
    "entry_is_gone": _("{name} is no longer registered."),
    "has_adjustments": _("{name} has penalties. Withdraw the player instead of removing the registration."),
    "drawn_meanwhile": _("The round is drawn already."),
    "not_seated": _("{name} has no seat in this round."),
    "round_has_begun": _("Round {round} has begun: its seats no longer change."),
    "no_open_rounds": _("There is no draw that is not public yet."),
    "draw_by_hand": _("This tournament is seated by hand: write the tables."),
    "monrad_one_round_at_a_time": _(
        "Monrad draws one round at a time. Publish or throw away the round that is drawn."
    ),
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
    "auction_unfinished": _(
        "The auction is not finished: write down the calls that are missing, or clear it."
    ),
    "auction_passed_out": _("All passed in the auction: then nobody plays. Correct it, or clear it."),
    "auction_was_won": _("The auction was won, so not all passed. Correct it, or clear it."),
    "auction_says_other_declarer": _("After the auction seat {seat} plays. Correct it, or clear it."),
    "auction_says_other_contract": _(
        "This contract cannot be played after the auction. Correct it, or clear it."
    ),
    "notice_gone": _("The auction of deal {number} has been changed meanwhile: that notice is gone."),
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
    "signer_missing": _("Choose who signs."),
    "signer_changed_last": _("Who changed the sheet last cannot sign it: let another at the table do it."),
    "not_an_archive": _("This is not an archive of a tournament."),
    "archive_too_large": _("The file is too large to be an archive."),
    "archive_version_unknown": _("The archive has version {version}, which this Spadille does not know."),
    "archive_unreadable": _("The archive cannot be read: {field} is wrong."),
    "archive_of_another_tournament": _("The archive is of another tournament: {name}."),
    "archive_is_here": _("{name} is here already: restore it instead."),
    "tournament_restored": _("The tournament was restored to how it was before this deal."),
    "code_renewed": _(
        "The table has a new code: scan the card again. What you typed is kept for the director."
    ),
    "deal_moved": _("The director has moved this deal to another place."),
    "sheet_changed_since": _("The sheet was changed meanwhile. Look at it again, then sign."),
    "row_unreadable": _("“{text}” cannot be read here."),
    "row_no_such_player": _("Nobody at this table is called “{text}”."),
    "row_ambiguous_player": _("“{text}” may be more than one: {names}. Write more of the name, or the seat."),
    "row_contract_unknown": _("“{text}” is not a contract. Write sp, bs, kn, to, tr, so, ss, rn or no."),
    "row_tricks_ambiguous": _(
        "{tricks} tricks may be more than one result: write v, b or k, or everybody's tricks, such as 441."
    ),
    "row_reason_too_long": _("The reason is too long: at most {limit} characters."),
    "table_of_three_stays": _("Table {table} plays with three already: it cannot lose another."),
    "later_deals_entered": _("These deals are entered already: {deals}. Take them off the sheet first."),
    "sheet_signed_reopen": _("The score sheet is signed. Open it again first."),
    "nothing_to_move": _("Nothing would change: choose deals, and where they belong."),
    "deal_moved_twice": _("A deal cannot be moved to two places."),
    "moves_between_tournaments": _("Deals cannot be moved to another tournament."),
    "two_deals_to_one_place": _("Two deals would become deal {number}."),
    "two_on_one_seat": _("Two of the seats would become the same one."),
    "director_moves_deals": _("Only the director can move deals."),
    "unknown_move": _("These deals were not moved, so there is nothing to take back."),
    "move_undone_already": _("That move has been taken back already."),
    "moved_deals_changed_since": _(
        "It cannot be taken back: these deals have been changed since: {deals}. Move them by hand instead."
    ),
    "table_changed_since": _(
        "It cannot be taken back: other people play these deals at table {table} now than when they were moved."
    ),
    "sheet_incomplete": _("These deals are missing: {missing}."),
    "rounds_remain": _("{closed} of {rounds} rounds are closed. Close them all first."),
    "protests_open": _(
        "Protests are taken until {until}. Wait until then, or declare it final with a reason."
    ),
    "clock_without_minutes": _("Write how many minutes the round has."),
    "clock_changed_meanwhile": _("The time was changed meanwhile. Look at it, and give the minutes again."),
    "impossible_minutes": _("The time must be from 1 to {largest} minutes."),
    "impossible_protest_time": _("The time for protests must be from 0 to {largest} minutes."),
    "banner_missing": _("Write the message."),
    "banner_too_long": _("The message is too long: {length} characters, at most {largest}."),
    "impossible_freeze": _("The results can be shown up to a round from 0 to {last}."),
    "too_many_prizes": _("There are too many prizes: at most {most}."),
    "impossible_place": _("A place is a whole number from 1 to {largest}."),
    "prize_without_text": _("Write what the prize for place {place} is."),
    "undo_impossible": _("That step cannot be taken back."),
    "undo_gone": _("It does not stand any more, so there is nothing to take back."),
    "undo_not_last": _("Somebody has done something else meanwhile: look at what the last step is now."),
    "undo_round_begun": _(
        "Round {round} has begun, so its seats stay public. Take back its beginning first."
    ),
    "undo_later_published": _("A round after round {round} is public, too: take that back first."),
    "undo_deals_entered": _(
        "Deals of round {round} are entered, so it goes on. A wrong deal is taken off its score sheet."
    ),
    "undo_seats_public": _(
        "Seats are public, so nobody's check-in is taken back. Withdraw those who are not here, one by one."
    ),
    "undo_called_again": _("Table {table} has called again meanwhile."),
    "undo_start": _(
        "It cannot be taken back. If a setting is wrong, make a new tournament: nobody has played yet."
    ),
    "undo_draw": _("Throw the draw away on the page Rounds, as long as it is not public."),
    "undo_discard": _("Draw again. The same seed gives the same draw: it is in the log."),
    "undo_swap": _("Exchange the players again, as long as the round has not begun."),
    "undo_return": _("Withdraw the player again."),
    "undo_cancel": _("Give the points again."),
    "undo_freeze": _("Release them on the page Results."),
    "undo_release": _("Hide them again on the page Results; but people may have seen them."),
    "undo_moved": _("Take the move back on the page of the score sheet."),
    "round_not_closed": _("Round {round} is not closed."),
    "confirmation_wrong": _("Write {expected} to say that you mean it."),
    "reopen_after_final": _("The result is final. Take that back first, if it must be."),
    "later_round_begun": _(
        "Round {later} has begun. Correct the deals of round {round} on their score sheets, with a reason."
    ),
    "impossible_adjustment": _("The points must be a whole number from -{largest} to {largest}, and not 0."),
    "unknown_reason": _("Choose one of the reasons."),
    "note_missing": _("Explain it in the note."),
    "already_decided": _("That has been decided already."),
    "username_taken": _("Somebody has the user name {username} already."),
    "username_impossible": _("“{username}” cannot be a user name. Use letters, digits and . @ + - _ only."),
    "unknown_user": _("Nobody has the user name {username}. Write the full name to make a new account."),
    "unknown_role": _("That role does not exist."),
    "last_director": _("A tournament needs a director. Appoint another one first."),
    "unknown_invitation": _(
        "This link is not right. Compare it with what you were sent, or scan the square again."
    ),
    "invitation_taken": _(
        "This link has been used. It is good for one person: ask the director for a new one."
    ),
    "invitation_withdrawn": _("This link was withdrawn. Ask the director for a new one."),
    "invitation_expired": _("This link was good until {until}. Ask the director for a new one."),
    "has_role_already": _("You have a role in this tournament already. The link is for somebody else."),
    "same_player_twice": _("Choose two different players, not {name} twice."),
    "impossible_table_number": _("The number of a table is from 1 to {largest}."),
    "fixed_table_full": _("Table {table} is the fixed table of four already: {names}."),
    "not_the_only_draw": _(
        "Round {round} is not the only one that is drawn and not public. Throw the other draws away first, "
        "or swap players two and two."
    ),
    "player_gone_meanwhile": _("One of the two players is no longer there."),
    "player_archived": _("{name} is no longer in the lists: the player was merged into another already."),
    "player_is_anonymous": _("Somebody who was made anonymous is not merged with anybody."),
    "merge_needs_director": _(
        "This changes tournaments of others. It is for the administrator, or for who directs them all."
    ),
    "both_took_part": _("They cannot become one player: each of them takes part in {tournaments}."),
    "merge_changed_meanwhile": _("Something has changed meanwhile. Look once more at what would happen."),
    "impossible_number_of_places": _("The number of places is from 1 to {most}."),
    "impossible_fee": _("The fee is a whole number of kroner, at most {largest}."),
    "signup_closed": _("The sign-up is closed."),
    "signup_overfull": _("The waiting list is full. Ask the director."),
    "signed_up_already": _(
        "{name} of this club is registered already. If you are somebody else of the same name, ask the director."
    ),
    "signed_up_and_left": _("{name} has withdrawn. Ask the director if you want to play all the same."),
    "no_fee": _("This tournament has no fee."),
    "has_substitute": _("{name} has a substitute at that time already. End that first."),
    "substitutes_himself": _("{name} cannot be his own substitute."),
    "substitutes_elsewhere": _("{name} plays for somebody else at that time."),
    "plays_himself": _("{name} plays himself at that time, so he cannot play for somebody else."),
    "plays_for_another": _("{name} plays for {other} now. End that first."),
    "substitution_ends_too_early": _("It would end before it begins. Cancel it, if nothing was played."),
    "substitution_is_gone": _("That substitution has been cancelled meanwhile."),
    "substitute_has_played": _("{name} has played already: say when it ends instead."),
    "deal_out_of_range": _("The number of the deal must be from 0 to {most} there."),
    "category_missing": _("Write the category."),
    "category_too_long": _("The name of a category has at most {limit} letters."),
    "too_many_categories": _("A player can be in at most {limit} categories."),
    "impossible_handicap": _("A handicap is a whole number from -{largest} to {largest}."),
    "handicap_after_start": _("Play has begun: write why the handicap is changed now."),
    "anonymise_needs_director": _(
        "Only the administrator, or who directs every tournament this player took part in, can do that."
    ),
    "anonymise_changed_meanwhile": _(
        "Somebody has entered something about this player meanwhile. Try again."
    ),
    "player_was_anonymised": _("This player was made anonymous and cannot be changed or registered."),
    "no_demo": _("There is no demonstration to remove."),
    "address_fixed": _("The address is fixed in the settings of the installation: {address}"),
    "address_unreadable": _("“{address}” is not an address. Write it like this: 192.168.1.20:8000"),
    "address_is_this_machine": _(
        "{address} is always the device itself: a phone would look for Spadille in the phone."
        " Choose an address of the network."
    ),
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

SEAT_LETTERS = (
    pgettext_lazy("seat letter", "N"),
    pgettext_lazy("seat letter", "E"),
    pgettext_lazy("seat letter", "S"),
    pgettext_lazy("seat letter", "W"),
)
SENTENCES: dict[str, StrOrPromise] = {**RULES, **VERBS, **IMPORT}


def sentence(code: str, params: Mapping[str, Any] | None = None) -> str:
    """The sentence for a refusal. A code without one is shown as it is, so that it can be reported."""
    text = SENTENCES.get(code)
    if text is None:
        return gettext("This was refused ({code}).").format(code=code)
    return str(text).format_map(_Readable(_readable(dict(params or {}))))


def reason_sentences(
    reasons: Iterable[Mapping[str, Any]],
    who: Callable[[int], str] | None = None,
    first_round: int = 1,
) -> list[str]:
    """Each reason of a refusal that has several, as a sentence of its own.

    The engine counts rounds and tables from 0 and players by their place; `who` knows the names.
    """
    # A fixed table is wrong in every round, and said once.
    return list(dict.fromkeys(_reason(reason, who or _nameless, first_round) for reason in reasons))


def _nameless(place: int) -> str:
    return gettext("player {number}").format(number=place + 1)


def _reason(reason: Mapping[str, Any], who: Callable[[int], str], first_round: int) -> str:
    text = REASONS.get(str(reason.get("code")))
    if text is None:
        return gettext("This was refused ({code}).").format(code=reason.get("code"))
    values = dict(reason)
    if isinstance(values.get("table"), int):
        values["table"] += 1
    if isinstance(values.get("round"), int):
        values["round"] += first_round
    if isinstance(values.get("player"), int):
        values["who"] = who(values["player"])
    elif "player" in values:
        values["who"] = gettext("an empty seat")
    if isinstance(values.get("seat"), int):
        values["seat"] = SEAT_LETTERS[values["seat"]] if 0 <= values["seat"] < len(SEAT_LETTERS) else "?"
    return str(text).format_map(_Readable(values))


def moment_words(moment: datetime) -> str:
    """A time of day as the clock in the hall shows it; of another day with its date."""
    here = timezone.localtime(moment)
    time = date_format(here, "H:i")
    if here.date() == timezone.localdate():
        return time
    return gettext("{date} at {time}").format(date=date_format(here, "DATE_FORMAT"), time=time)


class _Readable(dict[str, Any]):
    """A parameter that a refusal lacks is shown as a question mark: a poor sentence beats an error page."""

    def __missing__(self, key: str) -> str:
        return "?"


def _readable(params: dict[str, Any]) -> dict[str, Any]:
    """Lists as people write them; states by their names; and the two lists of an outdated draw as one sentence."""
    reasons = params.pop("reasons", None)
    readable = {
        key: ", ".join(str(item) for item in value) if isinstance(value, (list, tuple, set)) else value
        for key, value in params.items()
    }
    if reasons:
        readable["reasons"] = " ".join(reason_sentences(reasons))
    readable |= {key: moment_words(value) for key, value in params.items() if isinstance(value, datetime)}
    if params.get("seat") in set("NESW"):
        readable["seat"] = SEAT_LETTERS["NESW".index(params["seat"])]
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
