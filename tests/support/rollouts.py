"""Deals for rollouts and bots: dealt by the engine alone, for every rule set and number of seats."""

from dataclasses import replace
from random import Random

from games.bots import club
from games.bots.waiving import turned
from games.engine.cards import DECK
from games.engine.deal import commit_deal, start
from games.engine.evolve import evolve, fold
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES, RuleSet
from games.engine.shuffle import SECRET_BYTES, commit
from games.engine.state import DealState

CLUB = replace(
    FOURSAC,
    key="club",
    seats=(2, 3, 4),
    king_triples=True,
    drawn_king="passes-on",
    penalty="pays-for-all",
    loser_kongs="deduct",
)
"""A club's own rules: 4sac's claims for any number of seats, vinagames' kings and its penalty."""
HOUSE = replace(
    VINAGAMES,
    key="house",
    khap=9,
    four_pawns=4,
    king=0,
    king_pair=1,
    base=0,
    factor=3,
    loser_kongs="none",
    discards="any",
    melds="least-trash",
    unclaimed_draw="dies",
)
"""A club's own points, among which a khui may be worth less than another set (§7.2)."""
FLAT = replace(
    CLUB, key="flat", payment="flat", unit=10, factor=2, yellow_king=1, loser_kongs="none", quan=0
)
"""Flat stakes, more for a quan and for yellow kings (§13.2, §13.4)."""
MIXED = replace(
    CLUB,
    key="mixed",
    win_claim="offered",
    khap_claim="forced",
    pair_claim="forced",
    pair_waived_when_waiting=True,
    drawn_king="kept",
    melds="least-trash",
)
"""Wins that may be declined beside khaps and pairs that are forced, and pairs that may be let go (§13.5, §13.6)."""
TABLES = (
    (MIEN_NAM, 4),
    (MIXED, 3),
    (HOUSE, 4),
    (replace(FLAT, factor_for="quan-or-khui"), 3),
    (VINAGAMES, 2),
    (VINAGAMES, 3),
    (VINAGAMES, 4),
    (FOURSAC, 4),
    (CLUB, 3),
)


def turn_switches(state: DealState) -> DealState:
    """Turn every seat's switch for pairs (§13.6) as the club bot does."""
    for event in turned(state, [club] * state.seats):
        state = evolve(state, event)
    return state


def dealt(rules: RuleSet, seats: int, number: int) -> DealState:
    state = fold(
        commit_deal(
            rules,
            players=["player:1"] * seats,
            commitment=commit("0" * 2 * SECRET_BYTES),
            starter=number % seats,
        )
    )
    deck = Random(number).sample(DECK, len(DECK))
    for event in start(state, deck=deck, starter=number % seats, dice=None):
        state = evolve(state, event)
    return state
