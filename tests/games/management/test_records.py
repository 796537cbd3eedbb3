"""Records out and in: what goes out comes back the same, and a bad file leaves nothing behind."""

import io
import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from games import commands, queries
from games.checks import log
from games.engine.ending import file_dispute, give_ruling
from games.engine.records import LONGEST_LINE, DealRecord, from_line, to_line, to_record
from games.engine.rules import FOURSAC, VINAGAMES
from games.ledger.queries import trial_balance
from games.log.models import Event
from games.models import Deal, DealSecret, Player, Table
from tests.support import deals
from tests.support.record_mutations import written

pytestmark = pytest.mark.django_db


@pytest.fixture
def four():
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


def exported(*ids):
    out = io.StringIO()
    call_command("export_deals", deal=list(ids) or None, stdout=out, stderr=io.StringIO())
    return [json.loads(line) for line in out.getvalue().splitlines()]


def played_elsewhere(number, rules=VINAGAMES, people=0):
    """The record of a deal that this database knows nothing of."""
    played = deals.played(rules, number, people)
    timed = tuple((deals.NOW, event) for event in played.events)
    return to_record(DealRecord(f"deal-{number}", timed))


@pytest.fixture
def load(tmp_path):
    """Imports these records, or lines, from a file."""

    def load_records(*records, dry_run=False):
        path = tmp_path / "records.jsonl"
        lines = [line.encode() if isinstance(line, str) else written(line) for line in records]
        path.write_bytes(b"\n".join(lines) + b"\n")
        out = io.StringIO()
        call_command("import_deals", str(path), dry_run=dry_run, stdout=out)
        return out.getvalue()

    return load_records


def nothing_stored():
    return not Event.objects.exists() and not Deal.objects.exists() and not Table.objects.exists()


def test_what_is_exported_is_imported_and_exported_the_same(four, load):
    for rules, seed in ((VINAGAMES, deals.penalty_seed()), (VINAGAMES, 9), (FOURSAC, 3)):
        deals.stored_deal(rules, seed, four)
    before = exported()
    assert [record["deal"] for record in before] == [
        deal.stream for deal in Deal.objects.order_by("pk")
    ]
    # Another club: it has never heard of these commitments.
    DealSecret.objects.all().delete()
    assert "3 deals stored" in load(*before)
    after = exported(
        *Deal.objects.filter(table__origin__startswith="import-")
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    for record, back in zip(before, after, strict=True):
        assert record.pop("deal") != back.pop("deal")
        assert record == back
    # No club has a deal twice but this one, which has forgotten what it knew.
    assert all("is bound to the secret of" in said for said in log.differing_deals())


def test_a_ruled_deal_keeps_its_ruling_and_no_chips_move(four, load):
    deal = deals.stored_deal(VINAGAMES, deals.penalty_seed(), four, chips_per_point=5)
    taken = deals.taken_in(deal)

    def append(decide):
        commands.append_afterwards(by=four[0], deal_id=deal.pk, decide=decide, now=deals.NOW)

    append(lambda s: file_dispute(s, seat=0, discard=taken.version, reason="Không phải lá xấu"))
    append(
        lambda s: give_ruling(
            s, dispute=1, referee="player:99", upheld=False, section="§10.5", reason="Đúng vậy"
        )
    )
    commands.settle(deal_id=deal.pk)
    (record,) = exported(deal.pk)
    DealSecret.objects.all().delete()
    held = trial_balance()
    load(record)
    imported = Deal.objects.get(table__origin__startswith="import-")
    assert imported.owed_version == imported.settled_version > 0
    commands.settle(deal_id=imported.pk)
    assert trial_balance() == held
    assert imported.offender is None
    (again,) = exported(imported.pk)
    assert again["result"] == record["result"]


def test_an_imported_deal_seats_no_member_of_this_club(four, load):
    load(played_elsewhere(1))
    deal = Deal.objects.get()
    assert not deal.seats.filter(player__isnull=False).exists()
    assert deal.table.closed_at is not None
    assert deal.ended_at == deals.NOW
    assert commands.prepare_deal(table_id=deal.table_id, now=deals.NOW) is None


def test_the_name_of_the_record_is_kept_beside_the_events(load):
    load(played_elsewhere(1))
    assert json.loads(Event.objects.all()[0].metadata)["record"] == "deal-1"


def test_a_record_comes_in_once(four, load):
    record = played_elsewhere(1)
    load(record)
    with pytest.raises(CommandError, match="line 1: a deal with this commitment is here already"):
        load(record)
    with pytest.raises(CommandError, match="line 2: the same deal as in line 1"):
        load(played_elsewhere(2), {**played_elsewhere(2), "deal": "other"})
    assert Deal.objects.count() == 1


def test_a_deal_played_here_does_not_come_in_again(four, load):
    deal = deals.stored_deal(VINAGAMES, 9, four)
    with pytest.raises(CommandError, match="line 1: a deal with this commitment is here already"):
        load(*exported(deal.pk))
    assert Deal.objects.count() == 1


def test_a_dry_run_stores_nothing(load):
    assert "2 deals could be stored" in load(
        played_elsewhere(1), played_elsewhere(2, FOURSAC), dry_run=True
    )
    assert nothing_stored()


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
        "format: 'tusac-deal/1' or 'tusac-deal/2' or 'tusac-deal/3' expected",
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


def test_a_running_or_unknown_deal_is_not_exported_and_no_file_is_begun(four, tmp_path):
    done = deals.stored_deal(VINAGAMES, 9, four)
    running = deals.running_deal(VINAGAMES, 10, four, moves=6)
    path = tmp_path / "out.jsonl"
    with pytest.raises(CommandError, match="still played"):
        call_command("export_deals", deal=[done.pk, running.pk], out=str(path))
    with pytest.raises(CommandError, match="There is no such deal"):
        call_command("export_deals", deal=[4711], out=str(path))
    assert not path.exists()
    assert [record["deal"] for record in exported()] == [done.stream]


def line_with(value: str) -> bytes:
    """A record as a line in which this JSON is the seat of the second event."""
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


def test_a_name_that_the_terminal_cannot_show_is_written_with_escapes(tmp_path):
    path = tmp_path / "records.jsonl"
    path.write_bytes(written({**played_elsewhere(1), "deal": "ván 1"}))
    said = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    call_command("verify_deal", str(path), stdout=said)
    said.seek(0)
    assert said.read() == "'v\\xe1n 1': OK\n"


def test_export_writes_a_file_that_verify_deal_accepts(four, tmp_path):
    deal = deals.stored_deal(FOURSAC, 3, four)
    path = tmp_path / "out.jsonl"
    call_command("export_deals", out=str(path), stderr=io.StringIO())
    said = io.StringIO()
    call_command("verify_deal", str(path), stdout=said)
    assert said.getvalue() == f"{deal.stream}: OK\n"


# --- what a file says of itself ---------------------------------------------------------------------


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
        assert refused(empty, tmp_path).count("is empty: it holds no deal") == 2
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
        ({"exposed_triple_points": -100}, "rules.exposed_triple_points: a number from 0 to 100"),
        ({"exposed_triple_points": 20_001}, "rules.exposed_triple_points: a number from 0 to 100"),
        ({"unit": 0}, "rules.unit: a number from 1 to 1000"),
        ({"seats": (4, 4)}, "rules.seats"),
    ],
)
def test_what_rows_cannot_hold_both_refuse(change, reason, tmp_path):
    line = written(played_elsewhere(1, replace(VINAGAMES, **change)))
    assert refused(line, tmp_path).count(reason) == 2


def test_no_event_is_exported_before_the_one_before_it():
    played = deals.played(VINAGAMES, 1)
    early = deals.NOW - timedelta(seconds=90)  # the system's clock was set back
    timed = tuple((early if n == 5 else deals.NOW, e) for n, e in enumerate(played.events))
    line = to_line(DealRecord("deal-1", timed))
    assert "18:58:30" not in line and to_line(from_line(line)) == line


def test_a_deal_that_was_called_off_is_exported_and_comes_back(four, load):
    deal = deals.prepared_deal(VINAGAMES, 9, four)
    commands.cancel_deal(deal_id=deal.pk, reason="nobody was there", now=deals.NOW)
    (record,) = exported()
    assert (record["deal"], record["secret"], record["result"]["winner"]) == (
        deal.stream,
        None,
        None,
    )
    DealSecret.objects.all().delete()
    load(record)
    own, imported = exported()
    assert own == record
    assert {**imported, "deal": deal.stream} == record


def test_simulations_with_one_seed_have_no_deal_in_common(load, tmp_path):
    files = []
    for rules, seats in (("vinagames", 2), ("vinagames", 3), ("vinagames", 4), ("4sac", 4)):
        files.append(tmp_path / f"{rules}-{seats}")
        options = {"rules": rules, "seats": seats, "deals": 2, "seed": 1}
        call_command("simulate", **options, records=str(files[-1]), stdout=io.StringIO())
    load(*(line for file in files for line in file.read_text(encoding="utf-8").splitlines()))
    assert Deal.objects.count() == 8


def test_pages_and_api_give_the_record_in_canonical_form(four, client):
    deal = deals.stored_deal(VINAGAMES, 9, four)
    client.force_login(four[0])
    wanted = to_line(queries.record_of(deal.pk))
    for path in (f"/api/v1/deals/{deal.pk}/record/", f"/replays/{deal.pk}/record.json"):
        answer = client.get(path)
        assert answer["Content-Type"] == "application/json"
        assert answer.content.decode().removesuffix("\n") == wanted
