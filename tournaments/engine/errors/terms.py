"""Refusals about a tournament's terms: when they are announced, described or corrected."""

from __future__ import annotations

from typing import Final

from games.engine.errors import Refusal

TERMS: Final[dict[str, Refusal]] = {
    "tournament.club-pays-director": Refusal(
        "The club pays the fees here, and directors can't give its {unit} to themselves. If "
        "you want to play, change who pays the fees."
    ),
    "tournament.name-missing": Refusal("Give the tournament a name.", field="name"),
    "tournament.name-too-long": Refusal(
        "The name has {length} characters. Shorten it to at most {limit}.", field="name"
    ),
    "tournament.rules-unknown": Refusal(
        "There is no rule set named “{rules}”. Choose one from the list.", field="rules"
    ),
    "tournament.rules-pot": Refusal(
        "“{rules}” has a pot, but tournaments are played without one. Choose rules without a pot.",
        section="§13.14",
        field="rules",
    ),
    "tournament.filler-unknown": Refusal(
        "There is no bot named “{filler}”. Choose one from the list.", field="filler"
    ),
    "tournament.fill-out-of-range": Refusal(
        "Choose a whole number from {low} to {high} as the total number of players, bots included.",
        field="fill_to",
    ),
    "tournament.odd-unknown": Refusal(
        "“{odd}” is not a choice for “If members don't fill tables of four”. Choose tables of "
        "three, sitting out, or the club's bots.",
        field="odd",
    ),
    "tournament.unplayed-unknown": Refusal(
        "“{unplayed}” can't be the score for a round sat out. Choose “nothing” or “the average "
        "of that member's deals”.",
        field="unplayed",
    ),
    "tournament.ranked-by-unknown": Refusal(
        "Members can't be ranked by “{ranked_by}”. Choose “points” or “points per deal”.",
        field="ranked_by",
    ),
    "tournament.admits-unknown": Refusal(
        "Entry can't be limited to “{admits}”. Choose all members, or only invited members.",
        field="admits",
    ),
    "tournament.no-such-template": Refusal(
        "This template doesn't exist any more. Choose one from the list.", 404
    ),
    "tournament.template-exists": Refusal(
        "A template called “{name}” already exists. Choose another name, or rename or remove that one first.",
        409,
    ),
    "tournament.templates-many": Refusal(
        "There can be at most {limit} templates. Remove one that nobody needs.", 409
    ),
    "tournament.format-unknown": Refusal(
        "There is no format named “{format}”. Choose one from the list.", field="format"
    ),
    "tournament.format-fixed-late": Refusal(
        "Members who enter late have no seat in a draw that was set in advance. Set late entry to 0, or choose "
        "another format.",
        field="late_until",
    ),
    "tournament.final-out-of-range": Refusal(
        "The final and the groups each need at least one of the {rounds} rounds. Change the rounds of the final or "
        "of the tournament.",
        field="final_rounds",
    ),
    "tournament.finalists-out-of-range": Refusal(
        "The final is played at full tables of four. Choose a multiple of four from {low} to "
        "{high} as the number of finalists.",
        field="finalists",
    ),
    "tournament.door-fee-out-of-range": Refusal(
        "Choose a whole number from {low} to {high} for the fee at the door.", field="door_fee"
    ),
    "tournament.no-such-series": Refusal(
        "There is no series with this name. Check the name, or leave it empty.", 404
    ),
    "tournament.series-missing": Refusal(
        "Name the series whose best tournaments count, or leave “Number of best results that "
        "count” empty.",
        field="series",
    ),
    "tournament.series-too-long": Refusal(
        "Shorten the name of the series to at most {limit} characters.", field="series"
    ),
    "tournament.series-out-of-range": Refusal(
        "Choose how many of a member's tournaments in the series count, from {low} to {high}.",
        field="series_best",
    ),
    "tournament.series-points-many": Refusal(
        "At most {limit} places can get points. Remove the others.", field="series_points"
    ),
    "tournament.series-points-out-of-range": Refusal(
        "Write the points of each place as a whole number from {low} to {high}.",
        field="series_points",
    ),
    "tournament.series-points-rising": Refusal(
        "A place can't get fewer points than the one below it. Write them from the first place down.",
        field="series_points",
    ),
    "tournament.series-present-out-of-range": Refusal(
        "Write the points for taking part as a whole number from {low} to {high}.",
        field="series_present",
    ),
    "tournament.series-points-differ": Refusal(
        "This league has a different table of points. Leave the points empty, or change them on the league's page.",
        field="series_points",
    ),
    "tournament.series-differs": Refusal(
        "In this series the best {best} tournaments count. Write the same number, or choose "
        "another name.",
        field="series_best",
    ),
    "tournament.rounds-out-of-range": Refusal(
        "Choose a whole number of rounds from {low} to {high}.", field="rounds"
    ),
    "tournament.deals-out-of-range": Refusal(
        "Choose a whole number of deals per round from {low} to {high}.", field="deals_per_round"
    ),
    "tournament.seconds-out-of-range": Refusal(
        "Choose a whole number of seconds per move from {low} to {high}.", field="seconds_per_move"
    ),
    "tournament.bank-out-of-range": Refusal(
        "Choose a whole number of seconds from {low} to {high} as each player's extra time.",
        field="bank_seconds",
    ),
    "tournament.delay-out-of-range": Refusal(
        "Choose a whole number of seconds from {low} to {high} as the delay for spectators.",
        field="spectator_delay",
    ),
    "tournament.fee-not-integer": Refusal(
        "Write the entry fee as a whole number of {unit}.", field="entry_fee"
    ),
    "tournament.fee-out-of-range": Refusal(
        "Choose an entry fee from {low} to {high} {unit}.", field="entry_fee"
    ),
    "tournament.shares-missing": Refusal(
        "Write the prize shares for 1 to {limit} places.", field="prize_shares"
    ),
    "tournament.share-not-positive": Refusal(
        "Write each prize share as a whole percentage of at least 1.", field="prize_shares"
    ),
    "tournament.tie-break-unknown": Refusal(
        "This tie-break doesn't exist. Choose one from the list.",
        field="tie_breaks",
    ),
    "tournament.tie-break-twice": Refusal(
        "The same tie-break is chosen twice. Choose another one, or none.",
        field="tie_breaks",
    ),
    "tournament.shares-rising": Refusal(
        "A place can't get a larger prize share than the one above it. Write the largest share first.",
        field="prize_shares",
    ),
    "tournament.shares-not-100": Refusal(
        "The prize shares add up to {total} percent. Change them so that they add up to 100.",
        field="prize_shares",
    ),
    "tournament.sums-too-many": Refusal(
        "Write fixed prizes for at most {limit} places.", field="prize_sums"
    ),
    "tournament.sum-out-of-range": Refusal(
        "Write each fixed prize as a whole number of {unit} from {low} to {high}.",
        field="prize_sums",
    ),
    "tournament.sums-rising": Refusal(
        "A place can't get a larger fixed prize than the one above it. Write the largest prize first.",
        field="prize_sums",
    ),
    "tournament.sums-unpaid": Refusal(
        "Fixed prizes come from the entry fees, and there is no fee. Set a fee (the club can pay it), or leave the "
        "fixed prizes empty.",
        field="prize_sums",
    ),
    "tournament.appeal-out-of-range": Refusal(
        "Choose a whole number of minutes from {low} to {high} for disputes.",
        field="appeal_minutes",
    ),
    "tournament.ruling-out-of-range": Refusal(
        "Choose a whole number of hours from {low} to {high} for the referee to rule.",
        field="ruling_hours",
    ),
    "tournament.club-limit": Refusal(
        "This is more than the {limit} {unit} that the club pays for one tournament. Lower the fees, or ask an "
        "owner to raise the limit."
    ),
    "tournament.start-out-of-range": Refusal(
        "Choose a start within the next {days} days.", field="starts_at"
    ),
    "tournament.no-start": Refusal(
        "This tournament has no date yet. Ask the director when it starts.", 404
    ),
    "tournament.description-too-long": Refusal(
        "The description has {length} characters. Shorten it to at most {limit}.",
        field="description",
    ),
    "tournament.description-unreadable": Refusal(
        "The description contains an invisible character. Type it again.", field="description"
    ),
    "tournament.fill-not-fours": Refusal(
        "Bots can't fill the tables up to {fill_to} players, since a table has four seats. "
        "Write {above}, or 0 to fill only the last table.",
        field="fill_to",
    ),
    "tournament.least-out-of-range": Refusal(
        "Choose a whole number from {low} to {high} as the minimum number of players.",
        field="least_members",
    ),
    "tournament.late-out-of-range": Refusal(
        "Choose a whole number from {low} to {high} as the last round that latecomers can enter.",
        field="late_until",
    ),
    "tournament.minutes-out-of-range": Refusal(
        "Choose a whole number of minutes from {low} to {high} for a round, or 0 for no time limit.",
        field="round_minutes",
    ),
    "tournament.minutes-too-few": Refusal(
        "A round with a time limit lasts at least {low} minutes. Choose a longer time, or 0 for no limit.",
        field="round_minutes",
    ),
    "tournament.wait-out-of-range": Refusal(
        "Choose how many minutes players have to find their tables: a whole number from {low} to "
        "{high}.",
        field="wait_minutes",
    ),
    "tournament.check-in-out-of-range": Refusal(
        "Choose how many minutes before the start check-in closes: a whole number from {low} to {high}.",
        field="check_in_ends",
    ),
    "tournament.check-in-no-start": Refusal(
        "Check-in closes before the start, so it needs a start time. Set a day and time first.",
        field="check_in_ends",
    ),
    "tournament.lengthening-out-of-range": Refusal(
        "Choose {low} to {high} minutes to add to the round."
    ),
    "tournament.no-such-setting": Refusal(
        "This setting can't be changed. Choose one from the list."
    ),
    "tournament.rounds-drawn": Refusal(
        "Rounds that are already drawn: {rounds}. Choose at least that many, or cancel the tournament.",
        409,
        field="rounds",
    ),
    "tournament.entered-by-terms": Refusal(
        "Members have already entered, so the fee and the prizes can't change. Let them withdraw "
        "first, or announce another tournament.",
        409,
    ),
    "tournament.check-in-ended": Refusal(
        "Check-in for this start is over. Set a later start under “Day and description”, and "
        "it opens again.",
        409,
    ),
    "tournament.duplicate-too-late": Refusal(
        "“All tables play the same deals” has to be set before anybody enters, but members have "
        "already entered. Let them withdraw, or cancel and announce another tournament with this "
        "setting.",
        409,
    ),
    "tournament.duplicate-unbound": Refusal(
        "“All tables play the same deals” can't be turned on in this tournament. Cancel it, and "
        "announce another one like it with this setting.",
        409,
    ),
    "tournament.last-round-drawn-terms": Refusal(
        "The last round is already drawn, so this setting can't be changed any more. Choose it "
        "for your next tournament.",
        409,
    ),
    "tournament.duplicate-one-table": Refusal(
        "“All tables play the same deals” needs two tables, but there are members for only one. "
        "Wait for more, add bots up to 8 players, or turn it off under “Change tournament "
        "settings”.",
        409,
    ),
}
