"""Alert rules and dashboard: a Prometheus that scrapes a running club answers each of their questions."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
import yaml

from games.models import Deal
from tests.support.faults.evening import Member
from tests.support.running_site import PROJECT, RunningSite, free_port
from tests.support.servers import wait_until

RULES = PROJECT / "deploy/prometheus"
COMPARED = re.compile(r" (==|>|<) [\d.]+$")

pytestmark = pytest.mark.skipif(
    not (shutil.which("promtool") or os.environ.get("CI")), reason="needs Prometheus"
)


def promtool(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["promtool", *words], cwd=RULES, capture_output=True, text=True)


@pytest.mark.parametrize(
    "words",
    [
        ("check", "rules", "tusac.rules.yml"),
        ("test", "rules", "tusac.rules.test.yml"),
        ("check", "config", "--syntax-only", "prometheus.yml"),
    ],
    ids=" ".join,
)
def test_the_rules_are_rules_and_call_when_they_should(words: tuple[str, ...]) -> None:
    done = promtool(*words)
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_rule_says_what_to_do() -> None:
    (group,) = yaml.safe_load((RULES / "tusac.rules.yml").read_text())["groups"]
    for rule in group["rules"]:
        assert rule["labels"]["severity"] in ("page", "ticket"), rule["alert"]
        assert {*rule["annotations"]} == {"summary", "do"}, rule["alert"]


def asked() -> list[str]:
    """Return what rules and dashboard ask, the rules without what they compare it to."""
    (group,) = yaml.safe_load((RULES / "tusac.rules.yml").read_text())["groups"]
    board = json.loads((PROJECT / "deploy/grafana/tusac.json").read_text())
    of_rules = [COMPARED.sub("", rule["expr"]) for rule in group["rules"]]
    return [*of_rules, *(one["expr"] for panel in board["panels"] for one in panel["targets"])]


@pytest.fixture
def prometheus(club: RunningSite, tmp_path: Path) -> Iterator[str]:
    """The address of a Prometheus that asks the club each second."""
    config = yaml.safe_load((RULES / "prometheus.yml").read_text())
    config["global"]["scrape_interval"] = "1s"
    (job,) = config["scrape_configs"]
    del job["authorization"]  # this machine itself may ask
    job["static_configs"] = [{"targets": [club.base_url.removeprefix("http://")]}]
    (tmp_path / "prometheus.yml").write_text(yaml.safe_dump(config))
    shutil.copy(RULES / "tusac.rules.yml", tmp_path)
    address = f"127.0.0.1:{free_port()}"
    process = subprocess.Popen(
        [
            "prometheus",
            f"--config.file={tmp_path / 'prometheus.yml'}",
            f"--storage.tsdb.path={tmp_path / 'data'}",
            f"--web.listen-address={address}",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield f"http://{address}"
    finally:
        process.terminate()
        process.wait()


def answers(prometheus: str, expression: str) -> list[float]:
    """Return the values with which a Prometheus answers; none while it does not yet."""
    try:
        with urlopen(f"{prometheus}/api/v1/query?{urlencode({'query': expression})}") as answer:
            said = json.load(answer)
    except OSError:
        return []
    return [float(one["value"][1]) for one in said["data"]["result"]]


def test_a_prometheus_that_scrapes_a_club_answers_what_rules_and_dashboard_ask(
    club: RunningSite, lan: Member, prometheus: str
) -> None:
    deal_id = lan.deal_at_new_table()
    questions = asked()
    assert len(questions) > 20
    with club.database():
        table_id = Deal.objects.get(pk=deal_id).table_id
    lan.send(*lan.turn_at(table_id))
    for question in questions:
        wait_until(lambda: answers(prometheus, question), f"there is an answer to {question}")  # noqa: B023
    assert answers(prometheus, 'up{job="tusac"}') == [1.0]
    assert answers(prometheus, 'tusac_up{what="database"}') == [1.0]
    assert sum(answers(prometheus, "tusac_moves_total")) >= 1
