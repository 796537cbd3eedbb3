"""`manage.py simulate`: play whole deals between bots, using only the engine."""

from argparse import ArgumentParser
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final, TextIO

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots import BOTS
from games.bots.match import MatchTally, play_match
from games.bots.playout import Playout
from games.engine.recording.records import YEARS, DealRecord, to_line
from games.engine.rules import PRESETS, SEAT_NAMES, RuleSet

FIRST_EVENT: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The time of a simulation's first event unless `--start` says another; each later one comes a second later."""


class Command(BaseCommand):
    """Plays deals and prints how they ended; the same options give the same deals."""

    help = (
        "Plays whole deals between bots through the engine alone, without a database, and prints how "
        "they ended, with deals and decisions per second. The same options give the same deals."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: the rules, the bots, how many deals, and where to write them."""
        parser.add_argument("--rules", choices=tuple(PRESETS), default="vinagames")
        parser.add_argument("--seats", type=int, default=4, help="seats at the table (default 4)")
        parser.add_argument("--deals", type=int, default=1000, help="deals to play (default 1000)")
        parser.add_argument(
            "--seed", type=int, default=1, help="the number that all deals come from (default 1)"
        )
        parser.add_argument(
            "--bots",
            default="club",
            help=f"one bot for all seats, or one for each in seat order, with commas: {', '.join(BOTS)}",
        )
        parser.add_argument(
            "--records", help="write a record of each deal to this file, as JSON lines"
        )
        parser.add_argument(
            "--start",
            help="time of the first event in the records, each later one a second later "
            "(default 2026-01-01T00:00:00Z)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the deals and print the result. Raises CommandError for options that exclude each other."""
        rules = PRESETS[options["rules"]]
        seats, deals, seed = options["seats"], options["deals"], options["seed"]
        if seats not in rules.seats:
            raise CommandError(
                _("%(rules)s is for %(seats)s seats, not for %(asked)d.")
                % {"rules": rules.key, "seats": ", ".join(map(str, rules.seats)), "asked": seats}
            )
        if deals < 1:
            raise CommandError(_("--deals: at least 1 deal, not %(deals)d.") % {"deals": deals})
        bots = _bots(options["bots"], seats)
        start = _start(options["start"])
        with ExitStack() as files:
            records = None
            if options["records"] is not None:
                try:
                    # Closed by the stack, which a refused file never enters.
                    file = Path(options["records"]).open("w", encoding="utf-8")  # noqa: SIM115
                except OSError as error:
                    raise CommandError(
                        _("--records: %(file)s cannot be written: %(why)s")
                        % {"file": options["records"], "why": error.strerror}
                    ) from None
                records = files.enter_context(file)
            tally, seconds = _play(rules, bots, deals, seed, records, start)
        self._print(rules, bots, seed, tally, seconds)

    def _print(
        self, rules: RuleSet, bots: list[str], seed: int, tally: MatchTally, seconds: float
    ) -> None:
        names = SEAT_NAMES[: tally.seats]
        won = sum(tally.won)
        say = self.stdout.write
        say(
            ngettext(
                "%(deals)d deal of %(rules)s, %(seats)d seats (%(bots)s), seed %(seed)d:",
                "%(deals)d deals of %(rules)s, %(seats)d seats (%(bots)s), seed %(seed)d:",
                tally.deals,
            )
            % {
                "deals": tally.deals,
                "rules": rules.key,
                "seats": tally.seats,
                "bots": ", ".join(bots),
                "seed": seed,
            }
        )
        by_seat = ", ".join(f"{name} {n}" for name, n in zip(names, tally.won, strict=True))
        say("  " + _("won: %(won)d (%(seats)s)") % {"won": won, "seats": by_seat})
        say("  " + _("won at the deal: %(deals)d") % {"deals": tally.at_the_deal})
        say("  " + _("ended without a winner: %(deals)d") % {"deals": tally.exhausted})
        say("  " + _("penalties: %(deals)d") % {"deals": tally.penalties})
        if won:
            say("  " + _("mean points of a winner: %(mean).2f") % {"mean": tally.points / won})
        net = ", ".join(f"{name} {n:+d}" for name, n in zip(names, tally.net, strict=True))
        say("  " + _("net points: %(net)s") % {"net": net})
        mean = tally.events / tally.deals
        say("  " + _("events per deal: %(mean).1f") % {"mean": mean})
        say(
            "  "
            + _("deals per second: %(deals).0f, decisions per second: %(decisions).0f")
            % {"deals": tally.deals / seconds, "decisions": tally.decisions / seconds}
        )


def _play(
    rules: RuleSet, bots: list[str], deals: int, seed: int, records: TextIO | None, start: datetime
) -> tuple[MatchTally, float]:
    """Play the match; return how it ended, and the seconds that it took without writing records."""
    tally = MatchTally(len(bots))
    seconds = 0.0
    # Other rules and other seats have secrets of their own, so that one club can import all that is played.
    random = Random(f"{rules.key}/{len(bots)}/{seed}")  # noqa: S311 - a game to repeat
    match = play_match(rules, bots, deals=deals, random=random)
    for number in range(1, deals + 1):
        before = perf_counter()
        played = next(match)
        seconds += perf_counter() - before
        tally.add(played)
        if records is not None:
            at = start + timedelta(seconds=tally.events - len(played.events))
            records.write(_record(f"simulated-{seed}-{number}", played, at) + "\n")
    return tally, seconds


def _record(name: str, played: Playout, start: datetime) -> str:
    timed = tuple(
        (start + timedelta(seconds=second), event) for second, event in enumerate(played.events)
    )
    return to_line(DealRecord(name, timed))


def _bots(text: str, seats: int) -> list[str]:
    bots = [name.strip() for name in text.split(",")]
    for name in bots:
        if name not in BOTS:
            raise CommandError(
                _("--bots: there is no bot %(name)s; the bots are %(bots)s.")
                % {"name": repr(name), "bots": ", ".join(BOTS)}
            )
    if len(bots) == 1:
        return bots * seats
    if len(bots) != seats:
        raise CommandError(
            _("--bots: %(bots)d bots for %(seats)d seats; name one for all or one for each.")
            % {"bots": len(bots), "seats": seats}
        )
    return bots


def _start(text: str | None) -> datetime:
    if text is None:
        return FIRST_EVENT
    try:
        start = datetime.fromisoformat(text)
    except ValueError:
        start = None
    # The last deal must still be played in a year that a record may have.
    if start is None or start.year not in YEARS[:-100]:
        raise CommandError(
            _("--start: %(text)s is not a time such as 2026-01-01T00:00:00Z.") % {"text": text}
        )
    return start if start.tzinfo is not None else start.replace(tzinfo=UTC)
