"""Who sits where: rounds of tables of four (and three) in which people meet as rarely as possible."""

from engine.seating.inputs import EVEN_THREES, FEWEST_REPEATS
from engine.seating.locks import Lock
from engine.seating.manual import MANUAL, check_manual
from engine.seating.monrad import MONRAD_ALGORITHM, closeness, plan_monrad
from engine.seating.plan import ALGORITHM, Plan, plan_seating
from engine.seating.random_draw import RANDOM_ALGORITHM, plan_random
from engine.seating.replan import KEEP, REPLAN, REPLAN_ALGORITHM, Option, Replanned, repair_round, replan
from engine.seating.report import BEST_KNOWN, NOT_PROVEN, PROVEN, Report
from engine.seating.swap import SwapEffect, swap_effect

__all__ = [
    "ALGORITHM",
    "BEST_KNOWN",
    "EVEN_THREES",
    "FEWEST_REPEATS",
    "KEEP",
    "MANUAL",
    "MONRAD_ALGORITHM",
    "NOT_PROVEN",
    "PROVEN",
    "RANDOM_ALGORITHM",
    "REPLAN",
    "REPLAN_ALGORITHM",
    "Lock",
    "Option",
    "Plan",
    "Replanned",
    "Report",
    "SwapEffect",
    "check_manual",
    "closeness",
    "plan_monrad",
    "plan_random",
    "plan_seating",
    "repair_round",
    "replan",
    "swap_effect",
]
