"""What a new event of a deal must say of itself: which of its cards everybody may see, and whose words it holds."""

from __future__ import annotations

from dataclasses import fields
from typing import Final, get_args, get_type_hints

from games.engine import events, sight
from games.engine.events import EVENTS

PUBLIC: Final = {
    "CardDiscarded": {"card"},
    "CardDrawn": {"card"},
    "CardMelded": {"active", "cards"},
    "DealStarted": {"quans"},
    "TripleCompleted": {"card"},
}
"""Cards that lie open on the table when it happens (§3.1); all others of an event that is told are kept back."""
KEPT_BACK: Final = {"CardDiscarded": {"verdict"}, "DealStarted": {"hands", "stock"}}
"""What `sight._seen_by` takes out for who does not hold it."""
OF_THE_SERVICE: Final = {"DealCancelled", "ClockExtended"}
"""Events whose reason is the service's own word, and not somebody's."""


def test_each_card_of_an_event_that_is_told_lies_open_or_is_kept_back() -> None:
    for kind in sight._TOLD:
        held = {
            name
            for name, hint in get_type_hints(kind).items()
            if any(word in str(hint) for word in ("Card", "Verdict", "Block", "Active"))
        }
        said = PUBLIC.get(kind.__name__, set()) | KEPT_BACK.get(kind.__name__, set())
        assert held == said, kind.__name__


def test_each_reason_is_masked_in_records_without_names_or_is_the_services() -> None:
    for kind in get_args(events.Event):
        if any(field.name in ("reason", "words") for field in fields(kind)):
            masked = EVENTS[kind].worded
            assert masked is not (kind.__name__ in OF_THE_SERVICE), kind.__name__
