"""The club's rows in the admin. Django imports this module, and with it everything that is registered.

No card, no secret and nothing of the log is registered here: a deal that is played is not seen here.
"""

from games.admin.players import PlayerAdmin
from games.admin.tables import DealAdmin, TableAdmin
