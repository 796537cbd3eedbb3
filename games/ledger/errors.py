"""Errors of the ledger. Each has a code for programs and a sentence for people."""


class LedgerError(ValueError):
    """A transfer that cannot be posted; nothing was written."""

    code = "ledger"


class NotChips(LedgerError):
    """An amount that is not a whole number of chips, or beyond `commands.MOST_CHIPS`."""

    code = "ledger.not-chips"


class Unbalanced(LedgerError):
    """The amounts do not add up to 0."""

    code = "ledger.unbalanced"


class NothingMoves(LedgerError):
    """All amounts are 0, so there is no transfer to post. Don't post a deal that pays nothing."""

    code = "ledger.nothing-moves"


class KeyReused(LedgerError):
    """The key already belongs to a different transfer: with other amounts, or another original."""

    code = "ledger.key-reused"


class UnknownTransfer(LedgerError):
    """There is no transfer with this key."""

    code = "ledger.unknown-transfer"


class AlreadyCountered(LedgerError):
    """The transfer was already countered, under another key."""

    code = "ledger.already-countered"
