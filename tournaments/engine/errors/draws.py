"""What is refused of draws: those given by hand, groups, who is kept apart, a draw that cannot be made."""

from __future__ import annotations

from typing import Final

from games.engine.errors import gettext_noop

DRAWS: Final[dict[str, str]] = {
    "tournament.drawn-already": gettext_noop("This member has a seat in this round already."),
    "tournament.groups-fill": gettext_noop(
        "In groups bots fill the tables of each group, and no more. Set the number to fill up to to 0."
    ),
    "tournament.groups-late": gettext_noop(
        "Who enters late has to play in a group: let late entry end with round {last}, the last one before the final."
    ),
    "tournament.groups-too-few": gettext_noop(
        "Groups and this final need {least} members at the least, and {playing} would play. Wait for more, or announce"
        " it in another format."
    ),
    "tournament.final-seat": gettext_noop(
        "No bot has a seat that this member can take: in groups it has to be in the own one, and in the final only"
        " finalists take one."
    ),
    "tournament.given-not-fixed": gettext_noop(
        "The tables of this tournament are not given by hand: its format is another one."
    ),
    "tournament.given-none": gettext_noop(
        "The draw was given by hand for {given} rounds, and the terms say {rounds}. Give it for all of them first."
    ),
    "tournament.given-without": gettext_noop(
        "{members} members sit in no round of the draw that was given by hand. Give it again with them."
    ),
    "tournament.given-rounds": gettext_noop(
        "The draw was given by hand for {rounds} rounds. Give it for more before the start, after announcing so many."
    ),
    "tournament.given-round": gettext_noop(
        "There is no round {round}: the terms say {rounds} rounds."
    ),
    "tournament.given-table": gettext_noop(
        "Tables are numbered from 1 to {tables}, and the seats are South, East, North and West."
    ),
    "tournament.given-seat-twice": gettext_noop(
        "This seat was given in line {other} already. Each seat is given once a round."
    ),
    "tournament.given-member-twice": gettext_noop(
        "This member sits in round {round} already, by line {other}. Nobody sits twice in a round."
    ),
    "tournament.given-not-entered": gettext_noop(
        "This member has not entered. Let them enter first, or write “bot”."
    ),
    "tournament.given-round-missing": gettext_noop(
        "Round {round} is missing. Give its tables, too."
    ),
    "tournament.given-wrong": gettext_noop(
        "The draw was not given, since something in it is wrong. Correct what stands beside each line, and send all of"
        " it again."
    ),
    "tournament.given-unreadable": gettext_noop("The draw cannot be read: {why}"),
    "tournament.given-seats-missing": gettext_noop(
        "Table {table} of round {round} lacks {missing} of its four seats. Write “bot” where nobody sits."
    ),
    "tournament.given-bots-alone": gettext_noop(
        "At table {table} of round {round} sit only bots. Leave it out."
    ),
    "tournament.given-apart": gettext_noop(
        "At table {table} of round {round} meet members who are kept apart. Seat them elsewhere, or end that."
    ),
    "tournament.given-member-missing": gettext_noop(
        "This member has entered and sits in no round. Give them a seat, or let them withdraw."
    ),
    "tournament.seed-out-of-range": gettext_noop(
        "The seed of the draw must be a whole number from {low} to {high}."
    ),
    "tournament.draw-nobody": gettext_noop(
        "Nobody is there to be seated. Let members in, or fill the tables with bots, and draw again."
    ),
    "tournament.draw-twice": gettext_noop(
        "Member {player} is named twice in the draw. Name everybody once and draw again."
    ),
    "tournament.draw-tables": gettext_noop(
        "{count} participants do not fill tables of four. Add {missing} more, members or bots, and draw again."
    ),
    "tournament.draw-secret-lost": gettext_noop(
        "The secret to which the draw is bound cannot be read. Ask who runs the server for its key (TUSAC_DEAL_KEY),"
        " or cancel the tournament and announce it again."
    ),
    "tournament.no-open-round": gettext_noop(
        "No round is being played, so there is none to draw anew."
    ),
    "tournament.cards-dealt": gettext_noop(
        "Cards of round {round} are dealt, or about to be, so it is not drawn anew. Correct the next round instead:"
        " void deals, adjust points, or let members sit out."
    ),
    "tournament.not-redrawn": gettext_noop(
        "The round that is played was not drawn anew, so no former draw of it can stand again."
    ),
    "tournament.redraw-taken-back": gettext_noop(
        "A redraw of round {round} was taken back already, and that is done once a round: else somebody could try draws"
        " until one pleases. Let the draw stand, or draw the round anew."
    ),
    "tournament.redraw-stands": gettext_noop(
        "Cards of round {round} are dealt, or about to be, so its draw stands. Correct the next round instead: void"
        " deals, adjust points, or let members sit out."
    ),
    "tournament.one-secret": gettext_noop(
        "The draws of this tournament are bound to one secret, which is open: a new draw would be one that somebody"
        " chose."
    ),
    "tournament.group-out-of-range": gettext_noop(
        "Name {low} to {high} members who are not to meet."
    ),
    "tournament.too-many-groups": gettext_noop(
        "At most {limit} groups can be kept apart at a time. Let one meet again first."
    ),
    "tournament.no-such-group": gettext_noop("These members are not kept apart."),
    "tournament.apart-impossible": gettext_noop(
        "Members no two of whom are to meet: {members}. Tables of the next round: {tables}. Fill up to more tables with"
        " bots, let some sit out, or let two of them meet."
    ),
}
