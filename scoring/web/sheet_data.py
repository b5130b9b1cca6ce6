"""What the scripts of a score sheet need: names, lines, contracts, points, and every word they show."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import get_language, gettext, pgettext

from engine import next_dealer, roles
from scoring import queries
from scoring.domain.lines import ruleset_of, seats_of
from scoring.web.auction_data import auction_data
from scoring.web.points_table import points_table
from scoring.words import outcome_words, role_words, suit_words
from tournament.web.templatetags import seat_letter

if TYPE_CHECKING:
    from tournament.models import Seating, Tournament


def seats_on_map(seating: Seating, *, for_staff: bool = False) -> list[dict[str, Any]]:
    """The four seats as the table map draws them."""
    seats = {seat.position: seat for seat in seating.seats.all()}
    names = names_at(seating, for_staff=for_staff)
    return [
        {
            "seat": position,
            "letter": seat_letter(position),
            "name": names.get(position, ""),
            "club": str(seats[position].entry.club or "") if position in seats else "",
        }
        for position in "NESW"
    ]


def names_at(seating: Seating, *, for_staff: bool) -> dict[str, str]:
    """Who sits where: as everybody may read it, for a table's phone lies open to all; whole for the staff."""
    return {seat.position: seat.full_name if for_staff else seat.name for seat in seating.seats.all()}


def roles_at(seats: str) -> dict[str, dict[str, dict[str, str]]]:
    """Roles by who sits there and who deals, with the dealer after him.

    A table of four that loses a player goes on as three, so each three of four are in it.
    """
    tables = [seats, *("".join(three) for three in combinations(seats, 3) if len(seats) > 3)]
    return {table: {dealer: _roles(dealer, table) for dealer in table} for table in tables}


def _roles(dealer: str, seats: str) -> dict[str, str]:
    around = roles(dealer, seats)
    return {
        "forhand": around.forhand.value,
        "mellemhand": around.mellemhand.value,
        "baghand": around.baghand.value,
        "sitter_out": around.sitter_out.value if around.sitter_out else "",
        "next": next_dealer(dealer, seats).value,
    }


def sheet_data(
    seating: Seating,
    tournament: Tournament,
    lines: list[queries.SheetLine],
    *,
    may_direct: bool,
    for_staff: bool = False,
) -> dict[str, Any]:
    """What the page's script needs. Every word it shows comes from here, so it has no language of its own."""
    ruleset = ruleset_of(tournament)
    return {
        "seating": str(seating.uuid),
        "language": get_language(),
        "urls": {
            "deals": reverse("api-seating-deals", args=[seating.uuid]),
            "deal": reverse("api-deal", args=[0]),
            "void": reverse("api-deal-void", args=[0]),
            "sheet": reverse("api-seating-sheet", args=[seating.uuid]),
        },
        "needsReason": seating.is_signed or seating.round.is_closed,
        "mayDirect": may_direct,
        "seats": {
            position: {"name": name, "letter": seat_letter(position)}
            for position, name in names_at(seating, for_staff=for_staff).items()
        },
        "lines": queries.lines_json(lines),
        "tables": roles_at(seats_of(seating)),
        "points": points_table(ruleset),
        "auction": auction_data(tournament),
        "contracts": {
            str(spec.code): {
                "name": str(spec.name),
                "isNolo": spec.is_nolo,
                "canThrowIn": spec.can_throw_in,
                "canTout": spec.can_tout,
                "hasOneSuit": len(spec.trumps) == 1,
            }
            for spec in ruleset.specs
        },
        "suits": suit_words(),
        "outcomes": outcome_words(),
        "roles": role_words(),
        "words": sheet_words(),
    }


def sheet_words() -> dict[str, str]:
    """The words of the form for one line, of the list of deals, and of what becomes of a save."""
    return _line_words() | _saving_words()


def _line_words() -> dict[str, str]:
    return {
        "allPass": gettext("All pass"),
        "notPlayed": gettext("Not played"),
        "notEntered": gettext("Not entered"),
        "in": pgettext("Spil in hearts", "in"),
        "thrownIn": gettext("thrown in"),
        "toutMade": gettext("Tout made"),
        "toutFailed": gettext("Tout failed"),
        "deals": gettext("deals"),
        "sitsOut": gettext("sits out"),
        "hasLeft": gettext("has left"),
        "asPlanned": gettext("{name}, as planned"),
        "otherDealer": gettext("{name} deals, not {planned}."),
        "otherSitter": gettext("{name} sits out."),
        "tricksOf": gettext("Tricks of {name}"),
        "toChoose": gettext("To choose: {what}"),
        "who": gettext("who plays"),
        "contract": gettext("contract"),
        "result": gettext("result"),
        "whyNotPlayed": gettext("Write why it was not played, or close and open the deal again."),
        "notNine": gettext("The tricks of the three must be whole numbers that make nine."),
        "noSuchTout": gettext("This Tout does not go with the result."),
        "notPossible": gettext("This result is not possible with this contract."),
    }


def _saving_words() -> dict[str, str]:
    return {
        "saved": gettext("Deal {number} is saved."),
        "sendingDeal": gettext("Deal {number} is being sent …"),
        "waitingDeal": gettext("Deal {number} waits to be sent. It is kept on this device."),
        "unchanged": gettext("Nothing was changed."),
        "queued": gettext("waits to be sent"),
        "conflict": gettext("something else stands there: press to choose"),
        "begun": gettext("begun, not saved"),
        "late": gettext("with the director"),
        "allSaved": gettext("Everything is saved"),
        "sending": gettext("Sending …"),
        "toSendOne": gettext("1 deal waits to be sent"),
        "toSend": gettext("{count} deals wait to be sent"),
        "dealOne": gettext("1 deal"),
        "dealMany": gettext("{count} deals"),
        "noConnection": gettext("No connection"),
        "keptHere": gettext("No connection. {count} on this device, not sent yet"),
        "noAnswer": gettext("The server does not answer properly"),
        "serverTrouble": gettext("The server does not answer properly. {count} on this device, not sent yet"),
        "keptToo": gettext("{count} on this device, not sent yet."),
        "toDecideOne": gettext("Deal {numbers} must be decided"),
        "toDecide": gettext("Deals {numbers} must be decided"),
        "elsewhere": gettext("Deal {number} was entered on another device meanwhile: {what}"),
        "clash": gettext("Somebody else has entered deal {number} meanwhile."),
        "shut": gettext("You are logged out. Log in in another tab: what you saved is sent then."),
        "movedDeal": gettext("Deal {number} is saved. The director has moved it to another place."),
        "decided": gettext("Deal {number} is with the director: {title}"),
        "refusedDeal": gettext("Deal {number} is not saved: {title}"),
        "takenOff": gettext("Deal {number} was taken off the sheet meanwhile."),
        "conflictDeal": gettext("Deal {number} is not saved: something else stands there."),
        "tryAgain": gettext("That did not work: there is no connection. Try again."),
        "complete": gettext("Every deal is entered. The sheet can be signed."),
    }
