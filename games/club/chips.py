"""Events about a member's chips, duties and warnings, in the streams `member-<id>` and `ledger`. Pure.

They hold ids, never names. Together with the events of deals and tournaments they call for every transfer of the
ledger.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from games.club.accounts import (
    AccountEvent,
    AccountSet,
    CollectionRemoved,
    PasswordSet,
    SecondFactorTaken,
    TableClosed,
    WordsRemoved,
)
from games.club.merging import (
    AccountsMerged,
    MergeConfirmed,
    MergedChipsMoved,
    MergeDeclined,
    MergeEvent,
    MergeProposed,
    MergeTakenBack,
)
from games.club.schema import Streams
from games.club.warnings import ConductWarned, WarningEvent, WarningTakenBack

LEDGER: Final = "ledger"
"""The one stream about the ledger itself."""
ALONE_FOR: Final = timedelta(days=1)
"""The time over which the grants of one person are added up."""
SECOND: Final = "-2"
"""The end of the key of a wish that a second person has to confirm."""


@dataclass(frozen=True, slots=True)
class MemberJoined:
    """The member's account was opened with this many chips from the house, perhaps 0."""

    chips: int
    waits: bool = False
    """Whether the member can neither stake them nor pay a fee with them before choosing a password: the one that
    there is was chosen by who opened the account. False in events that are older than this note."""


@dataclass(frozen=True, slots=True)
class ChipsGranted:
    """A director granted chips from the house."""

    chips: int
    reason: str
    """What the member reads in the statement; empty where none was given."""
    key: str
    """Of the wish, in hex: the end of the key of its transfer."""


@dataclass(frozen=True, slots=True)
class ChipsTakenBack:
    """A director took a grant back."""

    grant: str
    """The key of its transfer."""
    reason: str


@dataclass(frozen=True, slots=True)
class ChipsAskedFor:
    """A director asked for a grant above the limit for one person; a second one has to confirm it."""

    chips: int
    reason: str
    key: str
    """Of the wish: the `ChipsGranted` that a second person makes of it has the same."""
    members: int
    """How many members are to get so many."""
    start: bool = False
    """Whether they are the start sum of an account that was opened with none, since its author had opened many."""


@dataclass(frozen=True, slots=True)
class ChipsDeclined:
    """A grant that waited for a second person was declined, or withdrawn by the person who asked for it."""

    key: str


@dataclass(frozen=True, slots=True)
class DutiesSet:
    """The member's duties were set: exactly these from now on (`is_director` …). A closed account can use none."""

    duties: tuple[str, ...]
    is_open: bool
    gave: tuple[str, ...]
    """Those of them that are new."""
    reason: str = ""
    """Empty in events that are older than this note."""


MemberEvent = (
    MemberJoined
    | ChipsGranted
    | ChipsTakenBack
    | ChipsAskedFor
    | ChipsDeclined
    | DutiesSet
    | WarningEvent
    | AccountEvent
    | MergeEvent
)
"""Everything that happens in the stream of a member."""


@dataclass(frozen=True, slots=True)
class CarriedGrant:
    """A grant, or the return of one, that was made before grants were events."""

    key: str
    chips: int
    """Negative for what was taken back."""
    memo: str
    at: datetime
    by: int | None
    counters: str | None


@dataclass(frozen=True, slots=True)
class LedgerCarriedOver:
    """The transfers from before transfers named their events, recorded once by number and digest.

    So none can be changed unnoticed.
    """

    transfers: int
    digest: str
    """SHA-256 over all of them (`games.ledger.audit.digest_of_unnamed`), 64 hexadecimal digits."""
    grants: tuple[CarriedGrant, ...] = ()
    """Those among them that no other event calls for."""


Fact = MemberEvent | LedgerCarriedOver

NAMES: Final[dict[type[Fact], str]] = {
    MemberJoined: "member.joined",
    ChipsGranted: "member.chips-granted",
    ChipsTakenBack: "member.chips-taken-back",
    ChipsAskedFor: "member.chips-asked-for",
    ChipsDeclined: "member.chips-declined",
    DutiesSet: "member.duties-set",
    ConductWarned: "member.warned",
    WarningTakenBack: "member.warning-taken-back",
    WordsRemoved: "member.words-removed",
    CollectionRemoved: "member.collection-removed",
    AccountSet: "member.account-set",
    PasswordSet: "member.password-set",
    SecondFactorTaken: "member.second-factor-taken",
    TableClosed: "member.table-closed",
    MergeProposed: "member.merge-proposed",
    MergeConfirmed: "member.merge-confirmed",
    MergeDeclined: "member.merge-declined",
    MergeTakenBack: "member.merge-taken-back",
    AccountsMerged: "member.merged",
    MergedChipsMoved: "member.merged-chips-moved",
    LedgerCarriedOver: "ledger.carried-over",
}
"""Event classes → names on disk; a name is final, a new field needs a default."""
_MEMBERS: Final = Streams[Fact]("member", NAMES)
member_stream, member_of = _MEMBERS.stream, _MEMBERS.number_of
to_stored, from_stored = _MEMBERS.to_stored, _MEMBERS.from_stored
