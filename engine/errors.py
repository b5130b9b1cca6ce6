"""The one exception of the engine. Sentences for people are made elsewhere, from its code and parameters."""

from __future__ import annotations

from typing import Any


class RuleViolation(Exception):
    """Something the rules do not allow, or a value that is no part of the game.

    `code` is a stable snake_case word, `params` plain values (whole numbers and short strings) that a
    sentence about it may need: `RuleViolation("insufficient", at=1)`.
    """

    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params: dict[str, object] = params

    def with_params(self, **params: object) -> RuleViolation:
        """The same violation with more said about where it happened; what is already said stays."""
        return RuleViolation(self.code, **{**params, **self.params})

    def __str__(self) -> str:
        if not self.params:
            return self.code
        return f"{self.code} ({', '.join(f'{name}={value}' for name, value in self.params.items())})"

    def __repr__(self) -> str:
        return f"RuleViolation({self.code!r}, {self.params!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions are rebuilt from their positional arguments alone, which would drop the parameters.
        return (_rebuild, (self.code, self.params))


def _rebuild(code: str, params: dict[str, object]) -> RuleViolation:
    return RuleViolation(code, **params)
