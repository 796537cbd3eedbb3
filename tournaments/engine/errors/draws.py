"""Refusals about draws: given by hand, groups, members kept apart, impossible draws."""

from __future__ import annotations

from typing import Final

from games.engine.errors import Refusal

DRAWS: Final[dict[str, Refusal]] = {
    "tournament.drawn-already": Refusal("This member has a seat in this round already.", 409),
    "tournament.groups-fill": Refusal(
        "In groups bots fill the tables of each group, and no more. Set the number to fill up to to 0.",
        field="fill_to",
    ),
    "tournament.groups-late": Refusal(
        "Who enters late has to play in a group: let late entry end with round {last}, the last one before the final.",
        field="late_until",
    ),
    "tournament.groups-too-few": Refusal(
        "Groups and this final need {least} members at the least, and {playing} would play. Wait for more, or announce"
        " it in another format.",
        409,
    ),
    "tournament.final-seat": Refusal(
        "No bot has a seat that this member can take: in groups it has to be in the own one, and in the final only"
        " finalists take one.",
        409,
    ),
    "tournament.given-not-fixed": Refusal(
        "The tables of this tournament are not given by hand: its format is another one.", 404
    ),
    "tournament.given-none": Refusal(
        "The draw was given by hand for {given} rounds, and the terms say {rounds}. Give it for all of them first.",
        409,
    ),
    "tournament.given-without": Refusal(
        "{members} members sit in no round of the draw that was given by hand. Give it again with them.",
        409,
    ),
    "tournament.given-rounds": Refusal(
        "The draw was given by hand for {rounds} rounds. Give it for more before the start, after announcing so many.",
        409,
    ),
    "tournament.given-round": Refusal("There is no round {round}: the terms say {rounds} rounds."),
    "tournament.given-table": Refusal(
        "Tables are numbered from 1 to {tables}, and the seats are South, East, North and West."
    ),
    "tournament.given-seat-twice": Refusal(
        "This seat was given in line {other} already. Each seat is given once a round."
    ),
    "tournament.given-member-twice": Refusal(
        "This member sits in round {round} already, by line {other}. Nobody sits twice in a round."
    ),
    "tournament.given-not-entered": Refusal(
        "This member has not entered. Let them enter first, or write “bot”."
    ),
    "tournament.given-round-missing": Refusal("Round {round} is missing. Give its tables, too."),
    "tournament.given-wrong": Refusal(
        "The draw was not given, since something in it is wrong. Correct what stands beside each line, and send all of"
        " it again."
    ),
    "tournament.given-unreadable": Refusal("The draw cannot be read: {why}"),
    "tournament.given-seats-missing": Refusal(
        "Table {table} of round {round} lacks {missing} of its four seats. Write “bot” where nobody sits."
    ),
    "tournament.given-bots-alone": Refusal(
        "At table {table} of round {round} sit only bots. Leave it out."
    ),
    "tournament.given-apart": Refusal(
        "At table {table} of round {round} meet members who are kept apart. Seat them elsewhere, or end that.",
        409,
    ),
    "tournament.given-member-missing": Refusal(
        "This member has entered and sits in no round. Give them a seat, or let them withdraw."
    ),
    "tournament.seed-out-of-range": Refusal(
        "The seed of the draw must be a whole number from {low} to {high}."
    ),
    "tournament.draw-nobody": Refusal(
        "Nobody is there to be seated. Let members in, or fill the tables with bots, and draw again."
    ),
    "tournament.no-table": Refusal(
        "{playing} would play, too few for a table without bots. Wait for more, or choose in the terms that bots sit"
        " down with members who do not fill tables of four.",
        409,
    ),
    "tournament.round-not-waiting": Refusal(
        "No round waits to be drawn: rounds are drawn by themselves while two members or more are left.",
        409,
    ),
    "tournament.draw-twice": Refusal(
        "Member {player} is named twice in the draw. Name everybody once and draw again."
    ),
    "tournament.draw-tables": Refusal(
        "{count} participants do not fill tables of four. Add {missing} more, members or bots, and draw again."
    ),
    "tournament.draw-secret-lost": Refusal(
        "The secret to which the draw is bound cannot be read. Ask who runs the server for its key (TUSAC_DEAL_KEY),"
        " or cancel the tournament and announce it again.",
        409,
    ),
    "tournament.no-open-round": Refusal(
        "No round is being played, so there is none to draw anew.", 409
    ),
    "tournament.cards-dealt": Refusal(
        "Cards of round {round} are dealt, or about to be, so it is not drawn anew. Correct the next round instead:"
        " void deals, adjust points, or let members sit out.",
        409,
    ),
    "tournament.not-redrawn": Refusal(
        "The round that is played was not drawn anew, so no former draw of it can stand again.", 409
    ),
    "tournament.redraw-taken-back": Refusal(
        "A redraw of round {round} was taken back already, and that is done once a round: else somebody could try draws"
        " until one pleases. Let the draw stand, or draw the round anew.",
        409,
    ),
    "tournament.redraw-stands": Refusal(
        "Cards of round {round} are dealt, or about to be, so its draw stands. Correct the next round instead: void"
        " deals, adjust points, or let members sit out.",
        409,
    ),
    "tournament.one-secret": Refusal(
        "The draws of this tournament are bound to one secret, which is open: a new draw would be one that somebody"
        " chose.",
        409,
    ),
    "tournament.group-out-of-range": Refusal(
        "Name {low} to {high} members who are not to meet.", field="players"
    ),
    "tournament.too-many-groups": Refusal(
        "At most {limit} groups can be kept apart at a time. Let one meet again first."
    ),
    "tournament.no-such-group": Refusal("These members are not kept apart.", 409),
    "tournament.apart-impossible": Refusal(
        "Members no two of whom are to meet: {members}. Tables of the next round: {tables}. Fill up to more tables with"
        " bots, let some sit out, or let two of them meet.",
        409,
        field="players",
    ),
}
