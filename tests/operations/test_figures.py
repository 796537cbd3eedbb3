"""The figures of docs/operations.md are those that hold."""

import re

from games.commands.deal import clock
from games.infrastructure import throttling
from games.presenters import lobby
from tests.support.running_site import PROJECT
from tusac_site.operations import task_schedule
from tusac_site.serving import process

MANUAL = (PROJECT / "docs" / "operations.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """Return the first table under a heading, without its own two lines."""
    text = MANUAL.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    table = re.search(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert table is not None
    lines = table[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_limits_are_those_of_the_manual() -> None:
    told = {}
    for what, most, seconds in rows("Floods"):
        name = re.match(r"`([\w-]+)`", what)
        assert name is not None, what
        told[name[1]] = throttling.Limit(int(most), int(seconds.removesuffix(" s")))
    assert told == throttling.LIMITS
    minutes = throttling.CALLED_OFF_WITHIN.total_seconds() / 60
    for sentence in (
        f"A member has {throttling.MOST_TABLES} tables of the lobby open at once,"
        f" a director {throttling.MOST_TABLES_OF_A_DIRECTOR}.",
        f"{throttling.MOST_CALLED_OFF} times within {minutes:g} minutes",
        f"{lobby.PAGE} a page; the API lists",
    ):
        assert sentence in MANUAL


def test_the_seconds_are_those_of_the_manual() -> None:
    assert [int(seconds) for _, seconds, _ in rows("Hangs")] == [
        process.REQUEST_SECONDS,
        process.TAKING_SECONDS,
        process.ANSWER_SECONDS,
        process.LOGIN_SECONDS,
        process.EXPORT_SECONDS,
        process.STATEMENT_SECONDS,
        process.LOCK_SECONDS,
    ]
    assert process.LOCK_SECONDS < process.STATEMENT_SECONDS < process.ANSWER_SECONDS < 10


def test_the_clock_keeps_what_the_manual_says() -> None:
    step, silence = clock.SMALLEST_STEP.total_seconds(), clock.LONGEST_SILENCE.total_seconds()
    assert f"A step of more than {step:g} seconds is an event" in MANUAL
    assert f"a step forward of less than {silence:g} seconds" in MANUAL
    sweep = next(one for one in task_schedule.SUBSCRIPTIONS if one.task == "games.tasks.sweep")
    assert f"the next sweep, {sweep.every:g} seconds later" in MANUAL
