"""Names and explains the outcomes of a dispute, for deals on screens and with real cards (§10.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.disputing.outcomes import Outcome, RulingGiven, outcome_of, was_judged


class CaseWords(NamedTuple):
    """Two wordings of the same text: `fell` if the engine judged a penalty, `absent` if it did not."""

    fell: str
    absent: str

    def words(self, *, judged: bool) -> str:
        """Return the wording in the reader's language; `judged` chooses `fell`."""
        return _(self.fell if judged else self.absent)


def _both(words: str) -> CaseWords:
    return CaseWords(words, words)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeWords:
    """The words of one outcome."""

    name: CaseWords
    """What it is called where its effect is shown: by what it makes of the penalty, and not as what "stands"."""
    meaning: CaseWords
    """What everybody pays then."""
    sentence: CaseWords
    """The ruling in the story of a deal."""
    ruled: CaseWords
    """Who ruled so, and when, before the referee's reason."""
    stands: CaseWords
    """What holds by it now."""
    made: CaseWords
    """What it made of the penalty, in the casebook."""
    act: str
    """What the staff did."""
    notices: tuple[str, ...] = ()
    """To a seat whose chips stay, to one whose chips move, and to a referee whose ruling it replaces; empty where the
    words of every ruling do."""
    at_table: CaseWords
    """The ruling in the log of a tournament with real cards, before its result."""
    on_page: CaseWords
    """The ruling on the page of such a dispute."""


_JUDGED: Final = gettext_noop(
    "As judged automatically: the discarder pays for all the losers (§9.3)."
)
_PAID: Final = gettext_noop(
    "%(place)s: %(name)s ruled under %(section)s that the penalty must be paid (%(reason)s)."
)
_UNPAID: Final = gettext_noop(
    "%(place)s: %(name)s ruled under %(section)s that there is no penalty (%(reason)s)."
)
_PAID_ON_PAGE: Final = gettext_noop("Ruled under %(section)s: the penalty must be paid. %(reason)s")
_UNPAID_ON_PAGE: Final = gettext_noop("Ruled under %(section)s: there is no penalty. %(reason)s")
OUTCOME_WORDS: Final[dict[Outcome, OutcomeWords]] = {
    Outcome.UPHELD: OutcomeWords(
        name=CaseWords(gettext_noop("Penalty"), gettext_noop("No penalty")),
        meaning=CaseWords(
            _JUDGED, gettext_noop("As judged automatically: every loser pays for the hand (§9.1).")
        ),
        sentence=CaseWords(
            gettext_noop("A referee let the penalty stand (%(section)s): %(reason)s"),
            gettext_noop("A referee found no penalty (%(section)s): %(reason)s"),
        ),
        ruled=CaseWords(
            gettext_noop("%(who)s let the penalty stand on %(when)s under %(section)s:"),
            gettext_noop(
                "%(who)s found no penalty on %(when)s under %(section)s, as judged automatically:"
            ),
        ),
        stands=CaseWords(
            gettext_noop("The penalty stands, as judged automatically."),
            gettext_noop("No penalty, as judged automatically."),
        ),
        made=CaseWords(
            gettext_noop("The penalty was upheld."), gettext_noop("“No penalty” was upheld.")
        ),
        act=gettext_noop(
            "ruled on deal %(deal)s under %(section)s, confirming the automatic decision"
        ),
        at_table=CaseWords(_PAID, _UNPAID),
        on_page=CaseWords(_PAID_ON_PAGE, _UNPAID_ON_PAGE),
    ),
    Outcome.REVERSED: OutcomeWords(
        name=CaseWords(gettext_noop("Penalty lifted"), gettext_noop("Penalty imposed")),
        meaning=CaseWords(
            gettext_noop("There is no penalty: every loser pays for the hand (§9.1)."),
            gettext_noop("The discarder pays for all the losers (§9.3)."),
        ),
        sentence=CaseWords(
            gettext_noop("A referee lifted the penalty (%(section)s): %(reason)s"),
            gettext_noop("A referee imposed the penalty (%(section)s): %(reason)s"),
        ),
        ruled=CaseWords(
            gettext_noop("%(who)s lifted the penalty on %(when)s under %(section)s:"),
            gettext_noop("%(who)s imposed the penalty on %(when)s under %(section)s:"),
        ),
        stands=CaseWords(
            gettext_noop("The penalty is lifted, and the payout has been changed."),
            gettext_noop("The penalty applies, and the payout has been changed."),
        ),
        made=CaseWords(
            gettext_noop("The penalty was lifted."), gettext_noop("The penalty was imposed.")
        ),
        act=gettext_noop(
            "ruled on deal %(deal)s under %(section)s, changing the automatic decision"
        ),
        at_table=CaseWords(_UNPAID, _PAID),
        on_page=CaseWords(_UNPAID_ON_PAGE, _PAID_ON_PAGE),
    ),
    Outcome.SHARED: OutcomeWords(
        name=_both(gettext_noop("Payment shared")),
        meaning=_both(
            gettext_noop(
                "Every other loser pays half the usual amount for the hand, and the discarder pays "
                "the rest (§10.8)."
            )
        ),
        sentence=_both(gettext_noop("A referee shared the payment (%(section)s): %(reason)s")),
        ruled=_both(gettext_noop("%(who)s shared the payment on %(when)s under %(section)s:")),
        stands=_both(
            gettext_noop(
                "Shared: every other loser pays half the usual amount for the hand, and the "
                "discarder pays the rest."
            )
        ),
        made=_both(gettext_noop("The payment was shared.")),
        act=gettext_noop("shared the payment for deal %(deal)s under %(section)s"),
        notices=(
            gettext_noop(
                "The payment for %(deal)s was shared under %(section)s. Your %(unit)s do not change."
            ),
            gettext_noop(
                "The payment for %(deal)s was shared under %(section)s. Your %(unit)s: %(chips)s."
            ),
            gettext_noop(
                "Your ruling on %(deal)s was appealed. Another referee ruled that the payment "
                "is shared, under %(section)s."
            ),
        ),
        at_table=_both(
            gettext_noop(
                "%(place)s: %(name)s ruled under %(section)s that the payment is shared (%(reason)s)."
            )
        ),
        on_page=_both(gettext_noop("Ruled under %(section)s: the payment is shared. %(reason)s")),
    ),
    Outcome.VOIDED: OutcomeWords(
        name=_both(gettext_noop("Deal void")),
        meaning=_both(
            gettext_noop(
                "Nobody pays anything, and the deal counts for nobody (§10.8). A director decides "
                "whether it is played again."
            )
        ),
        sentence=_both(gettext_noop("A referee declared the deal void (%(section)s): %(reason)s")),
        ruled=_both(gettext_noop("%(who)s declared the deal void on %(when)s under %(section)s:")),
        stands=_both(gettext_noop("Void: nobody pays anything for this deal (§10.8).")),
        made=_both(gettext_noop("The deal was declared void.")),
        act=gettext_noop("declared deal %(deal)s void under %(section)s"),
        notices=(
            gettext_noop(
                "%(deal)s was declared void under %(section)s. Your %(unit)s do not change."
            ),
            gettext_noop("%(deal)s was declared void under %(section)s. Your %(unit)s: %(chips)s."),
            gettext_noop(
                "Your ruling on %(deal)s was appealed. Another referee declared the deal void "
                "under %(section)s."
            ),
        ),
        at_table=_both(
            gettext_noop(
                "%(place)s: %(name)s ruled under %(section)s that the deal is void (%(reason)s)."
            )
        ),
        on_page=_both(gettext_noop("Ruled under %(section)s: the deal is void. %(reason)s")),
    ),
}
"""The words of each outcome that is a ruling; a test holds that none is missing."""


def outcome_name(outcome: Outcome, *, lifts: bool) -> str:
    """Return the name of an outcome; `lifts` says that the engine judged a penalty, which a reversal would lift."""
    if outcome is Outcome.WITHDRAWN:
        return _("Ruling withdrawn")
    return OUTCOME_WORDS[outcome].name.words(judged=lifts)


def outcome_meaning(outcome: Outcome, *, lifts: bool) -> str:
    """Return what everybody pays under an outcome; `lifts` says that the engine judged a penalty."""
    if outcome is Outcome.WITHDRAWN:
        return _(
            "The dispute is open again, and the payout is back to what it was before the ruling."
        )
    return OUTCOME_WORDS[outcome].meaning.words(judged=lifts)


def words_of(event: RulingGiven) -> OutcomeWords:
    """Return the words of the outcome that this ruling chose."""
    return OUTCOME_WORDS[outcome_of(event)]


def ruling_sentence(event: RulingGiven) -> str:
    """Return a ruling as a sentence in the history of a deal."""
    said = words_of(event).sentence.words(judged=was_judged(event))
    return said % {"section": event.section, "reason": event.reason}
