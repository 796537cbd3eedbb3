"""The names of a tournament's terms, and their texts in forms and the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from games.presenters import terms
from games.presenters.amounts import of_unit, with_unit
from tournaments.engine.scoring.prizes import PAID_PLACES
from tournaments.models import Tournament

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

GAME: Final = _("The game")
WHO: Final = _("Who plays")
FEES: Final = _("Fees and prizes")
TABLES: Final = _("At the tables")
CLOCKS: Final = _("Clocks")
PLACES: Final = _("Places and the final")
READ: Final = _("What members read")
DISPUTES: Final = _("Disputes")
HINTS: Final[Mapping[Any, StrOrPromise]] = {
    GAME: _("rules, deals, time per move"),
    WHO: _("late entry, check-in, empty seats"),
    FEES: of_unit(gettext_noop("only for clubs that play for %(unit)s")),
    TABLES: _("real cards, spectators, the same deals for all"),
    CLOCKS: _("rounds with a time limit"),
    PLACES: _("tie-breaks, substitutes, rounds of a final"),
    READ: _("a description, a series"),
    DISPUTES: _("time limits for disputes and rulings"),
}
"""What the terms under each legend are about, in the order of a form that announces a tournament."""


@dataclass(frozen=True, slots=True)
class TermWords:
    """A term's name and texts."""

    label: StrOrPromise
    help: StrOrPromise = ""
    """Below its field in a form."""
    group: StrOrPromise = ""
    """The legend under which its field stands, among those that few choose; empty for what everybody chooses."""
    api: StrOrPromise = ""
    """Beside its field in the description of the API."""
    listed: bool = False
    """Whether the tournament's page lists it by label and value where it is not as by default."""


TERM_WORDS: Final[Mapping[str, TermWords]] = {
    "name": TermWords(_("Name")),
    "rules": TermWords(_("Rules"), help=_("All tables play by these rules."), group=GAME),
    "format": TermWords(
        _("Format"),
        help=_(
            "Decides who plays together in each round. The suggested format suits an ordinary "
            "evening."
        ),
        group=GAME,
        api=_("The pairing method: even, swiss, fixed or groups."),
    ),
    "rounds": TermWords(_("Rounds"), help=_("The tables are drawn again before each round.")),
    "deals_per_round": TermWords(
        _("Deals per round"),
        help=_("With a multiple of 4, everyone starts equally often."),
        group=GAME,
    ),
    "seconds_per_move": TermWords(
        _("Seconds per move"), help=terms.WHOSE_TIME_RUNS_OUT, group=GAME
    ),
    "entry_fee": TermWords(
        with_unit(gettext_noop("Entry fee"), gettext_noop("Entry fee in chips")),
        help=_(
            "0: no entry fee, and no prizes come from fees. Otherwise all fees go into the pot, "
            "and the whole pot is paid out as prizes."
        ),
        group=FEES,
    ),
    "prize_shares": TermWords(
        _("Prize shares in percent"),
        help=format_lazy(
            _("For first place, second place and so on: 100 in total, at most {most} places."),
            most=PAID_PLACES,
        ),
        group=FEES,
    ),
    "appeal_minutes": TermWords(
        _("Minutes to dispute a result"),
        help=_(
            "How long players can dispute a result after the last deal. Prizes are paid when this "
            "time is over and every dispute is decided, at the latest a week later. 0: you close "
            "the tournament yourself."
        ),
        group=DISPUTES,
    ),
    "series": TermWords(
        _("Series"),
        help=_(
            "The results of all tournaments with the same series name are added up in one table "
            "of standings."
        ),
        group=READ,
        api=_("The series it belongs to; empty for none."),
    ),
    "series_best": TermWords(
        _("Number of best results that count"),
        help=_(
            "How many of a member's best results count. A result below zero counts as 0, as if the "
            "member had not played."
        ),
        group=READ,
        api=_("How many tournaments of the series count for a member."),
    ),
    "series_points": TermWords(
        _("League: points by place"),
        help=_(
            "In a league, places score points: for first place, second place and so on, such as "
            "10, 8, 6, 5, 4. Leave empty to use the same as the earlier tournaments of the "
            "series; if they have none, points from the deals count."
        ),
        group=READ,
        api=_("A league's points by place; empty where the points of the deals count."),
    ),
    "series_present": TermWords(
        _("League: points for taking part"),
        help=_("For every member who plays at least one deal."),
        group=READ,
        api=_("A league's points for taking part."),
    ),
    "admits": TermWords(
        _("Who may enter"),
        help=_(
            "Invite members on the tournament's page, once it is announced. If there's no entry "
            "fee, you can also enter guests by name."
        ),
        group=WHO,
        api=_("members: every member may enter; invited: only invited members."),
    ),
    "bot_accounts": TermWords(
        _("Members' programs may enter"),
        help=_(
            "Some accounts belong to members' own computer programs, which play by themselves; "
            "their names end in “(program)”. They are ranked and win prizes like everyone else. "
            "This does not affect the club's bots, which only fill empty seats."
        ),
        group=WHO,
        api="Whether programs' accounts may enter.",
        listed=True,
    ),
    "least_members": TermWords(
        _("Minimum members to start"),
        help=_(
            "If fewer members turn up for round 1, the tournament doesn't start. Bots don't count."
        ),
        group=WHO,
        listed=True,
    ),
    "late_until": TermWords(
        _("Late entry until round"),
        help=_(
            "Latecomers can join up to this round. They score nothing for the rounds they missed. 0: no late entry."
        ),
        group=WHO,
        api=_("The last round that latecomers may enter for; 0: none."),
    ),
    "check_in": TermWords(
        _("Members check in before the start"),
        help=_(
            "Members press “I am here” on their phones. Anyone not checked in by then is left "
            "out and gets their fee back."
        ),
        group=WHO,
    ),
    "check_in_ends": TermWords(
        _("Check-in closes (minutes before the start)"),
        help=_(
            "Members who haven't checked in by then are left out of the first draw. If you leave "
            "this empty, members can check in until the start."
        ),
        group=WHO,
    ),
    "odd": TermWords(
        _("If members don't fill tables of four"),
        help=_(
            "Tables of three: 13 members, for example, make one table of four and three of three. With five "
            "members, or rules that need four players, members take turns sitting out. If all tables play the same "
            "deals, or you play in groups or seat players by hand, bots take the empty seats."
        ),
        group=WHO,
        api=_(
            "How to fill tables when the number of members is not a multiple of four: bots, threes, sit-out, or "
            "by-cards (threes with real cards at every table, otherwise bots)."
        ),
    ),
    "filler": TermWords(
        _("The club's bots in empty seats"),
        help=_(
            "Bots are computer players. They fill every table up to four players. They aren't "
            "ranked and win no prizes."
        ),
        group=WHO,
    ),
    "fill_to": TermWords(
        _("Total players, bots included"),
        help=_(
            "Members and bots together: a multiple of four. 0: only the last table is filled, "
            "with at most three bots."
        ),
        group=WHO,
    ),
    "door_fee": TermWords(
        _("Fee at the door, in cash"),
        help=_(
            "For clubs that play for money: what each member pays in cash, as a whole number. "
            "Nothing is taken from what members have on this site; the director marks who has "
            "paid under “Money at the door”. 0: no fee at the door."
        ),
        group=FEES,
        api=_("The fee each member pays in cash at the door, in the club's unit. No chips move."),
        listed=True,
    ),
    "prize_sums": TermWords(
        with_unit(gettext_noop("Fixed prizes"), gettext_noop("Fixed prizes in chips")),
        help=_(
            "For first place, second place and so on. They are paid from the entry fees, before "
            "the shares; if the pot is too small, all prizes are reduced by the same percentage. "
            "If you leave the shares empty, the rest is divided in proportion to these prizes."
        ),
        group=FEES,
        api=_("Fixed prizes by place, before the shares of what is left."),
    ),
    "club_pays": TermWords(
        _("The club pays the entry fees"),
        help=_("Members enter free of charge. A returned fee goes back to the club."),
        group=FEES,
        api=_("Whether the club pays the entry fees."),
    ),
    "ruling_hours": TermWords(
        _("Time for a ruling, in hours"),
        help=_(
            "How long a referee has to rule on a dispute, or on an appeal against another "
            "referee's ruling. Referees are reminded, but no case is decided automatically. 0: "
            "the club's usual time limit applies."
        ),
        group=DISPUTES,
        api=_("Hours a referee has to rule on a dispute or an appeal; 0: as in the club rules."),
    ),
    "ranked_by": TermWords(
        _("Rank players by"),
        help=_(
            "Points per deal: points divided by the number of deals played. This is fair when members play "
            "different numbers of deals because some sit out or arrive late."
        ),
        group=PLACES,
        api=_("How places are decided: points, or deal for points per deal."),
        listed=True,
    ),
    "unplayed": TermWords(
        _("Score for a round sat out"),
        help=_(
            "The member gets their own average for each deal played in that round. A round missed "
            "by choice scores nothing."
        ),
        group=PLACES,
        api=_(
            "The score of a round that a member has to sit out: nothing, or mean for the "
            "average of that member's deals."
        ),
        listed=True,
    ),
    "counts_for_player": TermWords(
        _("Deals count for the person who plays"),
        help=_(
            "On: a substitute's deals count for the substitute, on a separate line without a "
            "place, and deals that a bot played count for nobody. Off: all these deals count for "
            "the member who was drawn in that seat."
        ),
        group=PLACES,
        api=_(
            "Deals count for the person who played them. If off, they count for the seat's owner."
        ),
    ),
    "tie_breaks": TermWords(
        _("Tie-breaks"),
        help=_(
            "Tie-breaks decide between members with equal points, from the top down. Without "
            "any, tied members share the place and its prizes. The tie-break “points in deals "
            "among the tied” compares only deals that tied members played at the same table; "
            "“points per deal” helps if members have played different numbers of deals."
        ),
        group=PLACES,
        api=_("The tie-breaks, in this order."),
    ),
    "final_rounds": TermWords(
        _("Rounds of the final"),
        help=_("Only for groups and a final: how many rounds at the end make up the final."),
        group=PLACES,
        api=_("How many of the last rounds are the final after the groups; 0: no final."),
    ),
    "finalists": TermWords(
        _("Finalists"),
        help=_(
            "Only for groups and a final: how many reach the final. The group winners qualify "
            "first, then the runners-up. At least twice as many members must play in the "
            "tournament."
        ),
        group=PLACES,
        api=_("Number of members in the final."),
    ),
    "bank_seconds": TermWords(
        _("Extra seconds per deal"),
        help=terms.WHAT_A_BANK_IS,
        group=CLOCKS,
        api=_("Extra time each player can use during a deal, on any of their moves."),
    ),
    "round_minutes": TermWords(
        _("Minutes per round"),
        help=_(
            "When time is up no new deal starts, but deals in progress are finished. “Deals per "
            "round” is then the most a table can play. 0: a round ends when its deals are played."
        ),
        group=CLOCKS,
        api=_("No deal starts after this many minutes of a round; 0: no time limit."),
    ),
    "wait_minutes": TermWords(
        _("Minutes to find the tables"),
        help=_("Time for everyone to find their table. You can begin earlier or later."),
        group=CLOCKS,
        api=_("Between the draw and the start of the round."),
    ),
    "spectator_delay": TermWords(
        _("Spectators see the tables"),
        help=_("You can change this at each table."),
        group=TABLES,
        api=_("Delay in seconds for spectators; null: no spectators."),
    ),
    "duplicate": TermWords(
        _("All tables play the same deals"),
        help=_(
            "Your score is your result minus the average result in your seat at all tables, so "
            "luck with the cards evens out (duplicate). This works only on screen. Nobody can "
            "watch, and a deal can be viewed once every table has played it."
        ),
        group=TABLES,
        api=_("Whether all tables of a round play the same deals."),
    ),
}
"""What each term is called, in the order of a form that announces a tournament."""


CHOICES: Final[Mapping[str, Any]] = {
    "format": Tournament.Format,
    "admits": Tournament.Admits,
    "odd": Tournament.Odd,
    "ranked_by": Tournament.RankedBy,
    "unplayed": Tournament.Unplayed,
}
"""The terms of which one of a few values is chosen."""
