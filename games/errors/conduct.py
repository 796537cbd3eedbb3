"""Refusals of the club's table of sanctions, and of warnings at its tables."""

from django.utils.translation import gettext_noop

CONDUCT: dict[str, tuple[int, str, str]] = {
    "sanction-table.many": (
        409,
        "",
        gettext_noop("A table of sanctions has at most 20 kinds."),
    ),
    "sanction-table.limit": (
        422,
        "",
        gettext_noop("One sanction may take from 1 to 50 points at the most. Choose such a limit."),
    ),
    "sanction-table.name": (
        422,
        "",
        gettext_noop("A kind of conduct needs a name of 1 to 40 characters."),
    ),
    "sanction-table.taken": (
        409,
        "",
        gettext_noop("Two kinds of conduct look alike. Choose another name."),
    ),
    "sanction-table.words": (
        422,
        "",
        gettext_noop(
            "A kind of the club's own needs a section of the rulebook, or the rule of the house in at most 200"
            " characters."
        ),
    ),
    "sanction-table.points": (
        422,
        "",
        gettext_noop("Each time brings a warning, removal, or from 1 point to the limit."),
    ),
    "sanction-table.section": (
        422,
        "",
        gettext_noop("The rulebook has no such section. Name one of it, such as §10.3, or none."),
    ),
    "sanction-table.gone": (
        422,
        "",
        gettext_noop(
            "A kind that the table has once held stays in it. No longer offer it instead."
        ),
    ),
    "warning.kind": (
        422,
        "",
        gettext_noop("The club's table of sanctions has no such kind. Choose one of its kinds."),
    ),
    "warning.not-there": (
        422,
        "",
        gettext_noop(
            "This member neither sits at this table nor has played there. Choose one of the list."
        ),
    ),
    "warning.tournament": (
        409,
        "",
        gettext_noop("This is a tournament's table. Write the report on the tournament's page."),
    ),
    "warning.reason": (
        422,
        "",
        gettext_noop("Say in 1 to 500 characters what happened."),
    ),
    "warning.unknown": (404, "", gettext_noop("There is no such warning.")),
    "warning.taken-back": (409, "", gettext_noop("This warning was taken back already.")),
}
