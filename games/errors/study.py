"""Refusals about what members make of finished deals: puzzles and notes."""

from games.engine.errors import Refusal

STUDY: dict[str, Refusal] = {
    "review.over": Refusal(
        "This review is over. Its leader can start another one from the replay.", 410
    ),
    "review.not-yours": Refusal(
        "Only the leader of a review can go to another move. Start your own review from the replay.",
        403,
    ),
    "collection.not-director": Refusal(
        "Only the owner of a collection, or a director who gives a reason, can delete it. "
        "Write the reason.",
        403,
    ),
    "puzzle.unknown": Refusal(
        "This puzzle doesn't exist any more. Choose another one from the list.", 404
    ),
    "puzzle.no-discard": Refusal(
        "A puzzle needs a discard where the player had a choice. Choose another move.", 404
    ),
    "puzzle.too-many": Refusal("You can create at most 50 puzzles. Delete one first.", 409),
    "puzzle.knows-it": Refusal(
        "You know what was played in that deal, so your answer doesn't count. Try another puzzle.",
        409,
    ),
    "puzzle.answered": Refusal("You have already answered this puzzle. Try another one.", 409),
    "puzzle.no-choice": Refusal("Choose one of the cards that could be discarded.", section="§4.3"),
    "note.unknown": Refusal(
        "This note doesn't exist any more, or it isn't for you. Go back to the replay.", 404
    ),
    "note.not-yours": Refusal(
        "Only the member who wrote a note, or a director, can remove it. Ask a director.", 403
    ),
    "note.own-deal": Refusal(
        "You played in that deal. Ask another director to remove the note.", 403
    ),
    "note.words": Refusal("Write the note in 1 to 500 characters."),
    "note.reason": Refusal(
        "Say in at most 200 characters why you're removing the note. Everyone can read it."
    ),
    "note.circle": Refusal("Choose who may read the note."),
    "note.not-seated": Refusal(
        "Only players of that deal can write a note for its table. Write it for the club or for yourself.",
        403,
    ),
    "note.too-many": Refusal("You can write at most 30 notes on a deal. Remove one first.", 409),
    "collection.unknown": Refusal(
        "This collection doesn't exist any more, or it isn't shared with you. Choose another one.",
        404,
    ),
    "collection.name": Refusal("Give the collection a name of at most 60 characters."),
    "collection.caption": Refusal("Say in at most 100 characters what the collection is about."),
    "collection.too-many": Refusal("You can have at most 30 collections. Delete one first.", 409),
    "collection.full": Refusal(
        "This collection is full: it has 200 moments. Start another one.", 409
    ),
    "analysis.not-director": Refusal(
        "Only a director or an owner can have a whole tournament analysed. Ask for the analysis of a single deal "
        "instead.",
        403,
    ),
    "analysis.no-tournament": Refusal(
        "This tournament doesn't exist. Choose one from the list of tournaments.", 404
    ),
    "analysis.no-deals": Refusal(
        "No deal of this tournament can be analysed yet. Try again when one is over.", 409
    ),
}
