"""Query plans: what PostgreSQL reads for a piece of work, statement by statement, on the data that is there."""

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from django.db import connection
from django.test.utils import CaptureQueriesContext

GROWING = (
    *(
        "log_event",
        "log_archive",
        "games_deal",
        "games_dealseat",
        "games_dealsecret",
        "games_table",
        "games_seat",
    ),
    *("ledger_posting", "ledger_transfer", "ledger_subtotal", "replays_dispute"),
)
"""Tables that have a row more with each deal, or with each evening."""


class Plan(NamedTuple):
    """What one statement read."""

    sql: str
    """With the numbers taken out, so that the same statement is recognized in another database."""
    rows: int
    """Rows that its scans gave or threw away."""
    paths: list[str]
    """Each scan: the table with its index, or "whole" for all of it."""

    @property
    def whole(self) -> list[str]:
        """Return the growing tables that were read from end to end."""
        found = (path.partition(" whole") for path in self.paths)
        return [table for table, whole, _ in found if whole and table in GROWING]


def plans_of(work: Callable[[], Any]) -> list[Plan]:
    """Do it once, and explain each SELECT that it made."""
    with CaptureQueriesContext(connection) as captured:
        work()
    made = []
    for query in captured.captured_queries:
        if query["sql"].lstrip("( ").upper().startswith("SELECT"):
            with connection.cursor() as cursor:
                cursor.execute(
                    "EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) " + query["sql"].replace("%", "%%"),
                    [],
                )
                (answer,) = cursor.fetchone()
            tree = (json.loads(answer) if isinstance(answer, str) else answer)[0]["Plan"]
            scans = list(_scans(tree))
            made.append(
                Plan(
                    _shape(query["sql"]),
                    round(sum(rows for _, rows in scans)),
                    [path for path, _ in scans],
                )
            )
    return made


def _scans(node: dict[str, Any]) -> list[tuple[str, float]]:
    found = []
    if "Scan" in node["Node Type"] and node.get("Relation Name"):
        thrown = node.get("Rows Removed by Filter", 0) + node.get(
            "Rows Removed by Index Recheck", 0
        )
        rows = (node["Actual Rows"] + thrown) * node["Actual Loops"]
        name = node.get("Index Name") or _index_below(node)
        found.append((f"{node['Relation Name']} {name}", rows))
    for child in node.get("Plans", ()):
        found += _scans(child)
    return found


def _index_below(node: dict[str, Any]) -> str:
    """Return the index of a bitmap scan stands in the node below it."""
    below = [child.get("Index Name") or _index_below(child) for child in node.get("Plans", ())]
    return next((name for name in below if name != "whole"), "whole")


def _shape(sql: str) -> str:
    bare = re.sub(r"'(?:[^']|'')*'|\b\d+\b", "?", sql)
    columns = re.sub(r"^SELECT (?:\"\w+\"\.\"\w+\", )+\"\w+\"\.\"\w+\" FROM", "SELECT … FROM", bare)
    return re.sub(r"\s+", " ", re.sub(r"\(\?(?:, \?)+\)", "(…)", columns))
