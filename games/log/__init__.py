"""Stores events: append, read, follow. It knows JSON and SQL, but no cards.

`docs/events.md` says what it guarantees.
"""

from games.log.appending import WrongVersion, append, append_to
from games.log.archive import Fact
from games.log.damage import UNREADABLE, read_past_damage
from games.log.store import (
    START,
    EventData,
    Head,
    LogPosition,
    Recorded,
    Replayed,
    head_of,
    read,
    read_across,
    read_all,
    read_events,
    read_facts,
    read_named,
    stream_version,
    version_of_command,
)
