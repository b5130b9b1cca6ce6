"""Strafpoint and other signed points that the director gives, with a reason."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry, Round, Tournament


class Adjustment(models.Model):
    """Signed points on an entry, or none: a warning. It is never deleted, only cancelled with a reason."""

    class Reason(models.TextChoices):
        """The headings of the Union's rules, and two of ours."""

        ORDER = "order", _("order at the table")
        REDEAL = "redeal", _("redeal")
        TOO_LOW_CALL = "too_low_call", _("too low or too high call")
        OUT_OF_TURN = "out_of_turn", _("call or play out of turn")
        WRONG_NUMBER_OF_CARDS = "wrong_number_of_cards", _("wrong number of cards")
        SUIT_ERROR = "suit_error", _("error in suit and the like")
        SUIT_NAMED_EARLY = "suit_named_early", _("suit named too early")
        UNNECESSARY_ANNOUNCEMENT = "unnecessary_announcement", _("unnecessary announcement")
        CARD_WITH_NUMBER = "card_with_number", _("card with a number on it")
        BUYING_ORDER = "buying_order", _("buying in the wrong order")
        THROWING_IN = "throwing_in", _("throwing in")
        WRONG_NUMBER_BOUGHT = "wrong_number_bought", _("wrong number bought")
        REVOKE = "revoke", _("revoke")
        OTHER = "other", _("other")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="adjustments")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="adjustments")
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    points = models.SmallIntegerField(_("points"))
    reason = models.CharField(_("reason"), max_length=30, choices=Reason.choices)
    note = models.CharField(_("note"), max_length=300, blank=True)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    client_key = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    given_at = models.DateTimeField(auto_now_add=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancel_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.entry} {self.points:+d} ({self.reason})"

    @property
    def is_warning(self) -> bool:
        return self.points == 0

    @property
    def public_note(self) -> str:
        """The note as everybody may read it: that of a call names the board, which others may still have to play."""
        tells = self.reason == self.Reason.UNNECESSARY_ANNOUNCEMENT and self.tournament.shared_boards
        return "" if tells and self.round is not None and not self.round.is_closed else self.note
