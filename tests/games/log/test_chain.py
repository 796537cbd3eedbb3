"""The form that is hashed is written down in `games.log.chain` and never changes."""

from hashlib import sha256

from games.log.chain import NOTHING_BEFORE, hash_event


def test_the_hash_of_a_known_event_stays_what_it_is():
    written_out = (
        b"11:tusac-log-1,"
        b"32:" + bytes(32) + b","
        b"6:deal-1,"
        b"1:1,"
        b"17:deal.card-discard,"
        b"1:2,"
        b'13:{"card":"Kr"},'
        b"2:{},"
        b"27:2026-11-20T12:00:00.000000Z,"
        b"0:,"
    )
    digest = hash_event(
        NOTHING_BEFORE,
        stream="deal-1",
        version=1,
        name="deal.card-discard",
        schema=2,
        payload='{"card":"Kr"}',
        metadata="{}",
        recorded_at="2026-11-20T12:00:00.000000Z",
        command_id=None,
    )
    assert digest == sha256(written_out).digest()
    assert digest.hex() == "aacec6adb59bd3ba26dd7a2ea95ea4a22535c4fa7df393f63b0595d303d858d0"


def test_no_two_events_share_a_form_by_moving_letters_between_fields():
    def digest(stream: str, name: str) -> bytes:
        return hash_event(
            NOTHING_BEFORE,
            stream=stream,
            version=1,
            name=name,
            schema=1,
            payload="{}",
            metadata="{}",
            recorded_at="2026-11-20T12:00:00.000000Z",
            command_id=None,
        )

    assert digest("deal-1", "1x") != digest("deal-11", "x")
