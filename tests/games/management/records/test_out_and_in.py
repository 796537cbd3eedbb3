"""Records out and in: what goes out comes back the same."""

import io
import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from games import commands, queries
from games.checks import log
from games.engine.disputing.rulings import file_dispute
from games.engine.recording.records import DealRecord, from_line, to_line
from games.engine.rules import FOURSAC, VINAGAMES
from games.ledger.queries import trial_balance
from games.log.models import Event
from games.models import Deal, DealSecret
from tests.support import deals
from tests.support.engine.disputes import give_ruling
from tests.support.record_mutations import written
from tests.support.records import exported, nothing_stored, played_elsewhere

pytestmark = pytest.mark.django_db


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
    assert all("is bound to the same secret as" in said for said in log.differing_deals())


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


def test_a_running_or_unknown_deal_is_not_exported_and_no_file_is_begun(four, tmp_path):
    done = deals.stored_deal(VINAGAMES, 9, four)
    running = deals.running_deal(VINAGAMES, 10, four, moves=6)
    path = tmp_path / "out.jsonl"
    with pytest.raises(CommandError, match="is still being played, so its hands are private"):
        call_command("export_deals", deal=[done.pk, running.pk], out=str(path))
    with pytest.raises(CommandError, match="This deal doesn't exist"):
        call_command("export_deals", deal=[4711], out=str(path))
    assert not path.exists()
    assert [record["deal"] for record in exported()] == [done.stream]


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
