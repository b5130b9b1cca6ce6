"""Deals and all that follows from them."""

from .adjustments import Adjustment
from .deals import Deal, RefusedEntry, Score
from .jobs import Job
from .signatures import Signature
from .standings import Standing

__all__ = ["Adjustment", "Deal", "Job", "RefusedEntry", "Score", "Signature", "Standing"]
