"""Deals and all that follows from them."""

from .adjustments import Adjustment
from .calls import DirectorCall
from .deals import Deal, RefusedEntry, Score
from .jobs import Job
from .signatures import Signature
from .snapshots import Snapshot
from .standings import Standing

__all__ = [
    "Adjustment",
    "Deal",
    "DirectorCall",
    "Job",
    "RefusedEntry",
    "Score",
    "Signature",
    "Snapshot",
    "Standing",
]
