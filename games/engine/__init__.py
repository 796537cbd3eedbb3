"""The rules engine of Tứ Sắc: cards, sets, hands, deals and payments.

It imports the standard library only, and has no clock, randomness or database: callers pass in everything that comes
from outside. Section numbers (§n.n) are those of ``docs/rules.md``.
"""
