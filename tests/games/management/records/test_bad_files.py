"""A bad file of records leaves nothing behind, and says what is wrong."""

import io
import json
import re
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from games.engine.recording.records import FORMATS, LONGEST_LINE
from games.engine.rules import VINAGAMES
from tests.support.record_mutations import written
from tests.support.records import nothing_stored, played_elsewhere

pytestmark = pytest.mark.django_db


def without(record, field):
    return {name: value for name, value in record.items() if name != field}


def changed(record, place, /, **fields):
    events = [
        {**row, **fields} if number == place else row for number, row in enumerate(record["events"])
    ]
    return {**record, "events": events}


def relabelled(record, *players):
    record = changed(record, 0, players=list(players))
    return {**record, "players": list(players)}


BAD = {
    "no JSON": (lambda r: "{", "the line is not JSON"),
    "nested without end": (lambda r: "[" * 100_000, "the line is not JSON"),
    "a list": (lambda r: [r], "a record is an object"),
    "another format": (
        lambda r: {**r, "format": "tusac-deal/99"},
        f"format: {' or '.join(map(repr, FORMATS))} expected",
    ),
    "a field missing": (lambda r: without(r, "seeds"), "seeds is missing"),
    "an unknown field": (lambda r: {**r, "colour": 1}, "'colour' is not a field"),
    "no events": (lambda r: {**r, "events": []}, "events: a list of events expected"),
    "an unknown event": (lambda r: changed(r, 1, name="deal.stolen"), "events[1]: 'deal.stolen'"),
    "a bad time": (lambda r: changed(r, 1, at="yesterday"), "events[1]: at: a time like"),
    "an unknown card": (lambda r: changed(r, 10, card="Zz"), "'Zz' is no card"),
    "a seat too many": (lambda r: changed(r, 1, seat=7), "there is no seat 7"),
    "truth for a number": (lambda r: changed(r, 1, seat=True), "events[1]"),
    "cut off": (lambda r: {**r, "events": r["events"][:-4]}, "events: the deal is not over"),
    "another result": (lambda r: {**r, "dice": [1, 1]}, "dice: it is not what the events say"),
    "another secret": (
        lambda r: {**changed(r, len(r["events"]) - 1, secret="00" * 32), "secret": "00" * 32},
        "the commitment is not the SHA-256 of the secret",
    ),
    "another card": (
        lambda r: changed(r, 10, card="Pr" if r["events"][10]["card"] != "Pr" else "Py"),
        "events: they do not follow|event 1[12]",
    ),
    "a label from nowhere": (
        lambda r: relabelled(r, "player:x", *r["players"][1:]),
        "players: 'player:x' is neither",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_record_is_refused_with_its_line_and_reason_and_nothing_is_stored(case, load):
    spoil, reason = BAD[case]
    good, bad = played_elsewhere(1), played_elsewhere(2)
    assert bad["events"][10]["name"] == "deal.card-discarded"
    pattern = "|".join(part if "|" in reason else re.escape(part) for part in reason.split("|"))
    with pytest.raises(CommandError, match=f"line 2: .*({pattern})"):
        load(good, spoil(bad), played_elsewhere(3))
    assert nothing_stored()


def test_a_file_that_is_missing_or_no_text_is_refused(tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_deals", str(tmp_path / "none"))
    (tmp_path / "image").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(CommandError, match="is not UTF-8"):
        call_command("import_deals", str(tmp_path / "image"))
    assert nothing_stored()


def line_with(value: str) -> bytes:
    """Return a record as a line in which this JSON is the seat of the second event."""
    return written(changed(played_elsewhere(2), 1, seat="@")).replace(b'"@"', value.encode())


BAD_LINES: dict[str, tuple[bytes, str]] = {
    "nested without end": (b"[" * 100_000, "the line is not JSON"),
    "lists nested in a field": (line_with("[" * 985 + "]" * 985), "the line is not JSON"),
    "many lists nested in a field": (line_with("[" * 9000 + "]" * 9000), "the line is not JSON"),
    "objects nested in a field": (line_with('{"a":' * 9000 + "1" + "}" * 9000), "not JSON of at"),
    "half a character for a name": (
        json.dumps({**played_elsewhere(2), "deal": "\ud800"}).encode(),
        "half a character",
    ),
    "half a character for a field": (
        json.dumps({**played_elsewhere(2), "\ud800": 1}).encode(),
        "half a character",
    ),
    "half a character in a value": (line_with('"\\uDFFF"'), "half a character"),
    "half a character in bytes": (line_with('"@"').replace(b"@", b"\xed\xa0\x80"), "not UTF-8"),
    "bytes that are no text": (line_with('"@"').replace(b"@", b"\xff"), "not UTF-8"),
    "a number without end": (line_with("9" * 5001), "too great"),
    "a power without end": (line_with("-1e999999"), "too great"),
    "no number": (line_with("NaN"), "NaN"),
    "infinity": (line_with("Infinity"), "Infinity"),
    "a field twice": (line_with('0,"seat":0'), "'seat' is there twice"),
    "a text": (b'"tusac-deal/1"', "a record is an object"),
    "a line too long": (b" " * (5 * LONGEST_LINE) + b"{}", "longer than 1000000 characters"),
}


@pytest.mark.parametrize("case", BAD_LINES)
def test_a_bad_line_has_its_answer_and_the_records_after_it_are_verified(case, tmp_path):
    line, part = BAD_LINES[case]
    good = [written(played_elsewhere(number)) for number in (1, 3)]
    path = tmp_path / "records.jsonl"
    path.write_bytes(b"\n".join((good[0], b"", line, good[1])) + b"\n")
    said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with pytest.raises(CommandError, match=r"^1 of 3 deals are not right"):
        call_command("verify_deal", str(path), stdout=said)
    said.seek(0)
    first, bad, last = said.read().splitlines()
    assert (first, last) == ("deal-1: OK", "deal-3: OK")
    assert bad.startswith("line 3: ") and part in bad
    with pytest.raises(CommandError, match=f"^line 3: .*{part}.* Nothing was stored"):
        call_command("import_deals", str(path))
    assert nothing_stored()


def test_a_name_cannot_pass_for_another_line_of_the_answer(tmp_path):
    path = tmp_path / "records.jsonl"
    names = ("a: OK\ndeal-2: OK\x1b[2J", "line 4", "deal-3: OK", "deal-4\u202e", "\x9b2J")
    path.write_bytes(b"\n".join(written({**played_elsewhere(1), "deal": name}) for name in names))
    said = io.StringIO()
    with pytest.raises(CommandError):
        call_command("verify_deal", str(path), stdout=said)
    answers = said.getvalue().splitlines()
    said_of = [re.sub("^line [1-9]: ", "", answer) for answer in answers]
    assert [answer.partition("': ")[0] for answer in said_of] == [repr(n)[:-1] for n in names]


def refused(data, tmp_path):
    """What both commands say of a file with these bytes."""
    path = tmp_path / "records.jsonl"
    path.write_bytes(data)
    out = io.StringIO()
    for command in ("verify_deal", "import_deals"):
        with pytest.raises(CommandError) as error:
            call_command(command, str(path), stdout=out)
        out.write(f"{error.value}\n")
    assert nothing_stored()
    return out.getvalue()


def test_an_empty_file_a_byte_order_mark_and_a_repeated_deal_say_what_they_are(tmp_path):
    line = written(played_elsewhere(1))
    for empty in (b"", b"\n\r\n"):
        assert refused(empty, tmp_path).count("is empty. It contains no deals") == 2
    assert refused(b"\xef\xbb\xbf" + line, tmp_path).count("byte-order mark") == 2
    again = written({**played_elsewhere(1), "deal": "another"})
    assert refused(line + b"\n\n" + again, tmp_path).count("the same deal as in line 1") == 2


def test_another_spelling_is_refused_with_the_way_to_the_canonical_one(tmp_path):
    record = played_elsewhere(1)
    spaced = json.dumps(record).encode()
    said = refused(spaced, tmp_path)
    assert said.count("from character 11 on; verify_deal --canonical writes it so") == 2
    path, out = tmp_path / "records.jsonl", tmp_path / "canonical.jsonl"
    said_too = io.StringIO()
    call_command("verify_deal", str(path), canonical=str(out), stdout=said_too)
    assert said_too.getvalue() == "deal-1: OK\n"
    assert out.read_bytes() == written(record) + b"\n"
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("verify_deal", str(path), canonical=str(tmp_path / "no" / "x"))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"key": "a\0b"}, "rules.key"),
        ({"exposed_triple": -100}, "rules.exposed_triple: a number from 0 to 20"),
        ({"exposed_triple": 20_001}, "rules.exposed_triple: a number from 0 to 20"),
        ({"unit": 0}, "rules.unit: a number from 1 to 1000"),
        ({"seats": (4, 4)}, "rules.seats"),
    ],
)
def test_what_rows_cannot_hold_both_refuse(change, reason, tmp_path):
    line = written(played_elsewhere(1, replace(VINAGAMES, **change)))
    assert refused(line, tmp_path).count(reason) == 2
