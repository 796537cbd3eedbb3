"""Use cases that change a table, a deal or the club; each runs in one transaction."""

from games.commands.club.backups import (
    keep_night,
    make_passphrase,
    save_backup,
    take_backup,
    try_passphrase,
)
from games.commands.club.chips import grant_chips, grant_first_chips, take_back_grant
from games.commands.club.club_work import answer_alarm, raise_alarm, record
from games.commands.club.held_chips import keep_hold
from games.commands.club.house import (
    decline_limits,
    offer_rule_set,
    ripen_limits,
    save_rule_set,
    set_house_rules,
    set_sanction_table,
    sign_limits,
)
from games.commands.club.settlement import settle
from games.commands.deal.calling_off import cancel_deal
from games.commands.deal.clock import is_behind, keep_time
from games.commands.deal.deals import get_ready, prepare_deal, reveal_seed, start_deal
from games.commands.deal.duplicates import unseal
from games.commands.deal.play import (
    MoveResult,
    append_afterwards,
    close_window,
    hold_window,
    make_move,
    play_bots,
    submit_move,
    time_out,
)
from games.commands.deal.presence import (
    ask_pause,
    come_back,
    end_pause,
    give_time,
    pause_deal,
    play_unseen,
)
from games.commands.deal.thinking import think_ahead
from games.commands.deal.waiting import note_freed_seat
from games.commands.deal.waiver import let_pairs_go
from games.commands.log.seals import accept_seal, make_checkpoint, refusals
from games.commands.people.preferences import note_learned
from games.commands.people.warnings import take_warning_back, warn
from games.commands.table.calls import answer_call, call_off, call_referee, take_call
from games.commands.table.queue import sit_anywhere
from games.commands.table.seats import change_seat, leave_table, sit_down
from games.commands.table.social import (
    allow_company,
    mute_seat,
    note_look,
    note_waiting,
    note_watching,
    say,
)
from games.commands.table.swaps import answer_swap, ask_to_swap
from games.commands.table.tables import (
    TableTerms,
    choose_pace,
    close_table,
    invite,
    open_table,
    open_table_by_form,
    take_back_invitation,
)
from games.commands.table.tournament_tables import (
    discard_table,
    give_seat,
    hand_over,
    has_begun,
    hold_table,
    let_table_go,
    pause_held,
    plan_deals,
    stop_deal,
    was_stopped,
)
