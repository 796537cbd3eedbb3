"""Refusals about what members make of finished deals: puzzles and notes."""

from games.engine.errors import Refusal

STUDY: dict[str, Refusal] = {
    "review.over": Refusal(
        "This review is over. The leader can begin another one from the replay.", 410
    ),
    "review.not-yours": Refusal(
        "Only who leads a review moves it on. You can begin one of your own.", 403
    ),
    "collection.not-director": Refusal(
        "Only its owner drops a collection, or a director with a reason.", 403
    ),
    "puzzle.unknown": Refusal("There is no such puzzle. Who asked it may have taken it back.", 404),
    "puzzle.no-discard": Refusal(
        "Only a discard can be a puzzle, and only where another card could have been let go.", 404
    ),
    "puzzle.too-many": Refusal(
        "You have asked 50 puzzles, and that is the most. Take one back first.", 409
    ),
    "puzzle.knows-it": Refusal(
        "You know what was played there, so your answer is not counted.", 409
    ),
    "puzzle.answered": Refusal("You have answered this puzzle already.", 409),
    "puzzle.no-choice": Refusal(
        "Choose one of the cards that could have been let go.", section="§4.3"
    ),
    "note.unknown": Refusal(
        "There is no such note for you. Its writer may have taken it away.", 404
    ),
    "note.not-yours": Refusal("Only its writer or a director removes a note.", 403),
    "note.own-deal": Refusal(
        "You sat in that deal, so another director must remove what is said of it.", 403
    ),
    "note.words": Refusal("Write the note in at most 500 characters; an empty one is not kept."),
    "note.reason": Refusal(
        "Say in at most 200 characters why the note is removed. Everybody can read it."
    ),
    "note.circle": Refusal("Choose who may read the note."),
    "note.not-seated": Refusal(
        "Only who sat in that deal writes for its table. Write for the club, or for yourself.", 403
    ),
    "note.too-many": Refusal(
        "You have 30 notes on this deal, and that is the most. Remove one first.", 409
    ),
    "collection.unknown": Refusal(
        "There is no such collection for you. Its owner may have dropped it.", 404
    ),
    "collection.name": Refusal("Give the collection a name of at most 60 characters."),
    "collection.caption": Refusal("Say in at most 100 characters what it is about."),
    "collection.too-many": Refusal(
        "You have 30 collections, and that is the most. Drop one first.", 409
    ),
    "collection.full": Refusal(
        "This collection holds 200 moments, and that is the most. Begin another.", 409
    ),
    "analysis.not-director": Refusal(
        "Only a director or the owner has all deals of a tournament analysed. Any member may ask for one deal.",
        403,
    ),
    "analysis.no-tournament": Refusal(
        "There is no such tournament. Choose one from the list of tournaments.", 404
    ),
    "analysis.no-deals": Refusal(
        "No deal of this tournament is over that could be analysed. Ask again later.", 409
    ),
}
