"""The rules of l'hombre as the Dansk L'Hombre Union (DLU) plays it in tournaments.

| section | rule | where | standing |
|---|---|---|---|
| 1 cards | forty cards and their codes | `DECK`, `Card` | sourced |
| 1 | order of trumps: 11 in black, 12 in red suits | `trump_order` | sourced |
| 1 | order of plain suits; in nolo the black aces are lowest | `plain_order` | sourced |
| 1 | matadors: Spadille, Manille, Basta, not Ponto | `matadors` | sourced |
| 1 | follow suit; black aces are trumps; no duty to trump or beat | `legal_cards` | sourced |
| 1 | only matadors, each above the trump led: anything goes | `legal_cards` | sourced |
| 1 | Spadille and Basta, Manille led: either | `legal_cards` | *assumed* `manille_led` |
| 1 | who wins a trick; only the card led counts | `trick_winner` | sourced |
| 2 table | counter-clockwise; roles; opposite the dealer sits out | `roles`, `hand_of` | sourced |
| 2 | the next dealer sits to the right | `next_dealer`, `dealers` | sourced |
| 2 | S deals first | `dealers` | *assumed* `first_dealer` |
| 2 | table of three: the empty seat is skipped, nobody sits out | `roles`, `dealers` | sourced |
| 3 contracts | codes, ranks, values, trumps; kruk is value + 1 | `DLU` | sourced |
| 3 | Spil in spades is Bedre spil | `settle`, `RuleSet.named` | sourced |
| 3 | Solo in spades is Solo Spar | `settle`, `RuleSet.named` | *assumed* `spades_after_solo` |
| 3 | Tourné, Respekt: trumps are the turned suit | `check_declaration` | sourced |
| 3 | a turned black ace: its printed suit | `check_declaration` | *assumed* `turned_black_ace` |
| 3 | Respekt needs both black aces in the dealt hand | `check_declaration` | sourced |
| 3 | who buys, in which order, how many | `check_purchase` | sourced |
| 3 | opponents buy no more than the nine they hold | `check_purchase` | *assumed* |
| 4 auction | turns; younger higher, elder may hold | `Auction.call` | sourced |
| 4 | three pas: zero, counts as played | `score_table` | *assumed* `all_pass_counts` |
| 4 | what the winner of Spil or Solo may declare | `Auction.declarable` | sourced |
| 4 | a named bid is the contract | `Auction.declarable` | *assumed* `raise_named_buy` |
| 4 | unnecessary announcement | `Auction.notices` | sourced |
| 4 | the last call may be taken back | `Auction.take_back` | sourced |
| 4 | the last of all, until contract or trump is named | the caller | *assumed* |
| 5 result | trump contracts by tricks, opponents not pooled | `settle` | sourced |
| 5 | 1-4-4 is kruk | `settle` | *assumed* `one_four_four` |
| 5 | Købe nolo: won with 0, bet with 1, kruk with more | `settle` | sourced |
| 5 | Ren nolo and Nolo Ouvert the same | `settle` | *assumed* `one_trick_without_buying` |
| 5 | won +value, bet -value, kruk -(value + 1) | `settle` | sourced |
| 5 | tricks are nine, whole, and agree with the outcome | `settle` | sourced |
| 5 | buying contracts may be thrown in: bet | `settle` | sourced |
| 5 | Købe nolo too | `settle` | *assumed* `nolo_thrown_in` |
| 5 | Tout: a point more or less, trump contracts only | `settle` | sourced |
| 5 | failed on a lost contract too | `settle` | *assumed* `tout_on_lost_contract` |
| 5 | Tout without having won the first five tricks | not asked | *assumed* |
| 5 | booking `declarer`, `opponents`, `table` | `book` | sourced |
| 5 | tournaments book to the declarer alone | `score_table` | *assumed* `booking` |
| 5 | `table` does not compare across mixed tables | `compares_mixed_tables` | sourced |
| 6 | deals per round are a multiple of four | `deals_at_table` | sourced |
| 6 | a table of three plays three quarters | `deals_at_table` | *assumed* `three_handed_deals` |
| 6 | a table that loses a player goes on as three | `TableDeal.seats` | sourced |
| 6 | hands of a board belong to roles, not seats | `Hand` | *assumed* |
| 6 | against the field: exact; hundredths, half to even | `against_field`, `hundredths` | sourced |
| 6 | equal totals share a rank: 1, 2, 2, 4 | `rank` | sourced |
| 6 | tables of four and three; 1, 2 and 5 players refused | `engine.seating` | sourced |

*Sourced* rules stand in the Union's rules or its description of the game. *Assumed* is our reading where
those are silent, with the setting of `RuleSet` that changes it; without one there is nothing in the engine
that could behave otherwise.

Data in, data out: no Django, no clock, no randomness it was not handed, no file but its own package data.
All public names are here. Members of the enums and string types are accepted wherever their plain codes are,
and the other way round. Bad input of any type raises `RuleViolation(code, **params)`.
"""

from engine.auction import UNNECESSARY_ANNOUNCEMENT, Auction
from engine.cards import DECK, HAND_SIZE, TALON_SIZE, Card, Suit, matadors, plain_order, trump_order
from engine.contracts import PAS, Call, Contract, ContractSpec, Outcome
from engine.declaration import check_declaration, check_purchase
from engine.errors import RuleViolation
from engine.play import legal_cards, trick_winner
from engine.ranking import TIE_BREAKS, Ranked, RankRow, TieBreak, against_field, hundredths, rank
from engine.rulesets import BOOKING_MODES, DLU, RULESETS, SETTINGS, RuleSet, ruleset_of
from engine.seating import (
    check_manual,
    plan_monrad,
    plan_random,
    plan_seating,
    repair_round,
    replan,
    swap_effect,
)
from engine.seats import Hand, Roles, Seat, dealers, hand_of, next_dealer, right_of, roles
from engine.settlement import TOUT_FAILED, TOUT_MADE, Settlement, settle
from engine.table import (
    ScoredDeal,
    TableDeal,
    book,
    compares_mixed_tables,
    deals_at_table,
    score_deal,
    score_table,
)

__all__ = [
    "BOOKING_MODES",
    "DECK",
    "DLU",
    "HAND_SIZE",
    "PAS",
    "RULESETS",
    "SETTINGS",
    "TALON_SIZE",
    "TIE_BREAKS",
    "TOUT_FAILED",
    "TOUT_MADE",
    "UNNECESSARY_ANNOUNCEMENT",
    "Auction",
    "Call",
    "Card",
    "Contract",
    "ContractSpec",
    "Hand",
    "Outcome",
    "RankRow",
    "Ranked",
    "Roles",
    "RuleSet",
    "RuleViolation",
    "ScoredDeal",
    "Seat",
    "Settlement",
    "Suit",
    "TableDeal",
    "TieBreak",
    "against_field",
    "book",
    "check_declaration",
    "check_manual",
    "check_purchase",
    "compares_mixed_tables",
    "dealers",
    "deals_at_table",
    "hand_of",
    "hundredths",
    "legal_cards",
    "matadors",
    "next_dealer",
    "plain_order",
    "plan_monrad",
    "plan_random",
    "plan_seating",
    "rank",
    "repair_round",
    "replan",
    "right_of",
    "roles",
    "ruleset_of",
    "score_deal",
    "score_table",
    "settle",
    "swap_effect",
    "trick_winner",
    "trump_order",
]
