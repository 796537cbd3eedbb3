"""Records out and in: what goes out comes back the same, and a bad file leaves nothing behind."""

import io
import json
import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import commands, settlement
from games.checks import log
from games.engine.ending import file_dispute, give_ruling
from games.engine.notation import CLASSES, event_to_plain
from games.engine.records import FORMATS, LONGEST_LINE, DealRecord, to_record
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.shuffle import commit, shuffle
from games.ledger.queries import trial_balance
from games.log.models import Event
from games.models import Deal, DealSecret, Player, Table
from tests.support import deals
from tests.support.record_mutations import written
from tests.support.running_site import PROJECT

pytestmark = pytest.mark.django_db

RECORDS = PROJECT / "docs" / "records.md"


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
    assert list(log.differing_deals()) == []


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
    settlement.settle(deal_id=deal.pk, now=deals.NOW)
    (record,) = exported(deal.pk)
    DealSecret.objects.all().delete()
    held = trial_balance()
    load(record)
    imported = Deal.objects.get(table__origin__startswith="import-")
    assert imported.owed_version == imported.settled_version > 0
    settlement.settle(deal_id=imported.pk, now=deals.NOW)
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
        "format: 'tusac-deal/1' expected",
    ),
    "a field missing": (lambda r: without(r, "seeds"), "seeds is missing"),
    "an unknown field": (lambda r: {**r, "colour": 1}, "'colour' is not a field"),
    "no events": (lambda r: {**r, "events": []}, "events: a list of events expected"),
    "an unknown event": (lambda r: changed(r, 1, name="deal.stolen"), "events[1]: 'deal.stolen'"),
    "a bad time": (lambda r: changed(r, 1, at="yesterday"), "events[1]: at: a time like"),
    "an unknown card": (lambda r: changed(r, 6, card="Zz"), "'Zz' is no card"),
    "a seat too many": (lambda r: changed(r, 1, seat=7), "there is no seat 7"),
    "truth for a number": (lambda r: changed(r, 1, seat=True), "events[1]"),
    "cut off": (lambda r: {**r, "events": r["events"][:-4]}, "events: the deal is not over"),
    "another result": (lambda r: {**r, "dice": [1, 1]}, "dice: it is not what the events say"),
    "another secret": (
        lambda r: {**changed(r, len(r["events"]) - 1, secret="00" * 32), "secret": "00" * 32},
        "the commitment is not the SHA-256 of the secret",
    ),
    "another card": (
        lambda r: changed(r, 6, card="Pr" if r["events"][6]["card"] != "Pr" else "Py"),
        "events: they do not follow|event 7",
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
    assert bad["events"][6]["name"] == "deal.card-discarded"
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
    assert [answer.partition("': ")[0] for answer in answers] == [repr(n)[:-1] for n in names]


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


# --- the description ------------------------------------------------------------------------------


def blocks(language):
    text = RECORDS.read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


def test_the_shuffle_in_the_description_runs_and_gives_its_worked_example():
    (program,) = blocks("python")
    (example,) = blocks("json shuffle")
    told = json.loads(example)
    names: dict[str, Any] = {}
    exec(compile(program, str(RECORDS), "exec"), names)
    dice, deck = names["shuffle"](told["secret"], told["seeds"])
    assert [dice, deck] == [told["dice"], told["deck"].split()]
    assert commit(told["secret"]) == told["commitment"]
    ours_dice, ours = shuffle(told["secret"], told["seeds"])
    from games.engine.notation import cards_text

    assert list(ours_dice) == told["dice"]
    assert cards_text(ours) == told["deck"]


def test_the_description_names_every_event_with_every_field():
    text = RECORDS.read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in FORMATS)
    rows = dict(re.findall(r"^\| `(deal\.[a-z-]+)` \| ([^|]*) \|", text, flags=re.MULTILINE))
    assert set(rows) == set(CLASSES)
    for name, cls in CLASSES.items():
        assert re.findall(r"`(\w+)`", rows[name]) == list(cls.__dataclass_fields__), name


def test_the_description_names_every_field_of_a_record_and_every_option():
    text = RECORDS.read_text(encoding="utf-8")
    record = played_elsewhere(1)
    for field in (*record, *record["rules"], *record["result"], *record["result"]["lines"][0]):
        assert f"| `{field}` |" in text, field


def test_the_example_events_of_the_description_are_read():
    from games.engine.notation import event_from_plain

    examples = [json.loads(line) for block in blocks("json events") for line in block.splitlines()]
    assert len(examples) >= 5
    for example in examples:
        fields = {name: value for name, value in example.items() if name not in ("at", "name")}
        assert event_to_plain(event_from_plain(example["name"], fields)) == fields
