"""The door to write: every change to a table or a deal is one of these use cases, each one transaction."""

from games.commands.clock import is_behind, keep_time
from games.commands.deals import cancel_deal, get_ready, prepare_deal, start_deal
from games.commands.members import grant_chips, grant_first_chips, open_table_once
from games.commands.play import append_afterwards, play_bots, submit_move, time_out
from games.commands.tables import close_table, invite, leave_table, open_table, sit_down

__all__ = [
    "append_afterwards",
    "cancel_deal",
    "close_table",
    "get_ready",
    "grant_chips",
    "grant_first_chips",
    "invite",
    "is_behind",
    "keep_time",
    "leave_table",
    "open_table",
    "open_table_once",
    "play_bots",
    "prepare_deal",
    "sit_down",
    "start_deal",
    "submit_move",
    "time_out",
]
