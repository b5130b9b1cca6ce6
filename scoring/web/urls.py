"""Pages that need deals: what everybody sees, the director's desk, and the score sheets."""

from django.urls import path

from . import (
    boards,
    clock,
    desk,
    drawing,
    duplicates,
    grid,
    logbook,
    moves,
    notices,
    now,
    overview,
    player_card,
    privacy,
    prizes,
    release,
    reseating,
    safety,
    seats,
    sheets,
    standings,
    substitutes,
    table,
    table_cards,
    undo,
    waiting,
    wishes,
)

PUBLIC = [
    path("t/<slug:slug>/", overview.overview, name="overview"),
    path("t/<slug:slug>/now/", now.tournament_now, name="tournament-now"),
    path("t/<slug:slug>/prizes/", prizes.public_list, name="prizes"),
    path("t/<slug:slug>/standings/", standings.standings, name="standings"),
    path("t/<slug:slug>/standings/rows/", standings.standings_rows, name="standings-rows"),
    path("t/<slug:slug>/rounds/<int:number>/", seats.round_seatings, name="round"),
    path("t/<slug:slug>/players/<int:start_no>/", player_card.player_card, name="player-card"),
]
TABLE = [
    path("e/", table.code_box, name="code-box"),
    path("e/<str:code>/", table.entry, name="table-entry"),
    path("sw.js", table.worker, name="service-worker"),
]
DESK = [
    path("director/t/<slug:slug>/", desk.overview, name="desk"),
    path("director/t/<slug:slug>/waiting/", waiting.waiting, name="desk-waiting"),
    path("director/t/<slug:slug>/calls/answer/", waiting.answer, name="answer-call"),
    path("director/t/<slug:slug>/finish/", desk.finish, name="finish-tournament"),
    path("director/t/<slug:slug>/finish/undo/", undo.not_final, name="take-back-final"),
    path("director/t/<slug:slug>/undo/", undo.undo, name="undo-step"),
    path("director/t/<slug:slug>/banner/", clock.banner, name="banner"),
    path("director/t/<slug:slug>/rounds/<int:number>/clock/", clock.clock, name="round-clock"),
    path("director/t/<slug:slug>/rounds/<int:number>/reopen/", undo.reopen, name="reopen-round"),
    path("director/t/<slug:slug>/results/", release.release, name="release"),
    path("director/t/<slug:slug>/prizes/", prizes.edit, name="edit-prizes"),
    path("director/t/<slug:slug>/prizes/list/", prizes.reading_list, name="prize-list"),
    path("director/t/<slug:slug>/rounds/<int:number>/open/", desk.open_, name="open-round"),
    path("director/t/<slug:slug>/rounds/<int:number>/close/", desk.close, name="close-round"),
    path("director/t/<slug:slug>/late/<int:refused_id>/", desk.decide_refused, name="decide-refused"),
    path("director/t/<slug:slug>/penalties/", desk.adjustments, name="adjustments"),
    path("director/t/<slug:slug>/penalties/<int:pk>/cancel/", desk.cancel, name="cancel-adjustment"),
    path(
        "director/t/<slug:slug>/players/<int:start_no>/substitute/", substitutes.substitute, name="substitute"
    ),
    path("director/t/<slug:slug>/substitutes/<int:pk>/end/", substitutes.end, name="substitution-end"),
    path(
        "director/t/<slug:slug>/substitutes/<int:pk>/cancel/", substitutes.cancel, name="substitution-cancel"
    ),
    path("director/t/<slug:slug>/export/", desk.exports, name="exports"),
    path("director/t/<slug:slug>/export/<uuid:job_uuid>/", desk.export_state, name="export-state"),
    path("director/t/<slug:slug>/export/<uuid:job_uuid>/file/", desk.download, name="export-download"),
    path("director/t/<slug:slug>/log/", logbook.log, name="audit-log"),
    path("director/t/<slug:slug>/snapshots/", safety.snapshots, name="snapshots"),
    path("director/t/<slug:slug>/snapshots/take/", safety.take, name="take-snapshot"),
    path("director/t/<slug:slug>/snapshots/<uuid:snapshot_uuid>/", safety.download, name="snapshot-file"),
    path(
        "director/t/<slug:slug>/snapshots/<uuid:snapshot_uuid>/restore/", safety.restore_page, name="restore"
    ),
    path("director/t/<slug:slug>/remove/", safety.remove, name="remove-tournament"),
    path("director/archive/", safety.upload, name="archive-upload"),
    path("director/archive/<uuid:snapshot_uuid>/", safety.build, name="archive-build"),
    path("director/log/", logbook.whole_log, name="whole-log"),
    path("director/demo/remove/", desk.remove_demo, name="remove-demo"),
]
REGISTRY = [
    path("director/players/duplicates/", duplicates.duplicates, name="duplicates"),
    path("director/players/duplicates/different/", duplicates.different, name="different-people"),
    path("director/players/merge/", duplicates.merge, name="merge-players"),
    path("director/players/<uuid:player_uuid>/stored/", privacy.stored, name="player-stored"),
    path("director/players/<uuid:player_uuid>/stored.json", privacy.stored_file, name="player-stored-file"),
    path("director/players/<uuid:player_uuid>/anonymise/", privacy.anonymise, name="player-anonymise"),
]
DRAWING = [
    path("director/t/<slug:slug>/rounds/", drawing.rounds, name="desk-rounds"),
    path("director/t/<slug:slug>/rounds/draw/", drawing.draw, name="draw-rounds"),
    path("director/t/<slug:slug>/rounds/discard/", drawing.discard, name="discard-draws"),
    path("director/t/<slug:slug>/rounds/again/", drawing.again, name="draw-again"),
    path("director/t/<slug:slug>/rounds/by-hand/", reseating.by_hand, name="seat-by-hand"),
    path("director/t/<slug:slug>/rounds/compare/", reseating.compare, name="replan"),
    path("director/t/<slug:slug>/rounds/<int:number>/", drawing.round_tables, name="desk-round"),
    path("director/t/<slug:slug>/rounds/<int:number>/boards/", boards.movement, name="board-movement"),
    path("director/t/<slug:slug>/rounds/<int:number>/publish/", drawing.publish, name="publish-round"),
    path("director/t/<slug:slug>/rounds/<int:number>/swap/", reseating.swap, name="swap-seats"),
    path("director/t/<slug:slug>/rounds/<int:number>/repair/", reseating.repair, name="repair-seats"),
    path("director/t/<slug:slug>/rounds/<int:number>/by-hand/", reseating.rewrite, name="rewrite-round"),
    path("director/t/<slug:slug>/rounds/<int:number>/cards/", table_cards.table_cards, name="table-cards"),
    path("director/t/<slug:slug>/wishes/", wishes.wishes, name="wishes"),
    path("director/t/<slug:slug>/wishes/<int:pk>/remove/", wishes.remove_pair, name="wish-remove"),
    path(
        "director/t/<slug:slug>/wishes/table/<int:start_no>/remove/",
        wishes.release,
        name="wish-release",
    ),
]
SHEETS = [
    path("director/t/<slug:slug>/rounds/<int:number>/grid/", grid.round_grid, name="round-grid"),
    path(
        "director/t/<slug:slug>/rounds/<int:number>/tables/<int:table_no>/grid/",
        grid.sheet_grid,
        name="sheet-grid",
    ),
    path(
        "director/t/<slug:slug>/rounds/<int:number>/tables/<int:table_no>/notices/<int:deal_id>/<int:index>/",
        notices.penalise,
        name="penalise-notice",
    ),
    path(
        "director/t/<slug:slug>/rounds/<int:number>/tables/<int:table_no>/leave/",
        sheets.lose,
        name="lose-player",
    ),
    path(
        "director/t/<slug:slug>/rounds/<int:number>/tables/<int:table_no>/leave/undo/",
        sheets.take_back,
        name="take-player-back",
    ),
    path(
        "director/t/<slug:slug>/rounds/<int:number>/tables/<int:table_no>/renew-code/",
        table_cards.renew,
        name="renew-code",
    ),
    path("director/t/<slug:slug>/rounds/<int:number>/tables/<int:table_no>/", sheets.sheet, name="sheet"),
    path(
        "director/t/<slug:slug>/rounds/<int:number>/tables/<int:table_no>/sign/",
        sheets.sign,
        name="sign-sheet",
    ),
    path(
        "director/t/<slug:slug>/rounds/<int:number>/tables/<int:table_no>/reopen/",
        sheets.reopen,
        name="reopen-sheet",
    ),
    path(
        "director/t/<slug:slug>/rounds/<int:number>/tables/<int:table_no>/move/",
        moves.move,
        name="move-deals",
    ),
    path("director/t/<slug:slug>/moves/<int:pk>/undo/", moves.undo, name="undo-move"),
]
urlpatterns = [*PUBLIC, *REGISTRY, *TABLE, *DESK, *DRAWING, *SHEETS]
