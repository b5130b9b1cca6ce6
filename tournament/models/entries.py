"""An entry: one player in one tournament, and who plays in his place."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.text import search_index, sort_key

from .registry import Club, Player
from .tournaments import Tournament

# Beyond every round and every deal.
NEVER = 32_767


class Entry(models.Model):
    """The club is copied at registration, so that an old result list does not change with the registry."""

    class State(models.TextChoices):
        REGISTERED = "registered", _("registered")
        WAITLISTED = "waitlisted", _("on the waiting list")
        CHECKED_IN = "checked_in", _("checked in")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="entries")
    start_no = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=State.choices, default=State.REGISTERED)
    fixed_table = models.PositiveSmallIntegerField(
        _("always at table"),
        null=True,
        blank=True,
        help_text="a wheelchair, a director who must sit near the desk",
    )
    withdrawn_after_round = models.PositiveSmallIntegerField(null=True, blank=True)
    labels = models.JSONField(_("categories"), default=list, blank=True, help_text="free words, in order")
    handicap = models.SmallIntegerField(_("handicap"), default=0, help_text="points on top of the total")
    lot = models.PositiveSmallIntegerField(
        null=True, editable=False, help_text="drawn among equals: the lower comes first"
    )
    fee_paid_at = models.DateTimeField(null=True, blank=True)
    registered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["start_no"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="player_once_in_tournament"),
            models.UniqueConstraint(fields=["tournament", "start_no"], name="start_no_once_in_tournament"),
        ]

    def __str__(self) -> str:
        return f"{self.start_no} {self.player}"

    @property
    def name(self) -> str:
        """As everybody may read it. What only the staff reads says `full_name`: to forget that gives nothing away."""
        return self.player.public_name or gettext("Start number {number}").format(number=self.start_no)

    @property
    def full_name(self) -> str:
        """As the staff reads it."""
        return self.player.full_name

    @property
    def public_search_key(self) -> str:
        """What everybody finds him by, and who plays in his place: no more than what is shown."""
        own = self.player.search_key if self.player.shows_all else search_index(self.name)
        return " ".join([own, *(one.public_search_key for one in self.substitutions.all())])

    @property
    def public_sort_key(self) -> str:
        """Where he stands in a list for everybody: no place in the alphabet tells a name that is not shown."""
        return self.player.sort_key if self.player.shows_all else sort_key(self.name)

    def name_in(self, round_number: int) -> str:
        """Who sits there in a round, as everybody may read it; where somebody plays for another, both."""
        return self._both_names(round_number, "name")

    def full_name_in(self, round_number: int) -> str:
        """The same for the staff."""
        return self._both_names(round_number, "full_name")

    def _both_names(self, round_number: int, kind: str) -> str:
        """The one who sits there at the end of the round comes first."""
        own: str = getattr(self, kind)
        there = [one for one in self.substitutions.all() if one.plays_in(round_number)]
        if not there:
            return own
        others = ", ".join(getattr(one, kind) for one in there)
        if there[-1].plays_on_after(round_number):
            return gettext("{name} (for {other})").format(name=others, other=own)
        return gettext("{name} (substitute: {other})").format(name=own, other=others)

    def name_of(self, player_id: int) -> str:
        """The public name of somebody who played for this entry."""
        for one in self.substitutions.all():
            if one.player_id == player_id != self.player_id:
                return one.name
        return self.name

    def player_id_at(self, round_number: int, deal: int) -> int:
        """Who plays for this entry in one deal."""
        for one in self.substitutions.all():
            if one.covers(round_number, deal):
                return one.player_id
        return self.player_id

    @property
    def is_playing(self) -> bool:
        return self.state == self.State.CHECKED_IN


class Substitution(models.Model):
    """Somebody plays on in an entry's place, from one deal of a round on, until it ends or to the last round.

    The entry stays one participant; each score keeps the player who made it. `after_deal` is the last deal that the
    one before him played at the table: 0 when he takes over from the first.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="substitutions")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="substitutions")
    from_round = models.PositiveSmallIntegerField()
    after_deal = models.PositiveSmallIntegerField(default=0)
    until_round = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the last round, or part of one"
    )
    until_deal = models.PositiveSmallIntegerField(null=True, blank=True, help_text="his last deal in it")
    reason = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["from_round", "after_deal", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=models.Q(until_round__isnull=True),
                name="one_substitute_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.player}"

    @property
    def is_over(self) -> bool:
        return self.until_round is not None

    @property
    def name(self) -> str:
        """As everybody may read it."""
        return self.player.public_name or gettext("name not shown")

    @property
    def full_name(self) -> str:
        """As the staff reads it."""
        return self.player.full_name

    @property
    def public_search_key(self) -> str:
        """What everybody finds him by."""
        if self.player.public_form == Player.PublicForm.NONE:
            return ""
        return self.player.search_key if self.player.shows_all else search_index(self.name)

    @property
    def begins(self) -> tuple[int, int]:
        """Round, and the last deal in it before his first."""
        return self.from_round, self.after_deal

    @property
    def ends(self) -> tuple[int, int]:
        """Round, and his last deal in it; beyond every number while it goes on."""
        return (
            NEVER if self.until_round is None else self.until_round,
            NEVER if self.until_deal is None else self.until_deal,
        )

    def covers(self, round_number: int, deal: int) -> bool:
        """Whether he plays this deal."""
        return self.begins < (round_number, deal) <= self.ends

    def plays_in(self, round_number: int) -> bool:
        """Whether any deal of the round is his."""
        first = max(self.begins, (round_number, 0))
        return first < min(self.ends, (round_number, NEVER))

    def plays_on_after(self, round_number: int) -> bool:
        """Whether he still sits there when the round ends."""
        return self.covers(round_number, NEVER)


class ApartPair(models.Model):
    """Two who should not meet: they are kept apart where it costs no repeat meeting, early rounds first."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="apart_pairs")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="apart_pair_once"),
            models.CheckConstraint(condition=models.Q(one__lt=models.F("other")), name="apart_pair_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one} / {self.other}"
