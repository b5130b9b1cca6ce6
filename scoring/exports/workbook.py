"""The results of a tournament as one workbook."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournament.models import Tournament


def write_workbook(
    tournament: Tournament, file: IO[bytes], on_progress: Callable[[int], None] = lambda percent: None
) -> None:
    """Write the workbook into `file`."""
    raise NotImplementedError


def workbook_name(tournament: Tournament) -> str:
    """The name under which the workbook is downloaded."""
    return f"{tournament.slug}.xlsx"
