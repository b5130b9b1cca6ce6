"""What separates equals, on the settings form: an order to start from, or one of the organiser's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.tie_breaks import OFFERED, ORDERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.utils.datastructures import MultiValueDict
    from django.utils.safestring import SafeString
    from django_stubs_ext import StrOrPromise

OWN = "own"
# As many as anybody needs, with room for more.
FEWEST_ROWS, SPARE_ROWS = 4, 2


def order_choices() -> list[tuple[str, StrOrPromise]]:
    """The orders to start from, each with what it does, and the organiser's own."""
    told = [(key, format_lazy("{}. {}", order.name, order.sentence)) for key, order in ORDERS.items()]
    return [*told, (OWN, _("Our own order, as chosen below."))]


def tie_break_choices() -> list[tuple[str, StrOrPromise]]:
    return [(code, offered.label) for code, offered in OFFERED.items()]


class OrderWidget(forms.SelectMultiple):
    """A numbered list of drop-downs, of which any may be left empty. It works without a script."""

    use_fieldset = True

    def value_from_datadict(self, data: Mapping[str, Any], files: MultiValueDict[str, Any], name: str) -> Any:
        """What is chosen, from the top."""
        return [code for code in super().value_from_datadict(data, files, name) or [] if code]

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        attributes = attrs or {}
        chosen = list(value or [])
        if attributes.get("disabled"):
            return _told(chosen)
        rows = max(FEWEST_ROWS, len(chosen) + SPARE_ROWS)
        lines = (
            (self._row(name, code, index, attributes, renderer),)
            for index, code in enumerate([*chosen, *[""] * rows][: min(rows, len(OFFERED))], start=1)
        )
        return format_html('<ol class="order">{}</ol>', format_html_join("", "<li>{}</li>", lines))

    def _row(self, name: str, code: str, index: int, attributes: dict[str, Any], renderer: Any) -> SafeString:
        row = {key: value for key, value in attributes.items() if key != "required"}
        row["id"] = f"{attributes.get('id', name)}_{index}"
        row["aria-label"] = gettext("What separates equals, no. {number}").format(number=index)
        drop_down = forms.Select(choices=[("", "–"), *self.choices])
        return drop_down.render(name, code, row, renderer)


def _told(chosen: list[str]) -> SafeString:
    """What cannot be changed any more is read, not pressed."""
    if not chosen:
        return format_html("<p>{}</p>", ORDERS["shared"].name)
    labels = ((OFFERED[code].label if code in OFFERED else code,) for code in chosen)
    return format_html('<ol class="order">{}</ol>', format_html_join("", "<li>{}</li>", labels))
