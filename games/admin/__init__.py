"""Accounts in the admin, for owners. Django imports this module, and with it everything that is registered.

No card, no secret and nothing of the log is registered here. What directors need is on the club's own pages.
"""

from games.admin.players import PlayerAdmin
