"""Errors of the ledger. Each has a code for programs and a sentence for people."""


class LedgerError(ValueError):
    """Raised for a transfer that cannot be posted; nothing was written."""

    code = "ledger"


class NotChips(LedgerError):
    """Raised for an amount that is not a whole number of chips, or beyond `commands.MOST_CHIPS`."""

    code = "ledger.not-chips"


class Unbalanced(LedgerError):
    """Raised if the amounts do not add up to 0."""

    code = "ledger.unbalanced"


class NothingMoves(LedgerError):
    """Raised if all amounts are 0, so that there is nothing to post. Don't post a deal that pays nothing."""

    code = "ledger.nothing-moves"


class KeyReused(LedgerError):
    """Raised if the key already belongs to a different transfer.

    That transfer has other amounts, or it does not counter the same transfer as the new one.
    """

    code = "ledger.key-reused"


class UnknownTransfer(LedgerError):
    """Raised if there is no transfer with this key."""

    code = "ledger.unknown-transfer"


class AlreadyCountered(LedgerError):
    """Raised if the transfer was already countered, under another key."""

    code = "ledger.already-countered"
