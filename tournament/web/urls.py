"""Pages without deals: the front page, logging in, the registry, settings, who plays, and player lists."""

from django.urls import include, path

from . import (
    accounts,
    again,
    calling,
    details,
    entries,
    home,
    imports,
    invitations,
    phones,
    registry,
    settings,
    signups,
    staff,
)

PUBLIC = [
    path("", home.home, name="home"),
    path("login/", accounts.login, name="login"),
    path("logout/", accounts.logout, name="logout"),
    path("phone-ok/", phones.phone_ok, name="phone-ok"),
    path("invitation/<str:token>/", invitations.invitation, name="invitation"),
    path("invitation/<str:token>/new/", invitations.join, name="invitation-new"),
    path("t/<slug:slug>/signup/", signups.signup, name="signup"),
]
REGISTRY = [
    path("director/", home.director_home, name="director-home"),
    path("director/phone/", phones.try_phone, name="try-phone"),
    path("director/phone/choose/", phones.choose, name="choose-address"),
    path("director/phone/seen/", phones.seen, name="phone-seen"),
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
    path("staff/invite/", invitations.make, name="invite"),
    path("staff/invitations/<int:pk>/withdraw/", invitations.withdraw, name="withdraw-invitation"),
    path("open/", settings.open_up, name="open-registration"),
    path("start/", settings.start, name="start-tournament"),
    path("again/", again.again, name="same-again"),
    path("import/", imports.import_players, name="import-players"),
    path("players/", entries.entries, name="entries"),
    path("players/new/", entries.register_new, name="entry-new"),
    path("players/register/<uuid:player_uuid>/", entries.register, name="entry-register"),
    path("players/check-in/", entries.check_in_all, name="check-in-all"),
    path("players/sign-up/", signups.switch, name="signup-switch"),
    path("players/calling/", calling.calling_list, name="calling-list"),
    path("players/calling/withdraw/", calling.withdraw_absent, name="withdraw-absent"),
    path("players/categories/", details.categories, name="categories"),
    path("players/<int:start_no>/", details.details, name="entry-details"),
    path("players/<int:start_no>/call/", calling.call, name="call-name"),
    path("players/<int:start_no>/give-place/", signups.give, name="entry-give-place"),
    path("players/<int:start_no>/fee/", entries.fee, name="entry-fee"),
    path("players/<int:start_no>/check-in/", entries.check_in, name="entry-check-in"),
    path("players/<int:start_no>/undo-check-in/", entries.undo_check_in, name="entry-undo-check-in"),
    path("players/<int:start_no>/remove/", entries.remove, name="entry-remove"),
    path("players/<int:start_no>/withdraw/", entries.withdraw, name="entry-withdraw"),
    path("players/<int:start_no>/return/", entries.return_, name="entry-return"),
]
urlpatterns = [*PUBLIC, *REGISTRY, path("director/t/<slug:slug>/", include(TOURNAMENT))]
