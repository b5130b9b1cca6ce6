"""Pages without deals: the front page, logging in, the registry, settings, who plays, and player lists."""

from django.urls import include, path

from . import accounts, entries, home, imports, registry, settings, staff

PUBLIC = [
    path("", home.home, name="home"),
    path("login/", accounts.login, name="login"),
    path("logout/", accounts.logout, name="logout"),
]
REGISTRY = [
    path("director/", home.director_home, name="director-home"),
    path("director/clubs/", registry.clubs, name="clubs"),
    path("director/clubs/new/", registry.club_new, name="club-new"),
    path("director/clubs/<uuid:club_uuid>/", registry.club_edit, name="club-edit"),
    path("director/players/", registry.players, name="players"),
    path("director/players/new/", registry.player_new, name="player-new"),
    path("director/players/<uuid:player_uuid>/", registry.player_edit, name="player-edit"),
    path("director/tournaments/new/", settings.tournament_new, name="tournament-new"),
]
TOURNAMENT = [
    path("settings/", settings.tournament_settings, name="tournament-settings"),
    path("staff/", staff.staff, name="staff"),
    path("staff/<int:user_id>/remove/", staff.staff_remove, name="staff-remove"),
    path("open/", settings.open_up, name="open-registration"),
    path("start/", settings.start, name="start-tournament"),
    path("import/", imports.import_players, name="import-players"),
    path("players/", entries.entries, name="entries"),
    path("players/new/", entries.register_new, name="entry-new"),
    path("players/register/<uuid:player_uuid>/", entries.register, name="entry-register"),
    path("players/check-in/", entries.check_in_all, name="check-in-all"),
    path("players/<int:start_no>/check-in/", entries.check_in, name="entry-check-in"),
    path("players/<int:start_no>/undo-check-in/", entries.undo_check_in, name="entry-undo-check-in"),
    path("players/<int:start_no>/remove/", entries.remove, name="entry-remove"),
    path("players/<int:start_no>/withdraw/", entries.withdraw, name="entry-withdraw"),
    path("players/<int:start_no>/return/", entries.return_, name="entry-return"),
]
urlpatterns = [*PUBLIC, *REGISTRY, path("director/t/<slug:slug>/", include(TOURNAMENT))]
