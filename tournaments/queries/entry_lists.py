"""Reads a director's list of names to enter or invite, and says what would become of each line.

`games.queries.people.named` finds the members named by a line.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.common.name_lists import Flaw, read_names
from games.common.names import skeleton
from games.errors import Refused
from games.models import Player
from games.queries.people.named import known_guests, labelled, name_test, named, near
from games.queries.required_balance import cover_to_enter
from tournaments.engine.decisions import check_takes_entries
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.people.admission import admitted, check_may_enter, check_programs
from tournaments.errors import translate_refusals
from tournaments.models import Entry, Invitation, Tournament
from tournaments.queries.histories import current
from tournaments.queries.tournaments import get_tournament

MOST_BYTES: Final = 64 * 1024
"""Bytes of a list."""
MOST_LINES: Final = 500
"""Lines of a list, empty ones too."""


class EntryLineOutcome(StrEnum):
    """What would become of a line of the list."""

    ENTERS = "enters"
    ENTERED = "entered"
    TWICE = "twice"
    UNKNOWN = "unknown"
    SEVERAL = "several"
    GUEST = "guest"
    CLOSED = "closed"
    COLUMNS = "columns"
    UNINVITED = "uninvited"
    REFUSED = "refused"
    INVITES = "invites"
    INVITED = "invited"
    RETURNS = "returns"
    """A guest of an earlier evening, who can enter as one again."""


DONE: Final = frozenset({EntryLineOutcome.ENTERS, EntryLineOutcome.INVITES})
"""The outcomes that the list asks for."""
HARMLESS: Final = DONE | {
    EntryLineOutcome.ENTERED,
    EntryLineOutcome.INVITED,
    EntryLineOutcome.RETURNS,
}
"""Those, what has been done already, and known guests."""


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of the list that names somebody, with its outcome."""

    number: int
    name: str
    answer: EntryLineOutcome
    player: int | None = None
    who: str = ""
    """The member's shown name and login; empty where the line names nobody."""
    refused: TournamentRefused | None = None
    """Why this member cannot enter, where the answer is that."""
    near: tuple[Player, ...] = ()
    """The members who may be meant, where the line names nobody or several."""
    able: frozenset[int] = frozenset()
    """Those of them for whom what is asked can be done."""

    @property
    def wrong(self) -> bool:
        """Return whether this line prevents the whole list from being entered."""
        return self.answer not in HARMLESS

    @property
    def unknown(self) -> bool:
        """Return whether the line names nobody."""
        return self.answer is EntryLineOutcome.UNKNOWN

    @property
    def returns(self) -> bool:
        """Return whether the line names a guest of an earlier evening who can enter again."""
        return self.answer is EntryLineOutcome.RETURNS

    @property
    def can_be_done(self) -> bool:
        """Return whether the member named by the line can be entered or invited."""
        return self.answer in DONE

    @property
    def offered(self) -> list[tuple[Player, bool]]:
        """Return the members who may be meant, each with whether they can be entered or invited."""
        return [(player, player.pk in self.able) for player in self.near]


Judge = Callable[[Player], EntryLineOutcome | TournamentRefused]
"""What becomes of a member who may be named, for all but their account; or why they cannot enter."""


def taking_entries(tournament_id: int) -> Tournament:
    """Return the tournament's row if it takes entries now. Raises Refused otherwise."""
    row, state = get_tournament(tournament_id), current(tournament_id).state
    with translate_refusals():
        check_takes_entries(state)
    return row


def takes_guests(row: Tournament) -> bool:
    """Return whether guests can enter now.

    Guests have no chips, so they can enter only a tournament for which members pay no fee themselves.
    """
    with suppress(Refused):
        taking_entries(row.pk)
        return not row.own_fee
    return False


def played_in(tournament_id: int) -> list[str]:
    """Return the entrants of a tournament in order of entry: members' logins, guests' shown names.

    Members turned away before the start are left out. Members removed later are included: many of them just went
    home.
    """
    rows = Entry.objects.filter(tournament=tournament_id)
    rows = rows.exclude(status=Entry.Status.TURNED_AWAY)
    entries = rows.select_related("player__merged_into")
    people = dict.fromkeys(entry.player.merged_into or entry.player for entry in entries)
    return [one.display_name if one.is_guest else one.username for one in people]


def answered(lines: Iterable[ListLine], *answers: EntryLineOutcome) -> list[int]:
    """Return the player ids of the lines with one of these outcomes."""
    return [line.player for line in lines if line.answer in answers and line.player]


def read_list(tournament_id: int, text: str) -> list[ListLine]:
    """Return each line naming somebody to enter, with its outcome. Raises UnreadableList."""
    guests = not get_tournament(tournament_id).own_fee
    return _read(text, lambda _people: _entering(tournament_id), guests=guests)


def read_invitations(tournament_id: int, text: str) -> list[ListLine]:
    """Return each line naming somebody to invite, with its outcome. Raises UnreadableList."""
    state = current(tournament_id).state

    def judge_of(people: Collection[int]) -> Judge:
        rows = Invitation.objects.filter(tournament=tournament_id, player__in=people)
        invited = set(rows.values_list("player", flat=True))

        def judge(player: Player) -> EntryLineOutcome | TournamentRefused:
            if player.pk in invited:
                return EntryLineOutcome.INVITED
            try:
                check_programs(state, program=player.is_bot)
            except TournamentRefused as refused:
                return refused
            return EntryLineOutcome.INVITES

        return judge

    return _read(text, judge_of)


def _entering(tournament_id: int) -> Judge:
    """Return a function that tells whether a member can enter the tournament now, and otherwise why not.

    Having too few chips for the fee is one of the reasons.
    """
    state = current(tournament_id).state
    fee = 0 if state.options.club_pays else state.options.entry_fee

    def judge(player: Player) -> EntryLineOutcome | TournamentRefused:
        if player.pk in state.entrants:
            return EntryLineOutcome.ENTERED
        if not admitted(state, player.pk):
            return EntryLineOutcome.UNINVITED
        try:
            check_programs(state, program=player.is_bot)
            check_may_enter(state, player.pk)
        except TournamentRefused as refused:
            return refused
        if state.options.club_pays and player.is_director:
            return TournamentRefused("tournament.club-pays-director")
        cover = cover_to_enter(player.pk) if fee else None
        if cover is not None and cover.needs_password_for(fee):
            return TournamentRefused("tournament.own-password", name=player.shown_name)
        if cover is not None and cover.free < fee:
            facts = {"fee": fee, "balance": max(0, cover.free)}
            return TournamentRefused("tournament.too-few-chips-of", name=player.shown_name, **facts)
        return EntryLineOutcome.ENTERS

    return judge


def _read(
    text: str, judge_of: Callable[[Collection[int]], Judge], *, guests: bool = False
) -> list[ListLine]:
    """Return the lines of a list, each with its outcome.

    `judge_of` gets the ids of all named members and returns the function that judges each. With `guests`, guests of
    earlier evenings are recognised.
    """
    cells = list(_names(text))
    people = named({name for _number, name in cells})
    unknown = {name for _number, name in cells} - people.keys()
    returning = known_guests(unknown) if guests else {}
    others = near(unknown - returning.keys())
    looked_at = (*people.values(), *others.values())
    judge = judge_of({one.pk for found in looked_at for one in found})
    seen: set[str | int] = set()
    lines = []
    for number, name in cells:
        found = people.get(name, [])
        player = found[0] if len(found) == 1 else None
        key = player.pk if player else skeleton(name)
        said = EntryLineOutcome.TWICE if key in seen else _answer(name, found, judge)
        if said is EntryLineOutcome.UNKNOWN and name in returning:
            said = judge(returning[name])
            said = EntryLineOutcome.RETURNS if said is EntryLineOutcome.ENTERS else said
        refused = said if isinstance(said, TournamentRefused) else None
        answer = EntryLineOutcome.REFUSED if isinstance(said, TournamentRefused) else said
        seen.add(key)
        who = labelled(player) if player else ""
        unsure = answer in (EntryLineOutcome.UNKNOWN, EntryLineOutcome.SEVERAL)
        known = tuple(one for one in found if one.is_active) if unsure else ()
        meant = known or others.get(name, ()) if unsure else ()
        able = frozenset(one.pk for one in meant if _answer(name, [one], judge) in DONE)
        pk = player.pk if player else None
        lines.append(ListLine(number, name, answer, pk, who, refused, meant, able))
    return lines


def _answer(
    name: str, found: Sequence[Player], judge: Judge
) -> EntryLineOutcome | TournamentRefused:
    if any(sign in name for sign in ",;\t"):
        return EntryLineOutcome.COLUMNS
    if not found:
        return EntryLineOutcome.UNKNOWN
    if len(found) > 1:
        return EntryLineOutcome.SEVERAL
    [player] = found
    if player.is_guest:
        return EntryLineOutcome.GUEST
    if not player.is_active:
        return EntryLineOutcome.CLOSED
    return judge(player)


def _names(text: str) -> Iterator[tuple[int, str]]:
    """Yield the name on each line that is not empty, with the line's number."""
    for line in read_names(text, most_bytes=MOST_BYTES, most_lines=MOST_LINES, is_name=name_test()):
        if line.flaw is not Flaw.HEADING:
            yield line.number, line.login or line.name
