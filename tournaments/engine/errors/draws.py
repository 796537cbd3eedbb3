"""Refusals about draws: given by hand, groups, members kept apart, impossible draws."""

from __future__ import annotations

from typing import Final

from games.engine.errors import Refusal

DRAWS: Final[dict[str, Refusal]] = {
    "tournament.drawn-already": Refusal(
        "This member already has a seat in this round. Choose another member.", 409
    ),
    "tournament.groups-fill": Refusal(
        "When you play in groups, bots fill only the tables of each group. Set “Total "
        "players, bots included” to 0.",
        field="fill_to",
    ),
    "tournament.groups-late": Refusal(
        "Members who enter late have to play in a group. End late entry with round {last}, the last one before the "
        "final.",
        field="late_until",
    ),
    "tournament.groups-too-few": Refusal(
        "Groups and this final need at least {least} members, but only {playing} would play. "
        "Wait for more, or announce another format.",
        409,
    ),
    "tournament.final-seat": Refusal(
        "No bot's seat is free for this member: in groups they can take one only in their own "
        "group, and in the final only finalists can. Wait for the next draw.",
        409,
    ),
    "tournament.given-not-fixed": Refusal(
        "In this format the tables are drawn automatically. To set them yourself, announce a "
        "tournament with the format for tables set by hand.",
        404,
    ),
    "tournament.given-none": Refusal(
        "Your draw covers {given} rounds, but the tournament has {rounds}. Add the missing "
        "rounds first.",
        409,
    ),
    "tournament.given-without": Refusal(
        "Members without a seat in your draw: {members}. Add them and send it again.",
        409,
    ),
    "tournament.given-rounds": Refusal(
        "Your draw has only {rounds} rounds, so the tournament can't have more now. More rounds "
        "have to be announced and added to the draw before the start.",
        409,
    ),
    "tournament.given-round": Refusal(
        "The tournament has {rounds} rounds, so there is no round {round}. Correct this line."
    ),
    "tournament.given-table": Refusal(
        "Write a table from 1 to {tables}, and one of the seats South, East, North and West."
    ),
    "tournament.given-seat-twice": Refusal(
        "Line {other} already has this seat in this round. Choose another seat."
    ),
    "tournament.given-member-twice": Refusal(
        "Line {other} already gives this member a seat in round {round}. Remove one of the two."
    ),
    "tournament.given-not-entered": Refusal(
        "This member has not entered. Let them enter first, or write “bot”."
    ),
    "tournament.given-round-missing": Refusal("Round {round} is missing. Add its tables."),
    "tournament.given-wrong": Refusal(
        "The draw was not saved, because something in it is wrong. Correct the lines that are marked, then send "
        "all of it again."
    ),
    "tournament.given-unreadable": Refusal("The draw can't be read: {why}"),
    "tournament.given-seats-missing": Refusal(
        "Table {table} of round {round} is missing {missing} of its four seats. Write “bot” "
        "where nobody sits."
    ),
    "tournament.given-bots-alone": Refusal(
        "Table {table} of round {round} has only bots. Leave it out."
    ),
    "tournament.given-apart": Refusal(
        "Table {table} of round {round} has members who must not meet. Move one of them to another table, or let "
        "them meet.",
        409,
    ),
    "tournament.given-member-missing": Refusal(
        "This member has entered but has no seat. Give them a seat, or let them withdraw."
    ),
    "tournament.seed-out-of-range": Refusal(
        "Enter a whole number from {low} to {high} as the number that the draw starts from."
    ),
    "tournament.draw-nobody": Refusal(
        "There is nobody to seat. Let members play, or fill the tables with bots, then draw again."
    ),
    "tournament.no-table": Refusal(
        "{playing} members are too few for a table without bots. Wait for more, or choose under "
        "“Change tournament settings” that bots fill the tables.",
        409,
    ),
    "tournament.round-not-waiting": Refusal(
        "No round has to be drawn now. The next one is drawn automatically.",
        409,
    ),
    "tournament.draw-twice": Refusal(
        "Member {player} is in the draw twice. Remove one of the two, then draw again."
    ),
    "tournament.draw-tables": Refusal(
        "{count} players don't fill tables of four. Add {missing} more, members or bots, then draw again."
    ),
    "tournament.draw-secret-lost": Refusal(
        "The draw can't be made, because the club's secret key (TUSAC_DEAL_KEY) is missing. Ask "
        "an owner of the club, or cancel the tournament and announce it again.",
        409,
    ),
    "tournament.no-open-round": Refusal(
        "No round is being played, so there is nothing to draw again. Wait for the next round.", 409
    ),
    "tournament.cards-dealt": Refusal(
        "Round {round} has begun, so it can't be drawn again. Void deals, adjust points, or let members sit out "
        "the next round instead.",
        409,
    ),
    "tournament.not-redrawn": Refusal(
        "This round was drawn only once, so there is no earlier draw to return to.", 409
    ),
    "tournament.redraw-taken-back": Refusal(
        "A redraw of round {round} was already taken back, which can be done only once. Keep this draw, or draw "
        "the round again.",
        409,
    ),
    "tournament.redraw-stands": Refusal(
        "Round {round} has begun, so its draw can't be changed. Void deals, adjust points, or let members sit out "
        "the next round instead.",
        409,
    ),
    "tournament.one-secret": Refusal(
        "All draws of this tournament are already decided, so nobody can choose a new one. "
        "Adjust points or void deals instead.",
        409,
    ),
    "tournament.group-out-of-range": Refusal(
        "Choose {low} to {high} members who must not meet.", field="players"
    ),
    "tournament.too-many-groups": Refusal(
        "You can keep at most {limit} groups of members apart. Let one group meet again first."
    ),
    "tournament.no-such-group": Refusal(
        "These members may already meet. There is nothing to change.", 409
    ),
    "tournament.apart-impossible": Refusal(
        "{members} members must not meet each other, but the next round has too few tables "
        "for that ({tables}). Add tables with bots, let some sit out, or let two of them "
        "meet.",
        409,
        field="players",
    ),
}
