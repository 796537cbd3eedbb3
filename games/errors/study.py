"""Refusals about what members make of finished deals: puzzles and notes."""

from django.utils.translation import gettext_noop

STUDY: dict[str, tuple[int, str, str]] = {
    "review.over": (
        410,
        "",
        gettext_noop("This review is over. Whoever led it can begin another one from the replay."),
    ),
    "review.not-yours": (
        403,
        "",
        gettext_noop("Only who leads a review moves it on. You can begin one of your own."),
    ),
    "collection.not-director": (
        403,
        "",
        gettext_noop("Only its owner drops a collection, or a director with a reason."),
    ),
    "puzzle.unknown": (
        404,
        "",
        gettext_noop("There is no such puzzle. Who asked it may have taken it back."),
    ),
    "puzzle.no-discard": (
        404,
        "",
        gettext_noop(
            "Only a discard can be a puzzle, and only where another card could have been let go."
        ),
    ),
    "puzzle.too-many": (
        409,
        "",
        gettext_noop("You have asked 50 puzzles, and that is the most. Take one back first."),
    ),
    "puzzle.knows-it": (
        409,
        "",
        gettext_noop("You know what was played there, so your answer is not counted."),
    ),
    "puzzle.answered": (409, "", gettext_noop("You have answered this puzzle already.")),
    "puzzle.no-choice": (
        422,
        "§4.3",
        gettext_noop("Choose one of the cards that could have been let go."),
    ),
    "note.unknown": (
        404,
        "",
        gettext_noop("There is no such note for you. Its writer may have taken it away."),
    ),
    "note.not-yours": (403, "", gettext_noop("Only its writer or a director removes a note.")),
    "note.own-deal": (
        403,
        "",
        gettext_noop("You sat in that deal, so another director must remove what is said of it."),
    ),
    "note.words": (
        422,
        "",
        gettext_noop("Write the note in at most 500 characters; an empty one is not kept."),
    ),
    "note.reason": (
        422,
        "",
        gettext_noop(
            "Say in at most 200 characters why the note is removed. Everybody can read it."
        ),
    ),
    "note.circle": (422, "", gettext_noop("Choose who may read the note.")),
    "note.not-seated": (
        403,
        "",
        gettext_noop(
            "Only who sat in that deal writes for its table. Write for the club, or for yourself."
        ),
    ),
    "note.too-many": (
        409,
        "",
        gettext_noop("You have 30 notes on this deal, and that is the most. Remove one first."),
    ),
    "collection.unknown": (
        404,
        "",
        gettext_noop("There is no such collection for you. Its owner may have dropped it."),
    ),
    "collection.name": (
        422,
        "",
        gettext_noop("Give the collection a name of at most 60 characters."),
    ),
    "collection.caption": (
        422,
        "",
        gettext_noop("Say in at most 100 characters what it is about."),
    ),
    "collection.too-many": (
        409,
        "",
        gettext_noop("You have 30 collections, and that is the most. Drop one first."),
    ),
    "collection.full": (
        409,
        "",
        gettext_noop("This collection holds 200 moments, and that is the most. Begin another."),
    ),
    "analysis.not-director": (
        403,
        "",
        gettext_noop(
            "Only a director or the owner has all deals of a tournament analysed. Any member may ask for one deal."
        ),
    ),
    "analysis.no-tournament": (
        404,
        "",
        gettext_noop("There is no such tournament. Choose one from the list of tournaments."),
    ),
    "analysis.no-deals": (
        409,
        "",
        gettext_noop("No deal of this tournament is over that could be analysed. Ask again later."),
    ),
}
"""Code → status, section, sentence."""
