"""Every change to a table or a deal is one of these use cases, each one transaction."""

from games.commands.calls import answer_call, call_off, call_referee, take_call
from games.commands.chips import grant_chips, grant_first_chips, take_back_grant
from games.commands.clock import is_behind, keep_time
from games.commands.club import answer_alarm, raise_alarm, record
from games.commands.company import allow_company, mute_seat, note_look, note_watching, say
from games.commands.deals import cancel_deal, get_ready, prepare_deal, reveal_seed, start_deal
from games.commands.duplicates import unseal
from games.commands.handing_over import give_seat, hand_over
from games.commands.held_chips import keep_hold
from games.commands.holding import hold_table, let_table_go, pause_held
from games.commands.lessons import note_learned
from games.commands.limits import decline_limits, ripen_limits, set_house_rules, sign_limits
from games.commands.planning import discard_table, has_begun, plan_deals, stop_deal, was_stopped
from games.commands.play import (
    Moved,
    append_afterwards,
    make_move,
    play_bots,
    submit_move,
    time_out,
)
from games.commands.presence import ask_pause, come_back, end_pause, give_time, pause_deal
from games.commands.rule_sets import offer_rule_set, save_rule_set
from games.commands.sanctions import set_sanction_table
from games.commands.seals import accept_seal, make_checkpoint, refusals
from games.commands.settlement import settle
from games.commands.tables import (
    TableTerms,
    choose_pace,
    close_table,
    invite,
    leave_table,
    note_freed_seat,
    open_table,
    open_table_by_form,
    sit_down,
    take_back_invitation,
)
from games.commands.thinking import think_ahead
from games.commands.unseen import play_unseen
from games.commands.warnings import take_warning_back, warn
from games.commands.windows import close_window, hold_window
