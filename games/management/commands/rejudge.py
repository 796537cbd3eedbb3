"""`manage.py rejudge --rules …`: show which stored verdicts would differ under other rules. Changes nothing."""

import json
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import CommandError
from django.utils.dateparse import parse_datetime
from django.utils.timezone import make_aware
from django.utils.translation import gettext as _

from games.club.house_rules import why_not
from games.engine.cards import CARD_NAMES, Card
from games.engine.errors import BadNotation
from games.engine.recording.notation import rules_to_plain
from games.engine.recording.rejudging import Altered, Judgement, with_options
from games.engine.rules import VINAGAMES, RuleSet, objection
from games.log.snapshot import one_snapshot
from games.management.database import DatabaseCommand
from games.presenters.sentences import wind
from games.queries.club.house import known_rules
from games.queries.finished.rejudging import Rejudged, rejudged_deals

Rules = Callable[[RuleSet], RuleSet | None]


@dataclass
class Counted:
    """The totals over the deals judged so far."""

    deals: int = 0
    altered: int = 0
    verdicts: int = 0
    penalties_gone: int = 0
    penalties_new: int = 0
    not_playable: int = 0

    def add(self, deal: Rejudged) -> None:
        """Add one deal to the totals."""
        self.deals += 1
        self.altered += bool(deal.altered)
        self.verdicts += len(deal.altered)
        self.not_playable += not deal.possible
        for one in deal.altered:
            before, after = one.stored.offender, one.other.offender
            self.penalties_gone += before is not None and after is None
            self.penalties_new += before is None and after is not None


class Command(DatabaseCommand):
    """Judges every finished deal by other rules and prints both verdicts where they differ."""

    help = (
        "Judges the discards of all finished deals by other rules, with the moves as they were made, and prints "
        "deal by deal both verdicts and their sections where they differ. Reads only: no event, row or "
        "payment changes. Deals with real cards and deals that other tables may yet play are left out."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: the rules to judge by, and the deals."""
        parser.add_argument(
            "--rules",
            required=True,
            help="the name of a rule set, the club's own or a preset; or options that take the place of "
            'each deal\'s own, as JSON: {"stock_limit": 9}',
        )
        parser.add_argument(
            "--since", metavar="DATE", help="only deals that ended then or later: 2026-11-01"
        )
        parser.add_argument(
            "--json",
            action="store_true",
            help="a JSON object a line: each altered deal, then the counts",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Judge and print. Raises CommandError for unknown rules or an invalid date."""
        rules, since = _rules(options["rules"]), _since(options["since"])
        counted = Counted()
        write = self._json if options["json"] else self._words
        with one_snapshot():
            for deal in rejudged_deals(rules, since=since):
                counted.add(deal)
                if deal.altered:
                    write(deal)
        if options["json"]:
            self.stdout.write(json.dumps({"counts": asdict(counted)}))
            return
        self.stdout.write(
            _(
                "Deals: %(deals)d. With different verdicts: %(altered)d (discards in all: "
                "%(verdicts)d). Penalties that would be lifted: %(penalties_gone)d; that would be "
                "added: %(penalties_new)d. Deals that can't be played by these rules: "
                "%(not_playable)d. Nothing was changed."
            )
            % asdict(counted)
        )

    def _words(self, deal: Rejudged) -> None:
        day = deal.ended_at.astimezone(UTC).date().isoformat()
        self.stdout.write(_("Deal %(deal)d of %(day)s") % {"deal": deal.deal, "day": day})
        for one in deal.altered:
            where = {"at": one.version, "seat": wind(one.seat), "card": CARD_NAMES[one.card]}
            self.stdout.write("  " + _("event %(at)d, %(seat)s discarded %(card)s") % where)
            stored, other = _said(one.stored, one.card), _said(one.other, one.card)
            self.stdout.write("    " + _("as stored: %(verdict)s") % {"verdict": stored})
            self.stdout.write("    " + _("by these rules: %(verdict)s") % {"verdict": other})

    def _json(self, deal: Rejudged) -> None:
        told = {
            "deal": deal.deal,
            "ended_at": deal.ended_at.astimezone(UTC).isoformat(),
            "verdicts": [_plain(one) for one in deal.altered],
        }
        self.stdout.write(json.dumps(told))


def _said(judged: Judgement, card: Card) -> str:
    told = {"section": judged.section(card), "worst": ""}
    if judged.verdict is None:
        return _("not judged (%(section)s)") % told
    told["worst"] = " ".join(CARD_NAMES[one] for one in judged.verdict.worst) or "–"
    if judged.offender is not None:
        return _("not a worst card, so there is a penalty (%(section)s); worst: %(worst)s") % told
    if card in judged.verdict.worst:
        return _("a worst card (%(section)s); worst: %(worst)s") % told
    return _("not a worst card, but no penalty (%(section)s); worst: %(worst)s") % told


def _plain(one: Altered) -> dict[str, Any]:
    return {
        "discard": one.version,
        "seat": one.seat,
        "card": CARD_NAMES[one.card],
        "stored": _judgement(one.stored, one.card),
        "other": _judgement(one.other, one.card),
    }


def _judgement(judged: Judgement, card: Card) -> dict[str, Any]:
    found = judged.verdict
    return {
        "section": judged.section(card),
        "usefulness": None
        if found is None
        else {CARD_NAMES[one]: useful for one, useful in found.usefulness},
        "worst": None if found is None else [CARD_NAMES[one] for one in found.worst],
        "offender": judged.offender,
    }


def _rules(said: str) -> Rules:
    """Return a function from a deal's own rules to the rules to judge by. Raises CommandError for unknown rules."""
    if not said.lstrip().startswith("{"):
        known = known_rules()
        if said not in known:
            told = {"name": said, "known": ", ".join(known)}
            raise CommandError(
                _("--rules: there is no rule set %(name)s; the rule sets are %(known)s.") % told
            )
        return lambda _own: known[said]
    try:
        options = json.loads(said)
        sample = with_options(VINAGAMES, options)
    except (ValueError, RecursionError, BadNotation) as error:
        raise CommandError(_("--rules: %(why)s") % {"why": error}) from None
    if (found := objection(sample)) and found.code in ("rule-set.number", "rule-set.seats"):
        raise CommandError(_("--rules: %(why)s") % {"why": found.sentence})

    def changed(own: RuleSet) -> RuleSet | None:
        rules = with_options(own, options)
        # A deal's own rules may be older than what the club may choose today; what is not changed is not asked.
        same = rules_to_plain(rules) == rules_to_plain(own)
        return rules if same or why_not(rules) is None else None

    return changed


def _since(said: str | None) -> datetime | None:
    if said is None:
        return None
    try:
        moment = parse_datetime(said)
    except ValueError:
        moment = None
    if moment is None:
        raise CommandError(
            _("--since: expected a date such as 2026-11-01, not %(said)s.") % {"said": said}
        )
    return moment if moment.tzinfo else make_aware(moment)
