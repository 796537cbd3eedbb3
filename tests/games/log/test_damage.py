"""A row that cannot be decoded stops no follower; whoever verifies the log still names it."""

import pytest
from django.contrib.auth.models import Group

from games.log import Recorded, aggregates, read, read_all, read_past_damage
from games.log.archive import put_away
from games.log.damage import NOT_DECODED
from games.log.followers import Follower, catch_up, rebuild
from games.log.integrity.verify import broken_streams
from games.log.models import ArchivedStream
from tests.support.append_only import lifted
from tests.support.forger import forge
from tests.support.log_stories import tell

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

DAMAGES = [
    "payload = '{'",
    "payload = '[]'",
    "metadata = 'x'",
    "recorded_at = 'noon'",
    "recorded_at = '2026-11-20'",
]


def damage(what: str, stream: str, version: int) -> None:
    forge(f"UPDATE log_event SET {what} WHERE stream = %s AND version = %s", stream, version)
    aggregates.forget_all()


def write_down(batch: list[Recorded]) -> None:
    for event in batch:
        Group.objects.create(name=f"{event.stream}:{event.version}")


def written() -> list[str]:
    return list(Group.objects.order_by("id").values_list("name", flat=True))


def forget() -> None:
    Group.objects.all().delete()


SCRIBE = Follower("scribe", write_down, forget)


@pytest.mark.parametrize("what", DAMAGES)
def test_a_follower_goes_past_a_row_that_cannot_be_decoded_and_says_so(what, caplog):
    tell("deal-1", "a", "b", "c")
    damage(what, "deal-1", 2)
    assert catch_up(SCRIBE) == 3
    assert catch_up(SCRIBE) == 0
    assert written() == ["deal-1:1", "deal-1:3"]
    assert "scribe goes past deal-1, version 2" in caplog.text
    tell("deal-2", "d")
    assert catch_up(SCRIBE) == 1
    assert rebuild(SCRIBE) == 4
    assert written() == ["deal-1:1", "deal-1:3", "deal-2:1"]


def test_a_row_that_cannot_be_decoded_is_still_found_by_whoever_looks_for_it():
    tell("deal-1", "a", "b")
    damage("payload = '{'", "deal-1", 2)
    catch_up(SCRIBE)
    assert [broken.stream for broken in broken_streams()] == ["deal-1"]
    for strict in (lambda: read("deal-1"), read_all):
        with pytest.raises(ValueError):
            strict()


def test_a_row_that_cannot_be_decoded_says_nothing_but_where_it_stands():
    tell("deal-1", "a", "b")
    known = read("deal-1")
    damage("payload = '{'", "deal-1", 2)
    first, second = read_past_damage("deal-1")
    assert first == known[0]
    assert (second.schema, second.payload, second.metadata) == (NOT_DECODED, {}, {})
    assert (second.version, second.hash) == (2, known[1].hash)


def test_a_follower_goes_past_an_event_that_its_handler_cannot_read(caplog):
    def reading(batch: list[Recorded]) -> None:
        write_down(batch)
        for event in batch:
            if event.version == 2:
                raise KeyError("field")

    tell("deal-1", "a", "b", "c")
    assert catch_up(Follower("reader", reading)) == 3
    assert written() == ["deal-1:1", "deal-1:3"]
    assert "reader goes past deal-1, version 2: KeyError" in caplog.text


def test_a_follower_goes_past_an_archived_stream_that_cannot_be_read(caplog):
    tell("deal-1", "a", "b")
    tell("deal-2", "c")
    assert put_away("deal-1")
    with lifted():
        ArchivedStream.objects.update(packed=b"nothing")
    assert catch_up(SCRIBE) == 1
    assert written() == ["deal-2:1"]
    assert "an archived stream is left out: deal-1" in caplog.text
