"""The codes of all accounts, and the memos and keys of transfers with a special meaning."""

from __future__ import annotations

HOUSE = "house"
"""The account that bots win for and lose from, and that grants members their first chips."""


SPONSOR = "sponsor"
"""The account out of which the club pays entry fees; what it has paid in all is what it holds less than nothing."""

GRANTED, TAKEN_BACK = "Chips granted by the club", "Chips taken back by the club"
"""The memos of a grant and of its return; the reason, if one was given, stands behind a colon and a space."""

MERGED, MERGED_KEY = "Accounts merged", "merge:"
"""The memo of what an ended account had, with the owner's reason as of a grant; and how the key of its transfer begins,
before the number of the account."""

POT_KEY = "pot:"
"""How the key of a transfer into or out of a table's pot begins; table, version of the event and deal follow."""

BACK = ":counter"
"""The end of the key of a transfer that takes a grant back; the grant's own key stands before it."""


def member_account(player_id: int) -> str:
    """Return the code of a member's account."""
    return f"member:{player_id}"


def account_of(label: str) -> str:
    """Return the code of the account of a deal's participant (`player:12`); all bots (`bot:club`) share the
    house's.
    """
    kind, _, name = label.partition(":")
    return f"member:{name}" if kind == "player" else HOUSE


def hold_account(deal_id: int) -> str:
    """Return the code of the account that holds the disputed chips of a deal."""
    return f"hold:{deal_id}"


def pot_account(tournament_id: int) -> str:
    """Return the code of the account of a tournament's pot."""
    return f"tournament:{tournament_id}:pot"


def table_pot_account(table_id: int) -> str:
    """Return the code of the account of a lobby table's pot (§13.14)."""
    return f"table:{table_id}:pot"
