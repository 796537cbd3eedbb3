"""The door to write: every change to a table or a deal is one of these use cases, each one transaction."""

from games.commands import play
from games.commands.clock import is_behind, keep_time
from games.commands.deals import cancel_deal, get_ready, prepare_deal, start_deal
from games.commands.members import (
    grant_chips,
    grant_first_chips,
    open_table_once,
    take_back_grant,
)
from games.commands.play import append_afterwards
from games.commands.tables import (
    close_table,
    invite,
    leave_table,
    note_freed_seat,
    open_table,
    sit_down,
    take_back_invitation,
)
from games.measures import player_move, service_moves

submit_move = player_move(play.submit_move)
play_bots = service_moves("bot")(play.play_bots)
time_out = service_moves("timeout")(play.time_out)

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
    "note_freed_seat",
    "open_table",
    "open_table_once",
    "play_bots",
    "prepare_deal",
    "sit_down",
    "start_deal",
    "submit_move",
    "take_back_grant",
    "take_back_invitation",
    "time_out",
]
