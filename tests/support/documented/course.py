"""The order of events in a deal record, by docs/records.md: cards, presence, pauses, the end and its dispute.

Which melds, claims, verdicts and payments are right is for the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from tests.support.documented import page

Record = dict[str, Any]
MOVES = ("card-discarded", "card-drawn", "card-melded", "turn-passed", "king-died", "card-died")
IN_A_PAUSE = ("seat-back", "pause-asked", "resumed")
RULINGS = ("ruling-given", "ruling-shared", "ruling-voided")


class Course:
    """The order of events: cards, presence and pauses, the end and its dispute."""

    def __init__(self, record: Record) -> None:
        self.record, self.events = record, record["events"]
        self.people = {
            seat for seat, who in enumerate(record["players"]) if who.startswith("player:")
        }
        self.seats = len(record["players"])
        self.bound = any(page.name_of(event) == "seed-committed" for event in self.events)
        self.playing = self.ended = self.claims = self.paused = self.directed = False
        self.gone: set[int] = set()
        self.letting: set[int] = set()
        self.asking: set[int] = set()
        self.missed: Counter[int] = Counter()
        self.bank: Counter[int] = Counter()
        self.called: Counter[int | None] = Counter()
        self.stock: list[str] = []
        self.active: str | None = None
        self.waiting: set[int] = set()
        self.late: int | None = None
        self.died = self.published = False
        self.dispute: Record = {}

    def wrong(self) -> Iterator[str]:
        before = ""
        for at, event in enumerate(self.events):
            name = page.name_of(event)
            after = self.events[at + 1] if at + 1 < len(self.events) else None
            for said in self._one(name, event, before, after):
                yield f"event {at + 1}, {name}: {said}"
            if at and event["at"] < self.events[at - 1]["at"]:
                yield f"event {at + 1}: earlier than the one before it"
            before = name if name != "seat-gone" or before != "started" else before
        if not self.ended:
            yield "the deal is not over"
        yield from self._pauses()

    def _one(self, name: str, event: Record, before: str, after: Record | None) -> Iterator[str]:
        if self.paused and name not in IN_A_PAUSE:
            yield "in a pause"
        if name == "started":
            yield from self._started(event)
        elif name in MOVES or name == "triple-completed":
            yield from self._move(name, event)
        elif name in ("claims-offered", "claim-answered", "claims-declined"):
            yield from self._claim(name, event)
        elif name in ("won", "exhausted", "stopped", "cancelled"):
            if self.ended or (self.playing is (name == "cancelled")):
                yield "no end belongs here"
            if name == "stopped" and event["due"] != self.record["starter"]:
                yield "due is not who started"
            self.playing, self.ended = False, True
        elif name == "secret-published":
            if not self.ended or self.published:
                yield "the secret is published once and behind the end"
            self.published = True
        elif name in ("dispute-filed", "deadline-set") or name.startswith(
            ("dispute-", "ruling-", "signature-")
        ):
            yield from self._of_dispute(name, event, before, after)
        elif name in ("waiver-turned", "pair-waived"):
            yield from self._waiver(name, event)
        elif not name.startswith(("seed-", "committed")):
            yield from self._aside(name, event, before, after)

    def _waiver(self, name: str, event: Record) -> Iterator[str]:
        seat, rules = event["seat"], page.in_full(self.record["rules"])
        if not self.playing or not rules["pair_waived_when_waiting"]:
            yield "no pair is let go here"
        elif name == "pair-waived":
            if self.active is None:
                yield "no card is active"
        elif event["on"] is (seat in self.letting) or seat in self.gone:
            yield "it stands so, or the seat is gone"
        elif event["on"]:
            self.letting.add(seat)
        else:
            self.letting.discard(seat)

    def _started(self, event: Record) -> Iterator[str]:
        dice, deck = page.program()["shuffle"](self.record["secret"], self.record["seeds"])
        first = self.events[0]["starter"]
        starter = (sum(dice) - 1) % self.seats if first is None else first
        if event["starter"] != starter or event["dice"] != (dice if first is None else None):
            yield "starter or dice"
        sort = page.program()["DECK"].index
        for number in range(self.seats):
            seat, dealt = (starter + number) % self.seats, self.seats * 20
            hand = deck[number : dealt : self.seats] + ([deck[dealt]] if not number else [])
            if event["hands"][seat] != sorted(hand, key=sort):
                yield f"the hand of seat {seat}"
            quans = sorted({card for card in hand if hand.count(card) == 4}, key=sort)
            if event["quans"][seat] != quans:
                yield f"the quans of seat {seat}"
        self.stock = deck[self.seats * 20 + 1 :]
        if event["stock"] != self.stock:
            yield "the stock"
        self.playing, self.waiting = True, {starter}

    def _move(self, name: str, event: Record) -> Iterator[str]:
        seat = event["seat"]
        if not self.playing:
            yield "no cards are played"
        if name == "card-drawn":
            if self.stock[:1] != [event["card"]]:
                yield "not the next card of the stock"
            del self.stock[:1]
        if name in ("card-melded", "triple-completed"):
            if self.active != event.get("active", event.get("card")):
                yield "not the active card"
            self.active = None
        elif "card" in event:
            self.active = event["card"]
        by_itself = name == "card-drawn" and self.died
        if name in MOVES and name != "card-melded" and not by_itself:
            self.asking.discard(seat)
            if seat != self.late and seat not in self.gone:
                self.missed.pop(seat, None)
        if name == "card-discarded":
            self.letting.discard(seat)
        self.late, self.claims, self.died = None, False, name in ("king-died", "card-died")
        if self.died:
            self.active = None

    def _claim(self, name: str, event: Record) -> Iterator[str]:
        if name == "claims-offered":
            self.claims = True
            self.waiting = {seat for seat, offer in enumerate(event["offers"]) if offer}
            self.offers = event["offers"]
        elif name == "claim-answered":
            if not self.claims or event["seat"] not in self.waiting:
                yield "no claim is waited for"
            elif event["kind"] is not None and event["kind"] not in self.offers[event["seat"]]:
                yield "was not offered"
            self.waiting.discard(event["seat"])
        else:
            if not self.claims or self.waiting:
                yield "not all have answered"
            self.claims = False

    def _own_move(self, seat: int, after: Record | None, *names: str) -> bool:
        """Return whether a move of this seat, or one of these events, follows at once, and not under claims."""
        if after is None or self.claims or seat in self.gone:
            return False
        name = page.name_of(after)
        who = after["due"] if name == "exhausted" else after.get("seat")
        return who == seat and name in (*MOVES, "exhausted", *names)

    def _aside(self, name: str, event: Record, before: str, after: Record | None) -> Iterator[str]:
        seat: Any = event.get("seat")
        if not self.playing:
            if name != "clock-extended" or self.ended:
                yield "no cards are played"
            return
        of_all = ("time-ran-out", "clock-extended", "window-held", "paused", "resumed")
        if name not in of_all and seat not in self.people and seat is not None:
            yield "of no member"
        right = True
        if name == "time-ran-out" and not self.claims:
            right = seat not in self.gone or not self.bound
            self.missed[seat] += 1
            self.late = seat
            if self.bound and self.missed[seat] >= 2 and right:
                right = after is not None and (page.name_of(after), after.get("seat")) == (
                    "seat-gone",
                    seat,
                )
        elif name == "time-ran-out":
            right = seat in self.waiting
        elif name == "window-held":
            rules = page.in_full(self.record["rules"])
            offered = "offered" in [rules[name] for name in page.CLAIMS]
            right = offered and self.active is not None and event["seconds"] >= 1
        elif name == "bank-used":
            self.bank[seat] += event["seconds"]
            right = self.bank[seat] <= 600 and self._own_move(seat, after, "time-ran-out")
        elif name == "seat-unseen":
            right = self._own_move(seat, after)
            self.gone.add(seat)
            self.letting.discard(seat)
            self.asking.discard(seat)
        elif name == "seat-gone":
            kept = self.record["seeds"][seat] == page.kept_seed(self.record["secret"], seat)
            second = before == "time-ran-out" and self.late == seat and self.missed[seat] >= 2
            right = seat not in self.gone and (second or (before == "started" and kept))
            self.gone.add(seat)
            self.letting.discard(seat)
            self.asking.discard(seat)
        elif name == "seat-back":
            right = seat in self.gone
            self.gone.discard(seat)
            self.missed.pop(seat, None)
        elif name == "pause-asked":
            right = event["resume"] == self.paused and seat not in self.asking and not self.directed
            self.asking.add(seat)
        elif name == "referee-called":
            right = not self.paused and (seat is None or self.called[seat] < 2)
            right = right and after is not None and page.name_of(after) == "paused"
            self.called[seat] += 1
        elif name == "paused":
            all_ask = bool(self.asking) and self.asking >= self.people - self.gone
            called = before == "referee-called"
            right = not self.paused and (event["director"] or all_ask or called)
            self.paused, self.directed = True, event["director"]
            self.asking.clear()
        elif name == "resumed":
            right = self.paused and (event["director"] or not self.directed)
            self.paused = self.directed = False
            self.asking.clear()
        if not right:
            yield "does not belong here"

    def _pauses(self) -> Iterator[str]:
        began = None
        for at, event in enumerate(self.events):
            if page.name_of(event) == "paused":
                began = None if event["director"] else datetime.fromisoformat(event["at"])
            elif page.name_of(event) == "resumed" and began is not None:
                behind = self.events[at + 1 : at + 2]
                away = sum(
                    one.get("seconds", 0) for one in behind if page.name_of(one) == "clock-extended"
                )
                lasted = datetime.fromisoformat(event["at"]) - began
                if lasted > timedelta(minutes=31, seconds=away):
                    yield "a pause that lasted too long"
                began = None

    def _of_dispute(
        self, name: str, event: Record, before: str, after: Record | None
    ) -> Iterator[str]:
        now = self.dispute
        opened, proposed = now.get("open", False), now.get("proposed")
        ruled, appealed = now.get("ruled", False), now.get("appealed", False)
        may = {
            "dispute-filed": self.ended and not now,
            "dispute-joined": opened and event.get("seat") not in now.get("objects", ()),
            "dispute-answered": opened
            and not now.get("answered")
            and event.get("seat") == now.get("discarder")
            and event.get("seat") not in now.get("objects", ()),
            "ruling-proposed": not proposed and not (ruled and appealed) and bool(now),
            "ruling-signed": bool(proposed) and proposed != event.get("referee"),
            "signature-refused": bool(proposed),
            "ruling-withdrawn": ruled and not appealed and not proposed,
            "ruling-appealed": ruled and not appealed,
            "deadline-set": before == "dispute-filed"
            if event.get("step") == "dispute"
            else before in RULINGS,
        }
        right = may.get(name, (opened or (appealed and not ruled)) and not proposed and bool(now))
        if name == "ruling-proposed":
            right = right and (ruled if event["outcome"] == "withdrawn" else not ruled)
        if not right or event["dispute"] != 1:
            yield "does not belong here"
        if name == "dispute-filed":
            discard = self.events[event["discard"] - 1]
            if page.name_of(discard) != "card-discarded":
                yield "is about no discard"
            now |= {"open": True, "objects": [event["seat"]], "discarder": discard.get("seat")}
        elif name == "dispute-joined":
            now["objects"].append(event["seat"])
        elif name == "dispute-answered":
            now["answered"] = True
        elif name in RULINGS:
            now |= {"open": False, "ruled": True}
        elif name == "ruling-withdrawn":
            now |= {"open": True, "ruled": False}
        elif name == "ruling-appealed":
            now |= {"appealed": True, "ruled": False, "open": False, "proposed": None}
        elif name == "ruling-proposed":
            now["proposed"] = event["referee"]
        elif name in ("ruling-signed", "signature-refused"):
            now["proposed"] = None
