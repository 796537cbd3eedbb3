"""Makes ``positions.jsonl``: positions of randomly played deals, judged by the oracle.

Run as ``python -m tests.support.engine.make_positions > tests/games/engine/positions.jsonl``. It plays
roughly, by melding what it may and discarding what it may: the positions are to be various,
not wise. The same seed makes the same file.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.support.engine import oracle

SEED = 2024
LINES = 200
LIMIT = 7


def positions(chance: random.Random) -> Iterator[dict[str, Any]]:
    """Yield positions of one deal after another, endlessly."""
    while True:
        yield from deal(chance, chance.choice((2, 3, 4)))


def deal(chance: random.Random, seats: int) -> Iterator[dict[str, Any]]:
    stock = [name for name in oracle.ALL_NAMES for _ in range(4)]
    chance.shuffle(stock)
    private = [tuple(sorted(stock.pop() for _ in range(20))) for _ in range(seats)]
    public: list[list[list[str]]] = [[] for _ in range(seats)]
    dead: list[str] = []
    for seat in range(seats):
        for name in oracle.split(private[seat])[1]:
            private[seat] = oracle.minus(private[seat], [name] * 4)
            public[seat].append([name] * 4)
    turn = chance.randrange(seats)
    while len(stock) > LIMIT:
        active = stock.pop()
        for seat in (turn, (turn + 1) % seats):
            face_up = [
                name
                for other in range(seats)
                if other != seat
                for cards in public[other]
                for name in cards
            ]
            known = {
                "rules": "vinagames",
                "private": list(private[seat]),
                "public": [list(cards) for cards in public[seat]],
                "face_up": face_up + dead,
                "stock": len(stock),
                "trash": oracle.trash(private[seat]),
            }
            options = oracle.melds(private[seat], active)
            winning = oracle.winning_melds(private[seat], active)
            if options or chance.random() < 0.1:
                yield {
                    **known,
                    "kind": "active",
                    "active": active,
                    "legal_melds": sorted(list(option.used) for option in options),
                    "winning_melds": sorted(list(option.used) for option in winning),
                }
            if winning:
                return
            if not options or chance.random() < 0.3:
                continue
            option = chance.choice(options)
            private[seat] = option.left
            public[seat].append([active, *option.used])
            useful = oracle.usefulness(
                private[seat],
                Counter(face_up + dead) + Counter(n for cards in public[seat] for n in cards),
            )
            yield {
                **known,
                "kind": "discard",
                "private": list(private[seat]),
                "public": [list(cards) for cards in public[seat]],
                "trash": oracle.trash(private[seat]),
                "usefulness": useful,
                # At the stock's limit every legal discard is safe (§10.3).
                "worst": list(useful) if len(stock) <= LIMIT else oracle.worst(useful),
            }
            discard = chance.choice(list(useful))
            private[seat] = oracle.minus(private[seat], [discard])
            dead.append(discard)
            turn = seat
            break
        else:
            dead.append(active)
        turn = (turn + 1) % seats


def main() -> None:
    chance = random.Random(SEED)
    written = 0
    for position in positions(chance):
        # Keep one position in a few, so that the file covers many deals.
        if chance.random() < 0.3 or position.get("winning_melds"):
            written += 1
            sys.stdout.write(json.dumps({"id": written, **position}) + "\n")
            if written == LINES:
                return


if __name__ == "__main__":
    main()
