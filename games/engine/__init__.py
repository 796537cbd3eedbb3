"""The rules engine of Tứ Sắc: cards, sets, hands, deals and payments.

Standard library only. No clock, no randomness, no database: everything that the
engine needs from outside is handed to it. Section numbers (§n.n) are those of
``docs/rules.md``.
"""
