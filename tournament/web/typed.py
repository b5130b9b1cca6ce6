"""A form for steps that cannot be taken by a slip of the finger: a word must be typed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext

from tournament.text import search_key


class TypedForm(forms.Form):
    """`word` is what must be typed; capitals, accents and blanks around it do not matter."""

    typed = forms.CharField(
        max_length=200, widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"})
    )

    def __init__(self, *args: Any, word: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.word = word
        self.fields["typed"].label = gettext("Write “{word}” to confirm").format(word=word)
        self.order_fields([name for name in self.fields if name != "typed"])

    def clean_typed(self) -> str:
        """What was typed, if it is the word."""
        typed: str = self.cleaned_data["typed"]
        if search_key(typed) != search_key(self.word):
            raise forms.ValidationError(gettext("Write exactly: {word}").format(word=self.word))
        return typed
