"""The use cases that change a tournament; each is one transaction."""

from tournaments.commands.cardboard import (
    close_round,
    confirm_result,
    confirm_results,
    contradict_result,
    correct_result,
    enter_result,
    enter_sheets,
    mark_tables,
    play_no_more,
)
from tournaments.commands.cash import (
    count_box,
    mark_fee_paid,
    mark_prize_paid,
    note_payment,
    take_payment_back,
)
from tournaments.commands.corrections import (
    adjust_points,
    correct_settings,
    end_apart,
    keep_apart,
    replay_deal,
    take_adjustment_back,
    take_voiding_back,
    void_deal,
)
from tournaments.commands.counting import count, note_answer
from tournaments.commands.disputes import (
    answer_discard,
    appeal_ruling,
    dispute_discard,
    join_discard,
    rule_on_discard,
    sign_on_discard,
    unsign_discard,
)
from tournaments.commands.draws import draw_on, give_draw, redraw, take_redraw_back
from tournaments.commands.entering import (
    enter,
    enter_guests,
    enter_members,
    invite,
    take_invitation_back,
    withdraw,
)
from tournaments.commands.entries import (
    check_in,
    leave,
    remove,
    sit_in,
    sit_out,
    take_back,
    undo_check_in,
)
from tournaments.commands.leagues import set_league
from tournaments.commands.lifecycle import (
    FILLERS,
    cancel,
    close,
    create,
    describe,
    rules_offered,
    start,
)
from tournaments.commands.photographs import add_photograph, remove_photograph
from tournaments.commands.real_cards.digits import confirm_by_digits
from tournaments.commands.sanctions import sanction_member, take_sanction_back
from tournaments.commands.seats import (
    allow_entry,
    give_seat,
    leave_reserve,
    list_guest,
    list_reserve,
    take_seat,
)
from tournaments.commands.signatures import (
    answer_agreement,
    decline_correction,
    sign_correction,
)
from tournaments.commands.templates import remove_template, rename_template, save_template
from tournaments.commands.timing import (
    end_appeals,
    lengthen_round,
    pause_all,
    resume_all,
    set_beginning,
)
