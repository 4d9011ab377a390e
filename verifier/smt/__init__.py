"""The Z3 engine: judges a scene by asking a solver, with every fact of cards as a term over ranks and suits."""

from verifier.smt.deals import can_be_right
from verifier.smt.engine import Answer, judge
from verifier.smt.reason import Reason, forbids, reason

__all__ = ["Answer", "Reason", "can_be_right", "forbids", "judge", "reason"]
