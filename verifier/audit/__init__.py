"""Replaying many records: the first wrong move of each deal, with its rule.

audit_deal(record, book)    one deal, on the direct engine
audit(paths, desk, jobs)    many records, one after the other or on all cores
"""

from verifier.audit.deal import DealAudit, Wrong, audit_deal
from verifier.audit.one import Desk
from verifier.audit.run import audit

__all__ = ["DealAudit", "Desk", "Wrong", "audit", "audit_deal"]
