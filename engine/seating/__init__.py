"""Who sits where: rounds of tables of four (and three) in which people meet as rarely as possible."""

from engine.seating.plan import ALGORITHM, Plan, plan_seating
from engine.seating.report import NOT_PROVEN, PROVEN, Report

__all__ = ["ALGORITHM", "NOT_PROVEN", "PROVEN", "Plan", "Report", "plan_seating"]
