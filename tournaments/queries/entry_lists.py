"""Reading a director's list of names to enter: the outcome of each line.

A line names a member by the login, or else by a display name that one member alone has; names that look the same on
paper are one (`games.common.names.skeleton`). One that names nobody is told who may be meant, as "Ong Trong" means Ông
Trọng to whoever types no marks; nobody is taken for it.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from io import StringIO
from typing import Final
from unicodedata import normalize

from django.db.models import Q

from games.common.names import name_key, searchable, skeleton
from games.models import Player
from games.queries.required_balance import cover_to_enter
from tournaments.engine.decisions import check_takes_entries
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.people.admission import admitted, check_may_enter
from tournaments.errors import translate_refusals
from tournaments.models import Entry, Invitation, Tournament
from tournaments.queries.histories import current
from tournaments.queries.tournaments import get_tournament

HEADERS: Final = frozenset({"username", "user", "name", "member", "login", "login name"})
"""What the first line may say instead of a name, in small letters."""
MOST_BYTES: Final = 64 * 1024
"""Bytes of a list."""
MOST_LINES: Final = 500
"""Lines of a list, empty ones too."""
MOST_NEAR: Final = 3
"""Members that a line which names nobody is told of; where more may be meant it says too little, and none is."""


class Answer(StrEnum):
    """The outcome of a line."""

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


_HARMLESS: Final = frozenset({Answer.ENTERS, Answer.ENTERED, Answer.INVITES, Answer.INVITED})


class UnreadableList(ValueError):
    """A list that cannot be read at all; `code` is "too-large", "too-long", "encoding", "quotes" or "empty".

    `line` is where it stops being readable, 0 where that means nothing.
    """

    def __init__(self, code: str, line: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.line = line


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of the list that names somebody, with its outcome."""

    number: int
    name: str
    answer: Answer
    player: int | None = None
    who: str = ""
    """The member's shown name and login; empty where the line names nobody."""
    refused: TournamentRefused | None = None
    """Why this member cannot enter, where the answer is that."""
    near: tuple[Player, ...] = ()
    """The members who may be meant, where the line names nobody."""

    @property
    def wrong(self) -> bool:
        """Return whether it prevents the list from being entered as a whole."""
        return self.answer not in _HARMLESS


def decoded(data: bytes, most: int = MOST_BYTES) -> str:
    """Return the text of a file of at most so many bytes. Raises UnreadableList if it is larger, or not UTF-8."""
    if len(data) > most:
        raise UnreadableList("too-large")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableList("encoding", data.count(b"\n", 0, error.start) + 1) from error
    if "\0" in text:  # UTF-16 without its mark
        raise UnreadableList("encoding", text.count("\n", 0, text.index("\0")) + 1)
    return text


Judge = Callable[[Player], Answer | TournamentRefused]
"""What becomes of a member who may be named, for all but their account; or why they cannot enter."""


def taking_entries(tournament_id: int) -> Tournament:
    """Return the row of a tournament open for entries now. Raises Refused."""
    row, state = get_tournament(tournament_id), current(tournament_id).state
    with translate_refusals():
        check_takes_entries(state)
    return row


def played_in(tournament_id: int) -> list[str]:
    """Return the logins of those who entered a tournament, in that order, without who was removed."""
    away = (Entry.Status.REMOVED, Entry.Status.TURNED_AWAY)
    rows = Entry.objects.filter(tournament=tournament_id).exclude(status__in=away)
    return list(rows.values_list("player__username", flat=True))


def answered(lines: Iterable[ListLine], answer: Answer) -> list[int]:
    """Return the players of the lines with this outcome."""
    return [line.player for line in lines if line.answer is answer and line.player]


def read_list(tournament_id: int, text: str) -> list[ListLine]:
    """Return each line naming somebody to enter, with its outcome. Raises UnreadableList."""
    return _read(text, lambda _people: _entering(tournament_id))


def read_invitations(tournament_id: int, text: str) -> list[ListLine]:
    """Return each line naming somebody to invite, with its outcome. Raises UnreadableList."""

    def judge(people: Collection[int]) -> Judge:
        rows = Invitation.objects.filter(tournament=tournament_id, player__in=people)
        invited = set(rows.values_list("player", flat=True))
        return lambda player: Answer.INVITED if player.pk in invited else Answer.INVITES

    return _read(text, judge)


def _entering(tournament_id: int) -> Judge:
    """Return the outcome of each member's own entry, with their chips if they pay the fee."""
    state = current(tournament_id).state
    fee = 0 if state.options.club_pays else state.options.entry_fee

    def judge(player: Player) -> Answer | TournamentRefused:
        if player.pk in state.entrants:
            return Answer.ENTERED
        if not admitted(state, player.pk):
            return Answer.UNINVITED
        try:
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
        return Answer.ENTERS

    return judge


def _read(text: str, judge_of: Callable[[Collection[int]], Judge]) -> list[ListLine]:
    """Return each line, with its outcome; `judge_of` looks at all named members together."""
    cells = list(_cells(text.removeprefix("\ufeff")))
    names = {name for _number, name in cells}
    people = {player.username: [player] for player in Player.objects.filter(username__in=names)}
    if cells and cells[0][1].casefold() in HEADERS and cells[0][1] not in people:
        del cells[0]
    if not cells:
        raise UnreadableList("empty")
    people |= _otherwise_named({name for _number, name in cells} - people.keys())
    near = _near({name for _number, name in cells} - people.keys())
    judge = judge_of({one.pk for found in people.values() for one in found})
    seen: set[str | int] = set()
    lines = []
    for number, name in cells:
        found = people.get(name, [])
        player = found[0] if len(found) == 1 else None
        key = player.pk if player else skeleton(name)
        said = Answer.TWICE if key in seen else _answer(name, found, judge)
        refused = said if isinstance(said, TournamentRefused) else None
        answer = Answer.REFUSED if isinstance(said, TournamentRefused) else said
        seen.add(key)
        who = labelled(player) if player else ""
        others = near.get(name, ()) if answer is Answer.UNKNOWN else ()
        pk = player.pk if player else None
        lines.append(ListLine(number, name, answer, pk, who, refused, others))
    return lines


def named(names: Collection[str]) -> dict[str, list[Player]]:
    """Return the members that each of these names may mean: a login, or else a display name."""
    people = {player.username: [player] for player in Player.objects.filter(username__in=names)}
    return people | _otherwise_named(set(names) - people.keys())


def meant(name: str) -> tuple[list[Player], tuple[Player, ...]]:
    """Return the members who have this name, guests left out, and if there are none those who may be meant."""
    name = normalize("NFKC", name).strip()
    found = [one for one in named({name}).get(name, ()) if not one.is_guest]
    return found, () if found else _near({name}).get(name, ())


def _otherwise_named(names: Collection[str]) -> dict[str, list[Player]]:
    """Return the members each of these names, not an exact login, may mean."""
    if not names:
        return {}
    wanted = {name: skeleton(name) for name in names}
    keys = {name_key(name) for name in names} - {""}
    logins: dict[str, list[Player]] = {}
    shown: dict[str, list[Player]] = {}
    alike = Player.objects.filter(Q(login_key__in=keys) | Q(shown_key__in=keys), is_guest=False)
    for player in alike.order_by("pk"):
        logins.setdefault(skeleton(player.username), []).append(player)
        if player.display_name:
            shown.setdefault(skeleton(player.display_name), []).append(player)
    found = {name: logins.get(said) or shown.get(said, []) for name, said in wanted.items()}
    return {name: members for name, members in found.items() if members}


def _near(names: Collection[str]) -> dict[str, tuple[Player, ...]]:
    """Return possible members for unmatched names: by name without marks, or else by some of its words."""
    if not names:
        return {}
    whole: defaultdict[str, list[int]] = defaultdict(list)
    by_word: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
    rows = Player.objects.filter(is_guest=False, is_active=True).order_by("username")
    members = list(rows.only("username", "display_name", "is_guest", "searched"))
    for at, one in enumerate(members):
        for which, called in enumerate(one.searched.split("\n")[:2]):  # the login, the display name
            whole[called].append(at)
            for word in called.split():
                by_word[word].add((at, which))
    found = {}
    for name in names:
        plain = _plain(name)
        words = set(plain.split())
        near = set(whole.get(plain, ()))
        if words and not near:
            near = {at for at, _which in set.intersection(*(by_word[word] for word in words))}
        if words and len(near) <= MOST_NEAR:
            found[name] = tuple(members[at] for at in sorted(near))
    return found


def _plain(name: str) -> str:
    return " ".join(searchable(name).split())


def labelled(player: Player) -> str:
    """Return the shown name and the login."""
    return f"{player.shown_name} ({player.username})"


def _answer(name: str, found: Sequence[Player], judge: Judge) -> Answer | TournamentRefused:
    if any(sign in name for sign in ",;\t"):
        return Answer.COLUMNS
    if not found:
        return Answer.UNKNOWN
    if len(found) > 1:
        return Answer.SEVERAL
    [player] = found
    if player.is_guest:
        return Answer.GUEST
    if not player.is_active:
        return Answer.CLOSED
    return judge(player)


def _cells(text: str) -> Iterable[tuple[int, str]]:
    """Yield the name on each line that is not empty, with the line's number."""
    for line, cells in csv_rows(text, most_bytes=MOST_BYTES, most_lines=MOST_LINES):
        while not cells[-1]:  # a spreadsheet's empty columns
            del cells[-1]
        # Our own files defuse formulas with an apostrophe.
        yield line, ",".join(cells).removeprefix("'")


def csv_rows(
    text: str, *, most_bytes: int, most_lines: int, between: str = ","
) -> Iterator[tuple[int, list[str]]]:
    """Yield the non-empty lines of a CSV, with their numbers; cells trimmed and normalised like logins.

    Raises UnreadableList: "too-large", "too-long" or "quotes".
    """
    if len(text.encode(errors="replace")) > most_bytes:
        raise UnreadableList("too-large")
    reader = csv.reader(StringIO(text, newline=""), delimiter=between, strict=True)
    try:
        for row in reader:
            if reader.line_num > most_lines:
                raise UnreadableList("too-long")
            cells = [normalize("NFKC", cell).strip() for cell in row]
            if any(cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise UnreadableList("quotes", reader.line_num) from error
