"""The admin, where owners manage accounts. Django imports this module, and with it every registered model.

No card, secret or log row is registered here. Directors use the club's own pages instead.
"""

from games.admin.players import PlayerAdmin
