"""Moves that a cheat would try, and what is answered to each."""

from itertools import combinations

from django.db import transaction
from django.test import Client

from games import queries
from games.engine.cards import CARD_NAMES
from games.engine.hands.hand import cards_of
from games.engine.recording.notation import move_text, parse_move
from games.models import Deal


def tries(own):
    """What a cheat would send to see what is answered: every card, every claim, melds with what lies near."""
    texts = ["hit", "pass", "meld", "claim win", "claim kong", "claim triple"]
    texts += [f"discard {name}" for name in CARD_NAMES]
    texts += [f"meld {name} {name}" for name in CARD_NAMES]
    return texts + [f"meld {first} {second}" for first, second in combinations(own[:6], 2)]


def answers(deal, player, seat):
    """What is said to each move that this seat may not make, to a page and to the API."""
    state = queries.load_state(deal.pk)
    seen = queries.see_deal(Deal.objects.get(pk=deal.pk), player)
    legal = {move_text(move) for move in seen.moves}
    own = [CARD_NAMES[card] for card in cards_of(state.blocks[seat])]
    client = Client()
    client.force_login(player)
    said = {}
    for at, text in enumerate(tries(own)):
        if move_text(parse_move(text, seat)) in legal:
            continue
        form = {"move": text, "expected_version": seen.view.version, "move_id": f"a-try-{at:04}"}
        with transaction.atomic():
            answer = client.post(
                f"/api/v1/deals/{deal.pk}/moves/", form, content_type="application/json"
            )
            transaction.set_rollback(True)
        assert answer.status_code in (403, 409, 422), (text, answer.content)
        said[text] = (answer.status_code, answer.content)
    return said
