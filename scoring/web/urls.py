"""Pages that need deals: what everybody sees, the director's desk, and the score sheets."""

from django.urls import path

from . import desk, drawing, public, reseating, sheets, wishes

PUBLIC = [
    path("t/<slug:slug>/", public.overview, name="overview"),
    path("t/<slug:slug>/standings/", public.standings, name="standings"),
    path("t/<slug:slug>/standings/rows/", public.standings_rows, name="standings-rows"),
    path("t/<slug:slug>/rounds/<int:number>/", public.round_seatings, name="round"),
    path("t/<slug:slug>/players/<int:start_no>/", public.player_card, name="player-card"),
]
DESK = [
    path("director/t/<slug:slug>/", desk.overview, name="desk"),
    path("director/t/<slug:slug>/finish/", desk.finish, name="finish-tournament"),
    path("director/t/<slug:slug>/rounds/<int:number>/open/", desk.open_, name="open-round"),
    path("director/t/<slug:slug>/rounds/<int:number>/close/", desk.close, name="close-round"),
    path("director/t/<slug:slug>/late/<int:refused_id>/", desk.decide_refused, name="decide-refused"),
    path("director/t/<slug:slug>/penalties/", desk.adjustments, name="adjustments"),
    path("director/t/<slug:slug>/penalties/<int:pk>/cancel/", desk.cancel, name="cancel-adjustment"),
    path("director/t/<slug:slug>/export/", desk.exports, name="exports"),
    path("director/t/<slug:slug>/export/<uuid:job_uuid>/", desk.export_state, name="export-state"),
    path("director/t/<slug:slug>/export/<uuid:job_uuid>/file/", desk.download, name="export-download"),
    path("director/t/<slug:slug>/log/", desk.log, name="audit-log"),
    path("director/demo/remove/", desk.remove_demo, name="remove-demo"),
]
DRAWING = [
    path("director/t/<slug:slug>/rounds/", drawing.rounds, name="desk-rounds"),
    path("director/t/<slug:slug>/rounds/draw/", drawing.draw, name="draw-rounds"),
    path("director/t/<slug:slug>/rounds/discard/", drawing.discard, name="discard-draws"),
    path("director/t/<slug:slug>/rounds/again/", drawing.again, name="draw-again"),
    path("director/t/<slug:slug>/rounds/by-hand/", reseating.by_hand, name="seat-by-hand"),
    path("director/t/<slug:slug>/rounds/compare/", reseating.compare, name="replan"),
    path("director/t/<slug:slug>/rounds/<int:number>/", drawing.round_tables, name="desk-round"),
    path("director/t/<slug:slug>/rounds/<int:number>/publish/", drawing.publish, name="publish-round"),
    path("director/t/<slug:slug>/rounds/<int:number>/swap/", reseating.swap, name="swap-seats"),
    path("director/t/<slug:slug>/rounds/<int:number>/repair/", reseating.repair, name="repair-seats"),
    path("director/t/<slug:slug>/rounds/<int:number>/by-hand/", reseating.rewrite, name="rewrite-round"),
    path("director/t/<slug:slug>/wishes/", wishes.wishes, name="wishes"),
    path("director/t/<slug:slug>/wishes/<int:pk>/remove/", wishes.remove_pair, name="wish-remove"),
    path(
        "director/t/<slug:slug>/wishes/table/<int:start_no>/remove/",
        wishes.release,
        name="wish-release",
    ),
]
SHEETS = [
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
]
urlpatterns = [*PUBLIC, *DESK, *DRAWING, *SHEETS]
