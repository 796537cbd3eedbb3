"""The referee beside the record of a played deal: what stands in it otherwise than it says.

It reads JSON alone, so it judges what the club has stored and handed out, whatever happened in between: lateness,
absence, windows that closed at their time.
"""

from collections.abc import Iterator
from typing import Any

from tests.support.engine.house import Options
from tests.support.engine.referee import Referee

BESIDE = ("deal.seat-gone", "deal.seat-unseen")
"""Who is absent lets no pair go (13.6)."""


def complaints(record: dict[str, Any], options: Options | None = None) -> Iterator[str]:
    """Say what the record has otherwise. `options` in the names of 13, where an older format names them otherwise."""
    events = list(record["events"])
    started = next(event for event in events if event["name"] == "deal.started")
    hands = [tuple(hand) for hand in started["hands"]]
    referee = Referee(options or record["rules"], hands, started["stock"], started["starter"])
    due = list(referee.happened)
    unasked = False
    for event in events[events.index(started) :]:
        if event["name"] in BESIDE:
            referee.switch[event["seat"]] = False
            continue
        word = in_words(event)
        unasked = word == "offered " or (unasked and word == "nobody claims")
        if (
            word is None or unasked
        ):  # a window for nobody is the club's, so that others learn nothing (6.10)
            continue
        if not due:
            done = move_of(event)
            if done is None:
                yield f"{word} is nobody's move"
                return
            seat, move = done
            if move in ("on", "off"):
                if not referee.may_switch(seat):
                    yield f"{word} is not allowed"
                    return
                referee.turn_switch(seat, on=move == "on")
            elif move not in referee.may(seat):
                yield f"{word} is not among {sorted(referee.may(seat))}"
                return
            else:
                referee.move(seat, move)
            due = list(referee.happened)
        if due[0] != word:
            yield f"{word} happens: it is {due[0]}"
            return
        due.pop(0)
        if event["name"] == "deal.card-discarded":
            yield from _judged(event, referee)
        if event["name"] in ("deal.won", "deal.exhausted"):
            yield from _ended(event["result"], referee)
    if due or referee.phase != "over":
        yield f"it ends before {due or referee.phase}"


def _judged(event: dict[str, Any], referee: Referee) -> Iterator[str]:
    stored, verdict = event["verdict"], referee.verdict
    if (stored is None) != (verdict is None) or event["opening"] != referee.was_opening:
        yield f"{stored} is stored: it is {verdict}"
    if stored is not None and verdict is not None:
        useful = dict(stored["usefulness"])
        if useful != verdict.usefulness or sorted(stored["worst"]) != sorted(verdict.worst):
            yield f"{stored} is stored: it is {verdict}"


def _ended(result: dict[str, Any], referee: Referee) -> Iterator[str]:
    assert referee.outcome is not None
    told = {name: getattr(referee.outcome, name) for name in ("winner", "points", "amount", "net")}
    told["offender"] = referee.outcome.offender
    if {name: result[name] for name in told} != told:
        yield f"{result} is paid: it is {told}"
    net = [0 for _ in referee.seats]
    for line in result["lines"]:
        net[line["payer"]] -= line["amount"]
        net[line["payee"]] += line["amount"]
    if net != result["net"]:
        yield f"the lines add up to {net}"


def in_words(event: dict[str, Any]) -> str | None:
    """Return a stored event in the referee's words; None where it moves no card."""
    seat = event.get("seat")
    match event["name"].removeprefix("deal."):
        case "started":
            return f"{event['starter']} starts"
        case "card-discarded":
            return f"{seat} discards {event['card']}"
        case "card-drawn":
            return f"{seat} draws {event['card']}"
        case "card-melded":
            how = "must meld" if event["forced"] else "melds"
            beside = f" with {' '.join(event['cards'])}" if event["cards"] else ""
            return f"{seat} {how} {event['active']}{beside}: {event['kind']}"
        case "triple-completed":
            return f"{seat} completes {event['card']}"
        case "turn-passed":
            return f"{seat} passes"
        case "king-died":
            return f"{seat} lets the king die"
        case "card-died":
            return f"{seat} lets the card die"
        case "claims-offered":
            asked = enumerate(event["offers"])
            return "offered " + ", ".join(
                f"{one} {'/'.join(kinds)}" for one, kinds in asked if kinds
            )
        case "claim-answered":
            return f"{seat} claims {event['kind']}" if event["kind"] else f"{seat} declines"
        case "claims-declined":
            return "nobody claims"
        case "pair-waived":
            return f"{seat} lets the pair go"
        case "waiver-turned":
            return f"{seat} turns the switch {'on' if event['on'] else 'off'}"
        case "won":
            return f"{seat} wins {event['result']['points']}"
        case "exhausted":
            return f"exhausted before {event['due']}"
    return None


def move_of(event: dict[str, Any]) -> tuple[int, str] | None:
    """Return the seat and the move that this event answers; None where it is nobody's."""
    match event["name"].removeprefix("deal."):
        case "card-discarded":
            return event["seat"], f"discard {event['card']}"
        case "card-drawn":
            return event["seat"], "hit"
        case "exhausted":
            return event["due"], "hit"
        case "card-melded":
            return event["seat"], f"meld {' '.join(event['cards'])}".rstrip()
        case "turn-passed" | "king-died" | "card-died":
            return event["seat"], "pass"
        case "claim-answered":
            return event["seat"], f"claim {event['kind']}" if event["kind"] else "pass"
        case "waiver-turned":
            return event["seat"], "on" if event["on"] else "off"
    return None
