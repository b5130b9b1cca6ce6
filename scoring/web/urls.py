"""Pages that need deals: what everybody sees, the director's desk, and the score sheets."""

from django.urls import path

from . import desk, public, sheets

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
    path("director/t/<slug:slug>/rounds/", desk.rounds, name="desk-rounds"),
    path("director/t/<slug:slug>/rounds/draw/", desk.draw, name="draw-rounds"),
    path("director/t/<slug:slug>/rounds/discard/", desk.discard, name="discard-draws"),
    path("director/t/<slug:slug>/rounds/<int:number>/", desk.round_tables, name="desk-round"),
    path("director/t/<slug:slug>/rounds/<int:number>/publish/", desk.publish, name="publish-round"),
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
SHEETS = [
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
urlpatterns = [*PUBLIC, *DESK, *SHEETS]
