"""Cards for the tables: who sits there, and the code by which a phone keeps the scores. A new code for a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from scoring.domain.lines import dealers_of
from scoring.web.desk import desk_context
from scoring.web.reasons import round_of
from tournament import lan
from tournament.domain.codes import renew_code, spaced, table_code
from tournament.models import Round, Seating
from tournament.permissions import Act
from tournament.queries import fixed_address, public_address, substitutes
from tournament.web.access import page, person
from tournament.web.answers import attempt
from tournament.web.qr import QrCode, qr_code

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Tournament

# Before, seats still change; after, the code opens nothing.
WITH_CODES = frozenset({Round.State.PUBLISHED, Round.State.PLAYING})
LONG_NAME = 30


@dataclass(frozen=True, slots=True)
class Place:
    """One seat on a card; no name where nobody sits."""

    position: str
    name: str
    deals_first: bool


@dataclass(frozen=True, slots=True)
class TableCard:
    """What is printed for one table."""

    table_no: int
    places: tuple[Place, ...]
    code: str
    generation: int
    qr: QrCode

    @property
    def is_long(self) -> bool:
        """Whether a name needs more than one line at the usual size."""
        return any(len(place.name) > LONG_NAME for place in self.places)


@page(Act.ENTER_DEALS)
@require_GET
def table_cards(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A card for each table of a round, or for one (`?table=7`), to print."""
    round_ = round_of(tournament, number)
    address = public_address()
    only = request.GET.get("table", "")
    seatings = (
        round_.seatings.order_by("table_no")
        .select_related("round__tournament")
        .prefetch_related("seats__entry__player", substitutes("seats__entry"))
    )
    if only:
        seatings = (
            seatings.filter(table_no=int(only)) if only.isdecimal() and len(only) <= 4 else seatings.none()
        )
        if not seatings:
            raise Http404
    has_codes = round_.state in WITH_CODES
    context = desk_context(request, tournament, "rounds")
    context.update(
        round=round_,
        only=only,
        has_codes=has_codes,
        short=lan.short(address),
        is_on_lan=not fixed_address(),
        cards=[_card(seating, address) for seating in seatings] if has_codes and address else [],
        print_now=request.GET.get("print") == "1",
    )
    return render(request, "scoring/desk/table_cards.html", context)


def _card(seating: Seating, address: str) -> TableCard:
    names = {seat.position: seat.name for seat in seating.seats.all()}
    first = dealers_of(seating, seating.round.tournament)[0]
    code = table_code(seating)
    return TableCard(
        table_no=seating.table_no,
        places=tuple(
            Place(position, names.get(position, ""), deals_first=position == first) for position in "NESW"
        ),
        code=spaced(code),
        generation=seating.code_generation,
        qr=qr_code(f"{address}{reverse('table-entry', kwargs={'code': code})}"),
    )


@page(Act.DIRECT)
@require_POST
def renew(request: HttpRequest, tournament: Tournament, number: int, table_no: int) -> HttpResponse:
    """Make a new code for a table: the card that lies there is of no use from now on."""
    seating = get_object_or_404(
        Seating, round__tournament=tournament, round__number=number, table_no=table_no
    )
    card = f"{reverse('table-cards', args=[tournament.slug, number])}?table={table_no}"
    if request.POST.get("generation") != str(seating.code_generation):
        # The form was sent twice, or somebody else was quicker.
        messages.info(request, gettext("Table {table} has a new code already.").format(table=table_no))
    else:
        attempt(
            request,
            lambda: renew_code(seating=seating, actor=person(request), reason=request.POST.get("reason", "")),
            format_html(
                '{} <a href="{}">{}</a>',
                gettext("Table {table} has a new code; the old card is of no use.").format(table=table_no),
                card,
                gettext("Print the new card"),
            ),
        )
    if request.POST.get("from") == "cards":
        return redirect(card)
    return redirect("sheet", tournament.slug, number, table_no)
