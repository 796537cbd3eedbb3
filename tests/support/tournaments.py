"""Tournaments at any stage, in one call."""

import json
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from tournaments.engine import announcing, decisions
from tournaments.engine.decisions import Events
from tournaments.engine.draws.certificate import certificate
from tournaments.engine.draws.commitment import DRAWS, back
from tournaments.engine.draws.drawing import Secrets, no_secret
from tournaments.engine.events import TournamentEvent
from tournaments.engine.evolve import evolve, fold
from tournaments.engine.participants import Net
from tournaments.engine.scoring.standing_rows import StandingRow
from tournaments.engine.state import TournamentState
from tournaments.engine.terms import TERMS, terms_from

NOBODY: Net = (0, 0, 0, 0)
V1: Net = (42, -14, -14, -14)
V2: Net = (60, -20, -20, -20)
V7: Net = (60, 0, 0, -60)

OPTIONS: dict[str, Any] = {
    "name": "Friday evening",
    "rules": "vinagames",
    "rounds": 2,
    "deals_per_round": 2,
    "entry_fee": 15,
    "prize_shares": (50, 30, 20),
    "seconds_per_move": 30,
    "director": 99,
    "filler": "bot:greedy",
    "fill_to": 0,
    "bank_seconds": 0,
    "spectator_delay": None,
    "known_rules": ("vinagames", "4sac"),
    "known_fillers": ("bot:greedy", "bot:safe"),
}


_LAST = "5a" * 32


def secret_of(draw: int) -> str:
    """Return the secret of a draw of a tournament whose draws are bound to a chain of them."""
    return back(_LAST, DRAWS - draw)


SECRETS: Secrets = secret_of


def decide_create(**said: Any) -> Events:
    """Announce a tournament by `OPTIONS` and what is said beside, terms and the others alike."""
    said = {**OPTIONS, **said}
    beside = {name: value for name, value in said.items() if name not in TERMS}
    return announcing.decide_create(terms_from(said), **beside)


class Told:
    """A tournament told event by event; the state lives along and can be compared with the fold."""

    def __init__(self, players: Iterable[int] = (), **options: Any) -> None:
        self.events: list[TournamentEvent] = []
        self.current: TournamentState | None = None
        self.then(decide_create(**options))
        for player in players:
            self.then(decisions.decide_enter(self.state, player=player))

    @property
    def state(self) -> TournamentState:
        assert self.current is not None
        return self.current

    def then(self, events: Sequence[TournamentEvent]) -> Sequence[TournamentEvent]:
        for event in events:
            self.events.append(event)
            self.current = evolve(self.current, event)
        assert fold(self.events) == self.state
        assert self.state.version == len(self.events)
        return events

    def start(self, seed: int = 7, *, three_seats: bool = False) -> "Told":
        self.then(decisions.decide_start(self.state, seed=seed, three_seats=three_seats))
        return self

    def score(
        self,
        net: Net,
        *,
        table: int = 1,
        deal: int = 1,
        winner: int | None = 0,
        points: int = 7,
        penalised: int | None = None,
        round_number: int | None = None,
    ) -> Sequence[TournamentEvent]:
        number = round_number or len(self.state.rounds)
        return self.then(
            decisions.decide_score_deal(
                self.state,
                round_number=number,
                table=table,
                deal_number=deal,
                deal_id=deal_id(number, table, deal),
                net=net,
                winner=winner,
                points=points,
                penalised=penalised,
            )
        )

    def play_round(self, rng: Random, secrets: Secrets = no_secret) -> "Told":
        """Score every deal of the open round with made-up results, in a made-up order, and go on."""
        assert self.state.open_round is not None
        tables = len(self.state.open_round.tables)
        deals = [
            (table, deal)
            for table in range(1, tables + 1)
            for deal in range(1, self.state.options.deals_per_round + 1)
        ]
        rng.shuffle(deals)
        for table, deal in deals:
            if rng.random() < 0.1:
                net = NOBODY[: len(self.state.rounds[-1].tables[table - 1].seats)]
                self.score(net, table=table, deal=deal, winner=None, points=0)
                continue
            seats = len(self.state.open_round.tables[table - 1].seats)
            winner = rng.randrange(seats)
            points = rng.randrange(1, 20, 2)
            penalised = (winner + 1) % seats if rng.random() < 0.2 else None
            net = result_of(winner, points, penalised, seats)
            self.score(
                net, table=table, deal=deal, winner=winner, points=points, penalised=penalised
            )
        self.then(decisions.decide_advance(self.state, secret=secrets))
        return self

    def play_all(self, seed: int = 1, secrets: Secrets = no_secret) -> "Told":
        rng = Random(seed)
        while self.state.open_round is not None:
            self.play_round(rng, secrets)
        return self

    def close(self) -> "Told":
        self.then(decisions.decide_close(self.state))
        return self


def given_of(told: Told, number: int) -> dict[str, Any]:
    """Return the certificate of a round as a file holds it."""
    return json.loads(json.dumps(certificate(told.state, number)))  # type: ignore[no-any-return]


def deal_id(round_number: int, table: int, deal: int) -> int:
    return round_number * 10_000 + table * 100 + deal


def result_of(winner: int, points: int, penalised: int | None = None, seats: int = 4) -> Net:
    """Return a deal without side payments (§9.1, §9.3)."""
    amount, others = points + 13, seats - 1
    net = [-amount] * seats
    net[winner] = others * amount
    if penalised is not None:
        net = [0] * seats
        net[winner], net[penalised] = others * amount, -others * amount
    return tuple(net)


def row(place: int | None, participant: str, points: int = 0) -> StandingRow:
    return StandingRow(place, participant, points, 0, 0, 0, 0, "points")
