"""The direct engine: it judges a scene by working on the cards."""

from verifier.direct.engine import can_lie, case, judge
from verifier.direct.facts import all_facts
from verifier.direct.quick import surely_legal
from verifier.direct.readings import Meld, lie, melds
from verifier.direct.values import Values, hand_points, meld_points, values_of

__all__ = [
    "Meld",
    "Values",
    "all_facts",
    "can_lie",
    "case",
    "hand_points",
    "judge",
    "lie",
    "meld_points",
    "melds",
    "surely_legal",
    "values_of",
]
