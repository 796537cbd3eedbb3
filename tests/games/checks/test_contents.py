"""What events say is changed and their hashes are left: told by a checkpoint in its turn, and by a receipt at once."""

from datetime import datetime, timedelta

import pytest
from django.test import Client

from games import commands
from games.club.events import STREAM
from games.log.archive import put_away
from games.log.integrity import tree
from games.log.integrity.rereading import EVERY, TURNS, due, stands
from games.log.models import SignedCheckpoint
from games.queries.club.house import open_alarms
from tests.support.forger import forge
from tests.support.log_stories import NOON, tell

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

STREAMS = [f"test-{number}" for number in range(1, 6)]


@pytest.fixture
def sealed() -> None:
    for stream in STREAMS:
        tell(stream, "a", "b")
    assert commands.make_checkpoint(now=NOON)[0] is not None


def turn_of(stream: str) -> datetime:
    """Return when a checkpoint next reads this stream again."""
    heads = {one: tree.newest_of(one)[1] for one in STREAMS}  # type: ignore[index]
    moments = (NOON + timedelta(seconds=EVERY * turn) for turn in range(TURNS))
    return next(at for at in moments if heads[stream] in due(heads, at))


def test_within_twelve_hours_each_stream_has_its_turn_once(sealed: None) -> None:
    heads = {one: tree.newest_of(one)[1] for one in STREAMS}  # type: ignore[index]
    moments = [NOON + timedelta(seconds=EVERY * turn) for turn in range(TURNS)]
    read = [one.stream for at in moments for one in due(heads, at)]
    assert sorted(read) == STREAMS


@pytest.mark.parametrize("archived", [False, True])
def test_a_checkpoint_names_it_in_its_turn_and_readyz_says_so_until_it_is_answered(
    sealed: None, archived: bool, client: Client
) -> None:
    changed = STREAMS[2]
    if archived:
        assert put_away(changed)
        forge("UPDATE log_archive SET packed = %s WHERE stream = %s", b"garbage", changed)
    else:
        forge("UPDATE log_event SET payload = '{}' WHERE stream = %s AND version = 1", changed)
    for at in sorted(turn_of(stream) for stream in STREAMS if turn_of(stream) < turn_of(changed)):
        commands.make_checkpoint(now=at)
        assert not open_alarms()
    tell("test-9", "news")
    commands.make_checkpoint(now=turn_of(changed))
    (alarm,) = open_alarms()
    assert alarm.raised.kind == "log.broken"
    assert f"Stream {changed} is not what was signed" in str(alarm.raised.facts["first"])
    assert client.get("/readyz").status_code == 503
    newest = SignedCheckpoint.objects.order_by("-size").first()
    assert newest is not None and newest.size == len(STREAMS) + 1
    commands.make_checkpoint(now=turn_of(changed) + timedelta(seconds=1))
    assert tree.newest_of(STREAM) is not None  # the next one has sealed the alarm


def test_turns_that_passed_without_a_checkpoint_are_made_up_for(sealed: None) -> None:
    """As in a club that is up in the evening alone."""
    heads = {one: tree.newest_of(one)[1] for one in STREAMS}  # type: ignore[index]
    next_evening = NOON + timedelta(hours=23, minutes=50)
    read = [one.stream for one in due(heads, next_evening, since=NOON)]
    assert sorted(read) == STREAMS
    assert due(heads, next_evening, since=next_evening) == due(heads, next_evening)


@pytest.mark.parametrize("archived", [False, True])
def test_who_asks_about_a_leaf_is_told_at_once(sealed: None, archived: bool) -> None:
    found = tree.newest_of(STREAMS[0])
    assert found is not None
    index, entry = found
    address = f"/log/leaf/{index}/{entry.hash().hex()}?plain"
    assert Client().get(address).content == b"stands\n" and stands(entry)
    if archived:
        assert put_away(entry.stream)
        assert Client().get(address).content == b"stands\n"
        forge("UPDATE log_archive SET packed = %s WHERE stream = %s", b"garbage", entry.stream)
    else:
        forge("UPDATE log_event SET payload = '{}' WHERE stream = %s", entry.stream)
    assert Client().get(address).content == b"changed\n" and not stands(entry)
