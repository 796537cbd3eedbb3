"""Answers to the steps of a lesson."""

from games.lessons.script import Pick, Play, Reckon


def form_of(asked) -> dict[str, object]:
    """Return what is sent for the right answer."""
    match asked:
        case Play(move):
            verb, _, cards = move.partition(" ")
            if verb in ("discard", "meld"):
                return {"move": verb, "cards": cards.split()}
            return {"move": move}
        case Pick(cards):
            return {"go": "pick", "cards": cards.split()}
        case Reckon(right, _):
            return {"number": str(right)}
    return {"go": "on"}
