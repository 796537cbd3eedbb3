"""What anybody sees and checks of a duplicate: its comparisons and records, and sums that no rounding parts."""

import json
from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.support.duplicates import assert_standings_are_recomputed, deals_of, dealt
from tests.support.evening import Evening
from tests.support.kept import keep
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced
from tests.support.tournament_pages import player as member
from tests.support.tournaments import Told
from tournaments import check_duplicate, commands
from tournaments.checks.log import check_log
from tournaments.commands.club_tables import set_tables
from tournaments.engine.scoring.comparison import faults_of_people
from tournaments.engine.scoring.means import mean_of
from tournaments.models import Tournament
from tournaments.projections import rebuild as rebuild_rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def test_a_stranger_is_not_told_what_all_cards_come_from_while_the_house_keeps_tournaments():
    evening = Evening(8, duplicate=True, rounds=1)
    evening.play_all()
    address = f"/tournaments/{evening.id}/rounds/1/deals/1"
    known = Client().get(f"{address}.json").json()
    assert known["secret"] in Client().get(address).text
    keep(tournaments=1)
    page, told = Client().get(address).text, Client().get(f"{address}.json").json()
    assert told == {**known, "link": None, "secret": None}
    assert known["secret"] not in page and known["link"] not in page
    assert "shows replays of tournaments to members only" in page
    reader = browser(evening.people[0])
    assert known["secret"] in reader.get(address).text
    assert reader.get(f"{address}.json").json() == known


def test_anybody_checks_offline_that_all_tables_had_the_same_deal(tmp_path, capsys):
    evening = Evening(8, duplicate=True, rounds=1)
    evening.play_all()
    address = f"/tournaments/{evening.id}/rounds/1/deals/1"
    page = Client().get(address)
    assert "check_duplicate" in page.text
    comparison = tmp_path / "comparison.json"
    comparison.write_bytes(Client().get(f"{address}.json").content)
    records = tmp_path / "records.jsonl"
    call_command("export_deals", out=str(records))
    right = records.read_text(encoding="utf-8")
    assert check_duplicate.main([str(comparison), str(records)]) == 0
    assert "2 tables had the same cards" in capsys.readouterr().out
    call_command("verify_deal", str(records))  # a commitment twice is no copy here
    known = comparison.read_text(encoding="utf-8")
    for wrong in (
        known.replace('"place": 1', '"place": 2'),
        known.replace('"scored": [', '"scored": [1, ', 1),
        known.replace('"net": [', '"net": [1, ', 1),
        "[]",
        "{",
    ):
        comparison.write_text(wrong, encoding="utf-8")
        assert check_duplicate.main([str(comparison), str(records)]) == 1
    comparison.write_text(known, encoding="utf-8")
    records.write_text("".join(right.splitlines(keepends=True)[1:]), encoding="utf-8")
    assert check_duplicate.main([str(comparison), str(records)]) == 1
    assert check_duplicate.main([]) == 2


@pytest.fixture
def checked(tmp_path, capsys):
    """A deal of a duplicate at three tables, its files as the pages give them, and what the check says of them."""
    evening = Evening(12, duplicate=True, rounds=1, deals_per_round=2)
    evening.play_all()
    reader = browser(evening.people[0])
    names = {
        "comparison": f"/tournaments/{evening.id}/rounds/1/deals/1.json",
        "named": f"/tournaments/{evening.id}/records-named.jsonl",
        "masked": f"/tournaments/{evening.id}/records-masked.jsonl",
        "certificate": f"/tournaments/{evening.id}/rounds/1/certificate.json",
    }
    files = {}
    for name, address in names.items():
        answer = reader.get(address)
        assert answer.status_code == 200, address
        files[name] = tmp_path / name
        files[name].write_bytes(answer.getvalue())

    def check(*named: str, **texts: str) -> tuple[int, str]:
        for name, text in texts.items():
            (tmp_path / f"changed-{name}").write_text(text, encoding="utf-8")
        paths = [tmp_path / f"changed-{one}" if one in texts else files[one] for one in named]
        code = check_duplicate.main([str(path) for path in paths])
        return code, capsys.readouterr().out

    check.files = files  # type: ignore[attr-defined]
    return check


def test_the_file_of_records_that_the_tournaments_page_gives_is_taken(checked):
    for people in ("named", "masked"):
        code, said = checked("comparison", people)
        assert code == 0 and "3 tables had the same cards" in said
        assert ("who sat where was not compared" in said) is (people == "masked")
    code, said = checked("comparison", "named", "certificate")
    assert code == 0 and "certificate" not in said


def test_a_participant_who_did_not_play_is_named_beside_who_did(checked):
    given = json.loads(checked.files["comparison"].read_text())
    table = given["tables"][1]
    was, other = table["participants"][0], given["tables"][0]["participants"][2]
    table["participants"][0] = other
    code, said = checked("comparison", "named", comparison=json.dumps(given))
    people = json.loads(checked.files["named"].read_text().splitlines()[0])["people"]
    assert code == 1
    assert (
        said
        == f"table 2: South is {people[other]} ({other}), and {people[was]} ({was}) in the record\n"
    )
    code, said = checked("comparison", "named", "certificate", comparison=json.dumps(given))
    assert f"table 2: South is {other}, and {was} in the certificate" in said


@pytest.mark.parametrize("records", ["named", "masked"])
@pytest.mark.parametrize("dropped", [0, 2])
def test_a_table_that_was_dropped_is_found(checked, records, dropped):
    given = json.loads(checked.files["comparison"].read_text())
    gone = given["tables"].pop(dropped)
    code, said = checked("comparison", records, comparison=json.dumps(given))
    assert code == 1 and f"table {dropped + 1}: it was drawn, and is not compared" in said
    # Whoever forges means and numbers too is betrayed by the records, and by the draw.
    mean = mean_of([tuple(table["net"]) for table in given["tables"]])
    given |= {"mean": list(mean.seats), "left": list(mean.left), "drawn": 2}
    for number, table in enumerate(given["tables"], 1):
        table |= {"table": number, "scored": list(mean.scored(tuple(table["net"])))}
    code, said = checked("comparison", records, comparison=json.dumps(given))
    assert code == 1 and "had the same cards, and its table is not compared" in said
    assert gone["deal"] in said or records == "masked"
    lines = checked.files["named"].read_text().splitlines(keepends=True)
    kept = "".join(line for line in lines if f'"deal":"{gone["deal"]}"' not in line)
    code, said = checked("comparison", "named", comparison=json.dumps(given), named=kept)
    assert code == 0 and "the certificate of the round's draw says too" in said
    code, said = checked(
        "comparison", "named", "certificate", comparison=json.dumps(given), named=kept
    )
    assert code == 1 and "it was drawn, and is not compared" in said


def test_a_substitute_and_the_bot_are_no_fault_where_the_log_has_them():
    players = ("player:9", "bot:careful", "player:3", "player:4")
    table = {
        "table": 1,
        "participants": ["player:1", "player:2", "player:3", "player:4"],
        "sat_in": [[0, "player:9"]],
        "played_for": [1],
    }
    assert list(faults_of_people(table, players, {})) == []
    assert list(faults_of_people({**table, "sat_in": [], "played_for": []}, players, {})) == [
        "table 1: South is player:1, and player:9 in the record",
        "table 1: East is player:2, and bot:careful in the record",
    ]


def test_a_copy_of_a_duplicates_record_is_still_a_copy(tmp_path):
    from games.engine.recording.verification import checked_records

    evening = Evening(8, duplicate=True, rounds=1, deals_per_round=1)
    evening.play_all()
    records = tmp_path / "records.jsonl"
    call_command("export_deals", out=str(records))
    line = records.read_bytes().splitlines()[0] + b"\n"
    records.write_bytes(records.read_bytes() + line)
    with records.open("rb") as stream:
        assert [one.fault for one in checked_records(stream)] == [
            "",
            "",
            "the same deal as in line 1",
        ]


def test_no_rounding_parts_two_members_whose_exact_sums_are_equal():
    """Over three tables South's means are a third and two thirds, East's nothing: both at table 1 are one point up."""
    told = Told(range(1, 13), duplicate=True, rounds=1, deals_per_round=2)
    told.start()
    nothing = (0, 0, 0, 0)
    nets = {
        1: ((1, 1, 0, -2), (0, -1, 0, 1), nothing),
        2: ((1, 0, 0, -1), (1, 0, 0, -1), nothing),
    }
    for deal, tables in nets.items():
        for table, net in enumerate(tables, 1):
            told.score(net, table=table, deal=deal, winner=None, points=0)
    state = told.state
    exact: dict[str, Fraction] = defaultdict(Fraction)
    for result in state.results():
        assert sum(result.scores) == 0
        for label, got in zip(result.seats, result.scores, strict=True):
            exact[label] += Fraction(got)
    rows = state.standings()
    for one in rows:
        assert one.points == round(exact[one.participant])
        equal = [row for row in rows if exact[row.participant] == exact[one.participant]]
        assert {row.place for row in equal} == {one.place}
    rounded: dict[str, int] = defaultdict(int)
    for result in state.results():
        for label, got in zip(result.seats, result.net, strict=True):
            rounded[label] += got
    # What their deals show, added up, would part South and East of table 1 by a thousandth.
    assert any(
        exact[one] == exact[other] and rounded[one] != rounded[other]
        for one in exact
        for other in exact
    )


def test_what_was_corrected_to_a_duplicate_is_played_and_proved_as_one():
    director = member("director", is_director=True)
    evening = Evening.__new__(Evening)
    evening.now, evening.director = timezone.now(), director
    evening.id = announced(director, rounds=1, deals_per_round=1, entry_fee=0, spectator_delay=0)
    page = f"/tournaments/{evening.id}/corrections/terms"
    form = browser(director).get(page).context["forms"][0][2]
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    sent |= {"act": "terms", "duplicate": "on", "reason": "Forgotten.", "format": "swiss"}
    sent = {name: value for name, value in sent.items() if value is not False}
    assert browser(director).post(page, sent).status_code == 303
    shown = browser().get(f"/tournaments/{evening.id}/").content.decode()
    assert "All tables play the same deals: yes instead of no: Forgotten." in shown
    changed = "neighbours in the standings meet (Swiss) instead of balanced: everyone meets"
    assert f"Format: {changed}" in shown
    evening.people = [member(f"m{i}") for i in range(6)]
    about: dict[str, Any] = {"tournament_id": evening.id, "now": evening.now}
    for one in evening.people:
        commands.enter(by=one, **about)
    commands.start(by=director, **about)
    set_tables(lambda: evening.now)
    evening.play_all()
    one, two = deals_of(1, 1)
    assert dealt(one) == dealt(two) and not one.sealed
    assert_standings_are_recomputed()
    assert Tournament.objects.get().terms.spectator_delay is None
    assert list(check_log()) == []
    rows = evening.rows()
    rebuild_rows(evening.id)
    assert evening.rows() == rows


def test_what_the_comparison_alone_says_of_tables_is_told_apart(checked):
    """A table that is named as without the deal, its record taken out, is no fault; its reader is to know."""
    given = json.loads(checked.files["comparison"].read_text())
    uncounted, gone = given["tables"][1], given["tables"].pop(2)
    uncounted["scored"], given["missing"] = None, [3]
    counting = given["tables"][:1]
    mean = mean_of([tuple(table["net"]) for table in counting])
    given |= {"mean": list(mean.seats), "left": list(mean.left)}
    for table in counting:
        table["scored"] = list(mean.scored(tuple(table["net"])))
    lines = checked.files["named"].read_text().splitlines(keepends=True)
    kept = "".join(line for line in lines if f'"deal":"{gone["deal"]}"' not in line)
    code, said = checked(
        "comparison", "named", "certificate", comparison=json.dumps(given), named=kept
    )
    assert code == 0
    assert "  that table 3 did not play it is what the file says; no record shows it\n" in said
    assert "  that table 2 does not count is what the file says; no record shows it\n" in said
