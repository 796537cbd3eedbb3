"""`manage.py rejudge`: both verdicts of each deal that other rules would alter, and nothing altered by asking."""

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.utils import timezone

from games import commands
from games.engine.rules import FOURSAC, VINAGAMES
from games.models import Deal, Player
from tests.support.deals import (
    NOW,
    penalty_seed,
    running_deal,
    safe_win_seed,
    stored_deal,
    taken_in,
)

pytestmark = pytest.mark.django_db


def rejudged(*options: str) -> str:
    out = io.StringIO()
    call_command("rejudge", *options, stdout=out)
    return out.getvalue()


def in_json(*options: str) -> tuple[list[dict[str, Any]], dict[str, int]]:
    lines = [json.loads(line) for line in rejudged(*options, "--json").splitlines()]
    return lines[:-1], lines[-1]["counts"]


@pytest.fixture
def four() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


@pytest.fixture
def deals(four) -> tuple[Deal, Deal]:
    earlier = stored_deal(VINAGAMES, safe_win_seed(), four, name="Bàn 1", now=NOW)
    later = stored_deal(VINAGAMES, penalty_seed(), four, name="Bàn 2", now=NOW + timedelta(days=2))
    return earlier, later


def everything() -> dict[str, list[Any]]:
    """Return every row of every table."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for model in apps.get_models()
    }


@pytest.fixture
def read_only() -> Iterator[list[str]]:
    """The statements that did anything but read."""
    written: list[str] = []

    def look(execute, sql, params, many, context):
        if not sql.lstrip().upper().startswith(("SELECT", "BEGIN", "ROLLBACK", "SET TRANSACTION")):
            written.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield written


def test_no_row_and_no_event_is_changed_whatever_would_be_altered(deals, read_only):
    before = everything()
    found, counts = in_json("--rules", '{"penalty": false}')
    assert len(found) == 2 and counts["altered"] == 2 and counts["penalties_gone"] == 1
    rejudged("--rules", "4sac")
    assert everything() == before
    assert read_only == []


def test_the_rules_that_were_played_by_alter_nothing(deals):
    found, counts = in_json("--rules", "vinagames")
    assert found == [] and counts["deals"] == 2 and counts["verdicts"] == 0
    said = rejudged("--rules", "vinagames")
    assert "Deals: 2. With different verdicts: 0" in said and "Nothing was changed." in said


def test_both_verdicts_are_told_with_their_sections(deals):
    _earlier, later = deals
    at = taken_in(later)
    found, _counts = in_json("--rules", '{"penalty": false}')
    told = next(deal for deal in found if deal["deal"] == later.pk)
    (one,) = [one for one in told["verdicts"] if one["discard"] == at.version]
    assert one["seat"] == at.seat == one["stored"]["offender"]
    assert one["stored"]["section"] == "§10.5" and one["other"]["section"] == "§9.6"
    assert one["other"]["worst"] is None and one["stored"]["worst"]
    said = rejudged("--rules", '{"penalty": false}')
    assert f"Deal {later.pk} of 2026-11-23" in said
    assert "as stored: not a worst card, so there is a penalty (§10.5); worst: " in said
    assert "by these rules: not judged (§9.6)" in said


def test_a_rule_set_of_the_clubs_own_is_known_by_its_name(deals):
    owner = Player.objects.create_superuser("owner")
    own = replace(VINAGAMES, key="Nhà mình", stock_limit=20)
    commands.save_rule_set(by=owner, rules=own, now=timezone.now())
    assert in_json("--rules", "Nhà mình") == in_json("--rules", '{"stock_limit": 20}')


def test_deals_since_a_day_alone(deals):
    assert in_json("--rules", "vinagames", "--since", "2026-11-22T12:00+00:00")[1]["deals"] == 1
    assert in_json("--rules", "vinagames", "--since", "2026-11-20")[1]["deals"] == 2
    assert in_json("--rules", "vinagames", "--since", "2026-11-25")[1]["deals"] == 0


def test_a_sealed_and_a_running_deal_are_left_out(deals, four):
    running_deal(VINAGAMES, 3, four, name="Bàn 3", moves=5)
    Deal.objects.filter(pk=deals[0].pk).update(sealed=True)
    assert in_json("--rules", '{"penalty": false}')[1]["deals"] == 1


def test_what_cannot_be_played_by_the_rules_is_counted_and_not_judged(four):
    stored_deal(VINAGAMES, 1, four[:2], seats=2)
    found, counts = in_json("--rules", "4sac")
    assert found == [] and counts["not_playable"] == 1
    stored_deal(FOURSAC, 1, four)
    # Only the winner is paid a flat stake (§13.16), in neither deal.
    assert in_json("--rules", '{"payment": "flat"}')[1]["not_playable"] == 2


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("vinagamse", "there is no rule set vinagamse; the rule sets are vinagames, 4sac"),
        ("", "there is no rule set"),
        ('{"stok_limit": 7}', "'stok_limit' is no option of a rule set"),
        ('{"stock_limit": "7"}', "stock_limit"),
        ('{"stock_limit": 112}', "rules.stock_limit: a number from 0 to 20 expected"),
        ('{"stock_limit": 7', "Expecting"),
        ("{" * 5000, "--rules: "),
    ],
)
def test_rules_that_there_are_not_are_refused_by_name(rules, said):
    with pytest.raises(CommandError, match=said.replace("(", r"\(")):
        rejudged("--rules", rules)


@pytest.mark.parametrize("since", ["yesterday", "2026-13-01", "٢٠٢٦-11-01"])
def test_a_date_that_is_none_is_refused(since):
    with pytest.raises(CommandError, match="--since: expected a date such as 2026-11-01"):
        rejudged("--rules", "vinagames", "--since", since)
