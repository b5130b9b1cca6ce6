"""The workbook of a small tournament that was really played, sheet by sheet."""

from datetime import UTC, date, datetime
from io import BytesIO
from uuid import uuid4

import pytest
from django.utils.translation import override
from openpyxl import load_workbook
from openpyxl.worksheet import _writer as writer

from engine import RULESETS
from scoring.domain.adjustments import cancel_adjustment, give_adjustment
from scoring.domain.deals import correct_deal, record_deal, void_deal
from scoring.domain.lines import DealLine
from scoring.domain.notices import penalise_notice
from scoring.domain.rounds import close_round, finish_tournament, open_round
from scoring.domain.signatures import sign_seating
from scoring.domain.standings import recompute
from scoring.exports import snapshot as snapshots
from scoring.exports import workbook
from scoring.exports.workbook import workbook_name, write_workbook
from scoring.models import Adjustment, Deal, Score, Standing
from scoring.queries import current_deals, missing_results, released_deals
from tests.scenes import declared, playing, table
from tournament.domain.draws import draw_rounds
from tournament.domain.entries import check_in, register_new_player, withdraw_entry
from tournament.domain.rounds import publish_round
from tournament.domain.tournaments import create_tournament, start_tournament
from tournament.models import Player, Seat, Seating, Substitution, Tournament

pytestmark = pytest.mark.django_db

FORMULA = '=HYPERLINK("http://x","y")'
LONG = "Anne-Margrethe Østergaard Kjærsgaard-Søndergård von Ærøskøbing"
PEOPLE = [
    ("Søren Ærø Åkjær", "Ærø L'hombreklub"),
    ("=1+1", FORMULA),
    ("+45 Plus", "@klub"),
    ("-Minus", "-Odense klub"),
    ("@Snabel", ""),
    (LONG, "Århus"),
    ("Jens & <Bo>", "1. Klub"),
]
OTHERS = [(f"Spiller {letter}", "Odense") for letter in "ABCD"]


def new_tournament(people=PEOPLE, *, rounds=2, **settings):
    """Seven people (a table of four and one of three), checked in, all rounds drawn, the first opened."""
    tournament = create_tournament(
        name="Ærø & Åbne",
        starts_on=date(2026, 10, 17),
        actor=None,
        rounds_planned=rounds,
        deals_per_round=4,
        **settings,
    )
    for number, (name, club) in enumerate(people, start=1):
        entry = register_new_player(
            tournament=tournament, name=name, club_name=club, member_no=f"00{number}", actor=None
        )
        check_in(entry=entry, actor=None)
    start_tournament(tournament=tournament, actor=None)
    draw_rounds(tournament=tournament, actor=None, seed=1)
    open_next(tournament, 1)
    tournament.refresh_from_db()
    return tournament


def open_next(tournament, number):
    round_ = tournament.rounds.get(number=number)
    publish_round(round_=round_, actor=None)
    open_round(round_=round_, actor=None, reason="in the test")


def seating_at(tournament, round_number, table_no):
    return Seating.objects.get(round__tournament=tournament, round__number=round_number, table_no=table_no)


def enter(seating, number, **line):
    return record_deal(
        seating=seating, number=number, line=DealLine(**line), client_key=uuid4(), actor=None
    ).deal


def forhand_at(seating, number):
    from engine import roles
    from scoring.domain.lines import dealers_of, seats_of

    dealer = dealers_of(seating, seating.round.tournament)[number - 1]
    return str(roles(dealer, seats_of(seating)).forhand)


def play(seating, results):
    """Forehand plays Spil in hearts in each deal, with these outcomes."""
    for number, outcome in enumerate(results, start=1):
        enter(
            seating, number, declarer=forhand_at(seating, number), contract="spil", trump="H", outcome=outcome
        )


def finish(tournament):
    """Play what remains, sign, close, declare."""
    for number in (1, 2):
        if number == 2:
            open_next(tournament, 2)
        for seating in Seating.objects.filter(round__tournament=tournament, round__number=number):
            play(seating, ["vundet", "kruk", "bet", "vundet"][: seating.deals])
            sign_seating(seating=seating, actor=None)
        close_round(round_=tournament.rounds.get(number=number), actor=None)
    finish_tournament(tournament=tournament, actor=None, reason="nobody protests")


def written(tournament, language="en", **options):
    file = BytesIO()
    with override(language):
        write_workbook(tournament, file, **options)
    file.seek(0)
    return load_workbook(file)


def rows_of(sheet, top=1):
    """The rows below the headings as dicts by heading."""
    rows = list(sheet.iter_rows(min_row=top, values_only=True))
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def standings_of(book):
    return rows_of(book["Standings"], top=4)


def test_sheets_and_name():
    tournament = new_tournament()

    book = written(tournament)

    assert book.sheetnames == [
        "Standings", "Missing", "Rounds", "Deals", "Players", "Seatings", "Adjustments",
    ]  # fmt: skip
    assert workbook_name(tournament) == "aeroe-aabne.xlsx"
    assert (book.properties.title, book.properties.creator) == ("Ærø & Åbne", "Spadille")


def test_headings():
    book = written(new_tournament())

    heads = {
        name: [cell.value for cell in book[name][4 if name == "Standings" else 1]] for name in book.sheetnames
    }
    assert heads == {
        "Standings": [
            "Rank", "Start no.", "Name", "Club", "Round 1", "Deal points", "Adjustments", "Total",
            "Against the field", "Deals played", "Deals missing", "Decided by", "Remark",
        ],
        "Missing": ["Round", "Table", "What is missing", "Deals missing", "Which deals"],
        "Rounds": ["Round", "Table", "Seat", "Start no.", "Name", "Club", "Points", "Score sheet"],
        "Deals": [
            "Round", "Table", "Deal", "Board", "Dealer", "Forehand", "Middlehand", "Rearhand", "Sits out",
            "Declarer", "Contract", "Trump", "Result", "Tricks", "Tricks, right", "Tricks, left",
            "Thrown in", "Tout", "Points", "North", "East", "South", "West", "Not played because",
        ],
        "Players": [
            "Start no.", "Name", "Club", "Member no.", "State", "Withdrawn after round", "Substitute",
        ],
        "Seatings": ["Round", "Table", "Seat", "Start no.", "Name", "Club"],
        "Adjustments": [
            "Start no.", "Name", "Round", "Points", "Points that count", "Reason", "Note", "Given",
            "Cancelled", "Cancelled because",
        ],
    }  # fmt: skip


def test_standings_are_the_stored_rows():
    tournament = new_tournament()
    finish(tournament)
    give_adjustment(entry=tournament.entries.get(start_no=3), points=-9, reason="revoke", actor=None)
    recompute(tournament_id=tournament.pk)

    rows = standings_of(written(tournament))

    assert [tuple(row.values()) for row in rows] == [
        (
            row.rank,
            row.entry.start_no,
            row.entry.name,
            row.entry.club.name if row.entry.club else None,
            *row.round_points,
            row.deal_points,
            row.adjustment_points,
            row.total,
            None if row.against_field is None else row.against_field / 100,
            row.deals_played,
            row.deals_missing,
            row.decided_by or None,
            None,
        )
        for row in Standing.objects.filter(tournament=tournament).order_by("position")
    ]
    assert all(row["Deal points"] + row["Adjustments"] == row["Total"] for row in rows)
    assert all(row["Round 1"] + row["Round 2"] == row["Deal points"] for row in rows)
    assert next(row for row in rows if row["Start no."] == 3)["Adjustments"] == -9


def test_standings_are_never_stale():
    tournament = new_tournament()
    play(seating_at(tournament, 1, 1), ["vundet", "vundet"])
    recompute(tournament_id=tournament.pk)
    fresh = standings_of(written(tournament))
    Standing.objects.update(total=0)
    Tournament.objects.update(standings_version=0)

    assert standings_of(written(tournament)) == fresh
    assert sum(row["Total"] or 0 for row in fresh) == 2


def test_ranks_are_shared_and_not_played_is_empty():
    tournament = new_tournament()
    seating = seating_at(tournament, 1, 1)
    for number in (1, 2):
        enter(
            seating,
            number,
            declarer=forhand_at(seating, number),
            contract="spil",
            trump="H",
            outcome="vundet",
        )
    enter(seating, 3, declarer=forhand_at(seating, 3), contract="solo", trump="H", outcome="vundet")

    rows = standings_of(written(tournament))

    assert [row["Rank"] for row in rows] == [1, 2, 2, 4, None, None, None]
    assert [row["Total"] for row in rows] == [3, 1, 1, 0, None, None, None]
    at_table = set(Seat.objects.filter(seating=seating).values_list("entry__start_no", flat=True))
    assert {row["Start no."]: row["Round 1"] for row in rows if row["Start no."] not in at_table} == (
        dict.fromkeys(set(range(1, 8)) - at_table)
    )
    assert [row["Deals missing"] for row in rows if row["Start no."] in at_table] == [
        seating.deals - 3
    ] * len(at_table)


def one_board_at_both_tables(**settings):
    """Forehand wins a Solo with board 1 at the first table, and a Spil at the other."""
    tournament = new_tournament(**settings)
    for table_no, contract in ((1, "solo"), (2, "spil")):
        seating = seating_at(tournament, 1, table_no)
        enter(seating, 1, declarer=forhand_at(seating, 1), contract=contract, trump="H", outcome="vundet")
    return tournament


def test_against_the_field_is_a_number_of_points():
    tournament = one_board_at_both_tables()

    sheet = written(tournament)["Standings"]

    column = next(cell for cell in sheet[4] if cell.value == "Against the field").column
    cells = [sheet.cell(row, column) for row in range(5, 12)]
    # Who sat out held no cards.
    assert sorted(cell.value for cell in cells if cell.value is not None) == [-1, 0, 0, 0, 0, 1]
    assert [cell.value for cell in cells][:2] == [1, -1]
    assert all(cell.data_type == "n" for cell in cells)
    assert cells[0].number_format == "+0.00;-0.00;0.00"
    assert "Field total" not in [cell.value for cell in sheet[4]]


def test_a_list_by_the_field_has_what_it_goes_by():
    tournament = one_board_at_both_tables(ranking="field")
    entry = tournament.entries.get(start_no=3)
    give_adjustment(entry=entry, points=-4, reason="revoke", actor=None)
    recompute(tournament_id=tournament.pk)

    rows = standings_of(written(tournament))

    assert [row["Rank"] for row in rows if row["Field total"] is not None] == [
        row.rank for row in Standing.objects.filter(rank__isnull=False).order_by("position")
    ]
    counted = Standing.objects.get(entry=entry).field_total
    assert counted is not None
    assert next(row for row in rows if row["Start no."] == 3)["Field total"] == counted / 100
    assert rows[0]["Field total"] == rows[0]["Against the field"] == 1


def test_a_tournament_without_shared_boards_has_no_such_column():
    sheet = written(one_board_at_both_tables(shared_boards=False))["Standings"]

    assert "Against the field" not in [cell.value for cell in sheet[4]]


def test_what_decided_stands_beside_the_rank():
    tournament = new_tournament(tie_breaks=["highest_contract"])
    seating = seating_at(tournament, 1, 1)
    enter(seating, 1, declarer=forhand_at(seating, 1), contract="tourne", trump="H", outcome="vundet")
    enter(seating, 2, declarer=forhand_at(seating, 2), contract="kobe_nolo", outcome="vundet")
    enter(seating, 3, declarer=forhand_at(seating, 3), contract="spil", trump="H", outcome="vundet")
    give_adjustment(
        entry=Seat.objects.filter(seating=seating).get(position=forhand_at(seating, 3)).entry,
        points=1,
        reason="redeal",
        actor=None,
    )

    rows = standings_of(written(tournament))

    assert [(row["Rank"], row["Total"], row["Decided by"]) for row in rows][:3] == [
        (1, 2, "highest contract won"),
        (1, 2, "highest contract won"),
        (3, 2, "highest contract won"),
    ]


def test_negative_points_are_numbers():
    tournament = new_tournament()
    play(seating_at(tournament, 1, 1), ["kruk"])
    book = written(tournament)

    cells = [cell for row in book["Standings"].iter_rows(min_row=5) for cell in row if cell.value == -2]
    cells += [cell for row in book["Deals"].iter_rows(min_row=2) for cell in row if cell.value == -2]

    assert {(cell.data_type, cell.number_format) for cell in cells} == {("n", "+0;-0;0")}
    assert len(cells) == 5


def test_names_are_text_everywhere():
    tournament = new_tournament()
    play(seating_at(tournament, 1, 1), ["vundet"] * 3)
    play(seating_at(tournament, 1, 2), ["vundet"] * 3)
    book = written(tournament)

    wanted = {name for name, _ in PEOPLE} | {club for _, club in PEOPLE if club}
    for sheet in book:
        cells = [cell for row in sheet.iter_rows() for cell in row if cell.value in wanted]
        assert {cell.data_type for cell in cells} <= {"s"}
        marked = {cell.value: bool(cell.quotePrefix) for cell in cells}
        assert marked == {text: text[0] in "=+-@1" for text in marked}
    for name in ("Standings", "Rounds", "Players", "Seatings"):
        texts = {cell.value for row in book[name].iter_rows() for cell in row}
        assert wanted <= texts
    assert {cell.data_type for sheet in book for row in sheet.iter_rows() for cell in row} <= {"s", "n", "d"}


def test_control_characters_are_removed():
    tournament = new_tournament()
    Player.objects.filter(pk=tournament.entries.get(start_no=1).player_id).update(
        name="So\x01ren\x1f \x0bÆrø"
    )
    Player.objects.filter(pk=tournament.entries.get(start_no=2).player_id).update(name="\t=1+1")
    Tournament.objects.filter(pk=tournament.pk).update(name="Ærø\x07")

    book = written(tournament)

    names = {row["Start no."]: row["Name"] for row in rows_of(book["Players"])}
    assert (names[1], names[2]) == ("Soren Ærø", "\t=1+1")
    assert book["Standings"]["A1"].value == "Ærø"


def test_member_numbers_keep_their_noughts():
    rows = rows_of(written(new_tournament())["Players"])

    assert [row["Member no."] for row in rows] == [f"00{number}" for number in range(1, 8)]


def test_deals_say_who_played_what():
    tournament = new_tournament()
    seating = next(
        one
        for one in Seating.objects.filter(round__number=1)
        if Seat.objects.filter(seating=one).count() == 4
    )
    names = {seat.position: seat.entry.name for seat in Seat.objects.filter(seating=seating)}
    enter(seating, 1, declarer="W", contract="tourne_respekt", trump="C", tricks=(9, 0, 0), tout="made")
    enter(seating, 2, declarer="N", contract="kobe_nolo", thrown_in=True)
    enter(seating, 3, outcome="pas")
    enter(seating, 4, not_played_reason="=tiden var gået")

    rows = [list(row.values()) for row in rows_of(written(tournament)["Deals"])]

    table, north, east, south, west = seating.table_no, *(names[seat] for seat in "NESW")
    assert rows == [
        [
            1, table, 1, 1, "South", east, west, south, north, west,
            "Tourné-Respekt", "clubs", "won", 9, 0, 0, None, "made", 4, 0, 0, 0, 4, None,
        ],
        [
            1, table, 2, 2, "East", north, south, east, west, north,
            "Købe nolo", None, "bet", None, None, None, "yes", None, -2, -2, 0, 0, 0, None,
        ],
        [
            1, table, 3, 3, "North", west, east, north, south, None,
            None, None, "all pass", None, None, None, None, None, 0, 0, 0, 0, 0, None,
        ],
        [
            1, table, 4, 4, "West", south, north, west, east, None,
            None, None, "not played", None, None, None, None, None, None, None, None, None, None,
            "=tiden var gået",
        ],
    ]  # fmt: skip


def test_deals_of_a_table_of_three_leave_the_empty_seat_empty():
    tournament = new_tournament()
    seating = next(
        one
        for one in Seating.objects.filter(round__number=1)
        if Seat.objects.filter(seating=one).count() == 3
    )
    empty = (set("NESW") - set(Seat.objects.filter(seating=seating).values_list("position", flat=True))).pop()
    enter(seating, 1, outcome="pas")
    enter(seating, 2, not_played_reason="ur")

    played, not_played = rows_of(written(tournament)["Deals"])

    words = {"N": "North", "E": "East", "S": "South", "W": "West"}
    assert {seat: played[word] for seat, word in words.items()} == {
        seat: None if seat == empty else 0 for seat in "NESW"
    }
    assert (played["Sits out"], not_played["Sits out"]) == (None, None)
    assert {not_played[role] for role in ("Forehand", "Middlehand", "Rearhand")} == {
        seat.entry.name for seat in Seat.objects.filter(seating=seating)
    }


def test_booked_points_are_the_scores():
    tournament = new_tournament(booking="table")
    play(seating_at(tournament, 1, 1), ["vundet", "kruk", "bet"])

    rows = rows_of(written(tournament)["Deals"])

    for row, deal in zip(rows, current_deals(tournament).order_by("number"), strict=True):
        booked = dict(Score.objects.filter(deal=deal).values_list("seat", "points"))
        assert {
            seat: row[word] for seat, word in zip("NESW", ("North", "East", "South", "West"), strict=True)
        } == {seat: booked.get(seat) for seat in "NESW"}
        assert row["Points"] == deal.points


def test_a_voided_deal_is_left_out_and_a_corrected_one_is_right():
    tournament = new_tournament()
    seating = seating_at(tournament, 1, 1)
    play(seating, ["vundet", "vundet"])
    first, second = current_deals(tournament).order_by("number")
    void_deal(deal=first, version=first.version, actor=None, reason="forkert bord")
    line = DealLine(declarer=second.declarer, contract="spil", trump="D", outcome="kruk")
    correct_deal(deal=second, version=second.version, line=line, actor=None)

    rows = rows_of(written(tournament)["Deals"])

    assert [(row["Deal"], row["Trump"], row["Points"]) for row in rows] == [(2, "diamonds", -2)]


def test_all_contracts_have_their_danish_names():
    tournament = new_tournament()
    play(seating_at(tournament, 1, 1), ["vundet"])
    shown = []
    for spec in RULESETS["dlu"].specs:
        Deal.objects.update(contract=spec.code)
        shown += [row["Contract"] for row in rows_of(written(tournament)["Deals"])]

    assert shown == [spec.name for spec in RULESETS["dlu"].specs]


def test_the_sheet_of_deals_shows_the_deals_it_is_given():
    tournament = new_tournament()
    play(seating_at(tournament, 1, 1), ["vundet", "bet"])
    play(seating_at(tournament, 1, 2), ["vundet"])

    def places(**options):
        return [(row["Table"], row["Deal"]) for row in rows_of(written(tournament, **options)["Deals"])]

    assert places() == [(1, 1), (1, 2), (2, 1)]
    assert places(deals=released_deals(tournament)) == [(1, 1), (2, 1)]
    assert places(deals=Deal.objects.none()) == []


def test_rounds_have_seats_and_the_points_of_the_round():
    tournament = new_tournament()
    first = seating_at(tournament, 1, 1)
    play(first, ["vundet"] * first.deals)
    sign_seating(seating=first, actor=None)

    rows = rows_of(written(tournament)["Rounds"])

    seats = Seat.objects.filter(round__number=1).select_related("seating")
    made = {
        seat.entry.start_no: sum(seat.entry.scores.values_list("points", flat=True))
        for seat in seats.filter(seating=first)
    }
    assert {row["Start no."]: row["Points"] for row in rows} == dict.fromkeys(range(1, 8)) | made
    assert {(row["Table"], row["Score sheet"]) for row in rows} == {(1, "signed"), (2, "open")}
    assert [(row["Round"], row["Table"]) for row in rows] == sorted(
        (1, seat.seating.table_no) for seat in seats
    )


def test_a_draw_that_nobody_has_seen_stays_unseen():
    book = written(new_tournament())

    assert {row["Round"] for name in ("Rounds", "Seatings") for row in rows_of(book[name])} == {1}
    assert "Round 2" not in standings_of(book)[0]


def test_a_round_published_since_the_standings_were_stored_is_empty():
    tournament = new_tournament()
    recompute(tournament_id=tournament.pk)
    publish_round(round_=tournament.rounds.get(number=2), actor=None)

    book = written(tournament)

    assert {row["Round 2"] for row in standings_of(book)} == {None}
    assert {row["Points"] for row in rows_of(book["Rounds"])} == {None}


def test_seatings_are_in_the_order_of_the_seats():
    tournament = new_tournament()

    rows = rows_of(written(tournament)["Seatings"])

    places = [(row["Table"], ["North", "East", "South", "West"].index(row["Seat"])) for row in rows]
    assert places == sorted(places)
    assert {row["Start no."]: row["Name"] for row in rows} == {
        number: name for number, (name, _) in enumerate(PEOPLE, start=1)
    }


def test_what_is_missing_is_listed_by_table_and_deal():
    tournament = new_tournament()
    four = next(
        one
        for one in Seating.objects.filter(round__number=1)
        if Seat.objects.filter(seating=one).count() == 4
    )
    three = next(
        one
        for one in Seating.objects.filter(round__number=1)
        if Seat.objects.filter(seating=one).count() == 3
    )
    play(three, ["vundet"] * 3)
    enter(four, 2, outcome="pas")

    rows = [tuple(row.values()) for row in rows_of(written(tournament)["Missing"])]

    assert sorted(rows[:2]) == sorted(
        [(1, four.table_no, "3 deals", 3, "1, 3–4"), (1, three.table_no, "the signature", None, None)]
    )
    assert rows[2:] == [
        (2, None, "the round has not begun", None, None),
        (None, None, "the result has not been declared final", None, None),
    ]


def test_state_line_says_provisional_then_final(monkeypatch):
    tournament = new_tournament()
    # Summer time: two hours before UTC.
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2026, 7, 1, 12, 5, tzinfo=UTC))
    tournament.refresh_from_db()
    version = tournament.results_version
    provisional = written(tournament)
    monkeypatch.undo()
    finish(tournament)
    tournament.refresh_from_db()
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2026, 12, 1, 12, 5, tzinfo=UTC))
    final = written(tournament)

    assert provisional["Standings"]["A2"].value == (
        f"Provisional standings as of 1 July 2026, 14:05. Results version {version}."
    )
    assert final["Standings"]["A2"].value == (
        f"Final result as of 1 December 2026, 13:05. Results version {tournament.results_version}."
    )
    assert "Missing" not in final.sheetnames


def test_a_deal_taken_off_a_final_result_makes_it_provisional():
    tournament = new_tournament()
    finish(tournament)
    deal = current_deals(tournament).order_by("pk")[0]
    void_deal(deal=deal, version=deal.version, actor=None, reason="fejl")

    book = written(tournament)

    assert book["Standings"]["A2"].value.startswith("Provisional")
    assert [row["What is missing"] for row in rows_of(book["Missing"])] == ["1 deal"]


def test_players_show_who_has_left():
    tournament = new_tournament([*PEOPLE, *OTHERS])
    play(seating_at(tournament, 1, 1), ["vundet"])
    withdraw_entry(entry=tournament.entries.get(start_no=1), actor=None)

    book = written(tournament)

    rows = rows_of(book["Players"])
    assert [(row["State"], row["Withdrawn after round"]) for row in rows] == [
        ("withdrawn", 1),
        *[("checked in", None)] * 10,
    ]
    assert {row["Start no."]: row["Remark"] for row in standings_of(book)}[1] == "withdrawn after round 1"


def test_a_substitute_stands_beside_whom_he_plays_for():
    tournament = new_tournament()
    Substitution.objects.create(
        entry=tournament.entries.get(start_no=1),
        player=Player.objects.create(name="Afløser Ås"),
        from_round=1,
    )
    play(seating_at(tournament, 1, 1), ["vundet"])
    score = Score.objects.exclude(role="sitter_out").order_by("pk")[0]
    other = Player.objects.create(name="Ude Fra")
    Score.objects.filter(pk=score.pk).update(player=other)

    book = written(tournament)

    assert rows_of(book["Players"])[0]["Substitute"] == "Afløser Ås"
    assert "Ude Fra" in rows_of(book["Deals"])[0].values()


@pytest.mark.parametrize(("public", "note"), [(True, None), (False, "1/1 #1: Tourné")])
def test_what_was_called_on_a_board_that_travels_is_in_the_directors_file_alone(public, note):
    tournament = playing(8)
    seating = table(tournament)
    calls = (("forhand", "tourne"), ("mellemhand", "pas"), ("baghand", "pas"))
    line = declared(seating, 1, contract="tourne", calls=calls)
    deal = record_deal(seating=seating, number=1, line=line, client_key=uuid4(), actor=None).deal
    penalise_notice(deal=deal, index=0, actor=None)

    book = written(tournament, public=public)

    assert [row["Note"] for row in rows_of(book["Adjustments"])] == [note]


def test_adjustments_with_what_became_of_them(monkeypatch):
    tournament = new_tournament()
    entry = tournament.entries.get(start_no=1)
    give_adjustment(
        entry=entry,
        points=-1,
        reason="revoke",
        note="=2+2",
        actor=None,
        round_=tournament.rounds.get(number=1),
    )
    cancelled = give_adjustment(entry=entry, points=3, reason="other", note="klage", actor=None)
    cancel_adjustment(adjustment=cancelled, actor=None, reason="@fejl")
    Adjustment.objects.update(given_at=datetime(2026, 10, 24, 23, 30, 15, tzinfo=UTC))
    Adjustment.objects.filter(pk=cancelled.pk).update(cancelled_at=datetime(2026, 10, 25, 23, 30, tzinfo=UTC))

    book = written(tournament)

    # The clocks went back in the night between the two.
    given = datetime.fromisoformat("2026-10-25 01:30:15")
    assert [tuple(row.values()) for row in rows_of(book["Adjustments"])] == [
        (1, "Søren Ærø Åkjær", 1, -1, -1, "revoke", "=2+2", given, None, None),
        (
            1,
            "Søren Ærø Åkjær",
            None,
            3,
            0,
            "other",
            "klage",
            given,
            datetime.fromisoformat("2026-10-26 00:30"),
            "@fejl",
        ),
    ]
    row = next(row for row in standings_of(book) if row["Start no."] == 1)
    assert (row["Adjustments"], row["Total"]) == (-1, -1)


def test_a_tournament_not_begun_has_every_sheet():
    tournament = create_tournament(name="Kladde", starts_on=date(2026, 10, 17), actor=None)

    book = written(tournament)

    assert [rows_of(book[name]) for name in ("Rounds", "Deals", "Players", "Seatings", "Adjustments")] == [
        []
    ] * 5
    assert standings_of(book) == []


def test_results_that_change_while_they_are_read_are_read_again(monkeypatch):
    tournament = new_tournament()
    seating = seating_at(tournament, 1, 1)
    reads: list[int] = []

    def disturbed(tournament, _up_to):
        reads.append(tournament.results_version)
        if len(reads) < 3:
            enter(seating, len(reads), outcome="pas")
        return missing_results(tournament)

    monkeypatch.setattr(snapshots, "missing_results", disturbed)

    book = written(tournament)

    assert reads == [reads[0], reads[0] + 1, reads[0] + 2]
    assert len(rows_of(book["Deals"])) == 2
    assert {row["Deals played"] for row in standings_of(book)} <= {0, 1, 2}


def test_results_that_change_all_the_time_are_read_under_a_lock(monkeypatch):
    tournament = new_tournament()
    reads: list[int] = []

    def disturbed(tournament, _up_to):
        reads.append(tournament.results_version)
        if len(reads) <= snapshots.TRIES:
            Tournament.objects.filter(pk=tournament.pk).update(results_version=10 + len(reads))
        return []

    monkeypatch.setattr(snapshots, "missing_results", disturbed)

    book = written(tournament)

    assert len(reads) == snapshots.TRIES + 1
    assert book["Standings"]["A2"].value.endswith("Results version 13.")


def test_progress_rises_to_a_hundred_in_few_steps():
    tournament = new_tournament()
    play(seating_at(tournament, 1, 1), ["vundet"] * 3)
    heard: list[int] = []

    written(tournament, on_progress=heard.append)

    assert (heard[0], heard[-1]) == (0, 100)
    assert heard == sorted(set(heard))
    assert len(heard) <= 20


@pytest.mark.parametrize("rows", [0, 1, 7, 80, 1000, 99_999])
def test_progress_is_heard_at_most_twenty_times(rows):
    heard = [0]
    progress = workbook._Progress(heard.append, rows)
    for _ in range(rows):
        progress.row_written()
    heard.append(100)

    assert heard == sorted(set(heard))
    assert len(heard) <= 20
    assert heard[-2] == (90 if rows else 10)


def test_a_failure_leaves_no_temporary_file():
    tournament = new_tournament()
    before = list(writer.ALL_TEMP_FILES)

    def fail(percent):
        if percent > 50:
            raise RuntimeError

    with pytest.raises(RuntimeError):
        written(tournament, on_progress=fail)

    assert before == writer.ALL_TEMP_FILES


def test_a_failure_to_save_is_told_and_leaves_no_temporary_file():
    tournament = new_tournament()
    before = list(writer.ALL_TEMP_FILES)

    class Full(BytesIO):
        has_failed = False

        def write(self, data):
            if self.tell() > 6000 and not self.has_failed:
                self.has_failed = True
                raise OSError(28, "No space left on device")
            return super().write(data)

    with pytest.raises(OSError, match="No space left"):
        write_workbook(tournament, Full())

    assert before == writer.ALL_TEMP_FILES


def test_a_danish_workbook_has_the_same_numbers():
    tournament = new_tournament()
    play(seating_at(tournament, 1, 1), ["vundet", "kruk"])

    english, danish = (written(tournament, language) for language in ("en", "da"))

    def numbers(book):
        return [
            [cell.value for row in sheet.iter_rows() for cell in row if cell.data_type == "n"]
            for sheet in book
        ]

    assert numbers(danish) == numbers(english)


def test_few_queries_however_many_deals(django_assert_max_num_queries):
    tournament = new_tournament()
    play(seating_at(tournament, 1, 1), ["vundet"] * 3)
    play(seating_at(tournament, 1, 2), ["vundet"] * 3)

    with django_assert_max_num_queries(25):
        written(tournament)
