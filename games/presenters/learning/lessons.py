"""Builds the lessons' pages: the list with the reader's progress, a step with its table, replies to answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.common.labels import label, with_labels
from games.engine.cards import Card
from games.engine.events import ClaimsDeclined, ClaimsOffered, DealCommitted, DealStarted
from games.engine.hands.hand import grouping
from games.engine.recording.notation import cards_text, parse_cards
from games.engine.rules import RuleSet
from games.engine.scoring import Result
from games.engine.sets import CardSet, SetKind
from games.engine.sight import SeatView, see
from games.engine.state import Phase
from games.lessons import LESSONS, Stage, stage_at
from games.lessons.script import LEARNER, Pick, Play, Read, Reckon
from games.presenters import sentences
from games.presenters.cards import cards_words, set_name
from games.presenters.learning.house_notes import notes_of, query_of
from games.presenters.learning.lesson_words import WORDS
from games.presenters.learning.replies import missing_words, right_words
from games.presenters.play.choices import two_rows


@dataclass(frozen=True, slots=True)
class LessonEntry:
    """A lesson in the list."""

    key: str
    title: str
    text: str
    steps: int
    learned: int
    """The last step that was answered rightly, 0 for none."""

    @property
    def done(self) -> bool:
        """Return whether the reader has finished the lesson."""
        return self.learned >= self.steps

    @property
    def next(self) -> int:
        """Return the number of the step to continue with; 1 if the lesson is finished."""
        return 1 if self.done else self.learned + 1


@dataclass(frozen=True, slots=True)
class OtherSeat:
    """Another player's seat: its sets and how many cards it holds."""

    wind: str
    sets: tuple[CardSet, ...]
    private: int


@dataclass(frozen=True, slots=True)
class LessonCard:
    """A card of the hand, with its position, which names its checkbox."""

    card: Card
    code: str
    place: int
    checked: bool


@dataclass(frozen=True, slots=True)
class LessonGroup:
    """A group of cards in the hand; the trash comes first, then the sets."""

    look: str
    title: str
    cards: tuple[LessonCard, ...]


@dataclass(frozen=True, slots=True)
class Button:
    """A button that answers a step: its name and value in the form."""

    name: str
    value: str
    words: str
    legal: bool = True


@dataclass(frozen=True, slots=True)
class LessonPage:
    """The page of a step of a lesson."""

    lesson: str
    number: int
    steps: int
    title: str
    text: str
    section: str
    rule: str
    """Where the section stands in the rulebook."""
    since: tuple[str, ...]
    """What has happened since the learner's last move."""
    view: SeatView
    own: str
    others: tuple[OtherSeat, ...]
    rows: tuple[tuple[LessonGroup, ...], ...]
    """The learner's hand, in two rows."""
    buttons: tuple[Button, ...]
    result: Result | None
    selects: bool
    """Whether cards of the hand are to be selected."""
    played: str = ""
    """The name of the rules by which the reader will play; empty for those of the lesson."""
    notes: tuple[str, ...] = ()
    """What is otherwise by these rules in what the step teaches."""
    query: str = ""
    """What the addresses of the other steps end with."""
    wrong: str = ""
    """Why the answer that was given is not the one; empty before."""
    wrong_rule: str = ""
    wrong_section: str = ""
    missing: tuple[str, ...] = ()
    """What the wrong answer lacks, for a reader who wants to be told."""
    right: str = ""
    """That the step before was answered rightly; empty where it was not just answered."""

    @property
    def back(self) -> int:
        """Return the number of the step before; 0 if there is none."""
        return self.number - 1

    @property
    def rules(self) -> RuleSet:
        """Return the rules of the lesson."""
        return self.view.rules

    @property
    def sets(self) -> tuple[CardSet, ...]:
        """Return the learner's own sets on the table."""
        return self.view.public[LEARNER]


def titles() -> dict[str, tuple[str, str]]:
    """Return each lesson's title and one sentence about it, by the lesson's key."""
    return {
        "vinagames": (
            _("Vinagames: forced melds and the penalty"),
            _(
                "Sets and trash, hit and meld, khạp and khui, what your pair must take, and who "
                "pays for everyone."
            ),
        ),
        "4sac": (
            _("4sac: cards that you may decline"),
            _("Sets and trash, triples and kongs, when to decline, how to win, and what is paid."),
        ),
    }


def lesson_list(learned: Mapping[str, int]) -> tuple[LessonEntry, ...]:
    """Return all lessons with the reader's progress; `learned` has the last finished step by lesson key."""
    return tuple(
        LessonEntry(key, *titles()[key], steps=len(lesson.steps), learned=learned.get(key, 0))
        for key, lesson in LESSONS.items()
    )


def rule_address(section: str) -> str:
    """Return the address of a section (`§6.3` → `/rules/#s6-3`), or an empty string without one."""
    return f"{reverse('rulebook')}#s{section[1:].replace('.', '-')}" if section else ""


def step_page(
    key: str,
    number: int,
    *,
    chosen: str = "",
    wrong: str = "",
    wrong_section: str = "",
    answered: bool = False,
    played: RuleSet | None = None,
) -> LessonPage:
    """Return the page of a step, with notes if the reader plays by other rules than the lesson's.

    After a wrong answer, `chosen` are the cards that were selected, `wrong` is the reason why the answer was wrong,
    and `wrong_section` the section of the rule. `answered` means that the previous step was just answered correctly.
    """
    here = stage_at(key, number)
    view = see(here.state, LEARNER)
    words = WORDS[here.step.key]
    names = tuple(sentences.wind(seat) for seat in range(here.state.seats))
    ending = view.ending
    return LessonPage(
        lesson=key,
        number=number,
        steps=len(LESSONS[key].steps),
        title=_(words.title),
        text=with_labels(_(words.text), **_filling(here)),
        section=here.step.section,
        rule=rule_address(here.step.section),
        since=_since(here, names),
        view=view,
        own=names[LEARNER],
        others=tuple(
            OtherSeat(
                names[seat],
                view.public[seat],
                view.private_counts[seat],
            )
            for seat in range(1, here.state.seats)
        ),
        rows=two_rows(
            _groups(view, chosen, mixed=isinstance(here.step.asked, Pick) or number == 1)
        ),
        buttons=_buttons(here),
        result=None if ending is None else ending.result,
        selects=isinstance(here.step.asked, Pick)
        or (isinstance(here.step.asked, Play) and view.phase in (Phase.DISCARD, Phase.TURN)),
        played="" if played is None else sentences.rules_name(played),
        notes=() if played is None else notes_of(here.step.key, here.state.rules, played),
        query=query_of(played),
        wrong=wrong,
        wrong_section=wrong_section,
        wrong_rule=rule_address(wrong_section),
        missing=missing_words(here.step.asked, chosen, here) if wrong else (),
        right=right_of(key, number - 1) if answered and number > 1 else "",
    )


def right_of(key: str, number: int) -> str:
    """Return the reply to a correct answer of this step, with the answer; empty if the step was only to be read."""
    here = stage_at(key, number)
    return right_words(here.step.asked, here)


def hint_of(key: str, number: int) -> tuple[str, str]:
    """Return a hint for a reader whose answer was legal but not the expected one, and its section of the rules."""
    step = stage_at(key, number).step
    return with_labels(_(WORDS[step.key].hint)), step.section


def _filling(here: Stage) -> dict[str, str]:
    """Return the values of the placeholders in a step's texts: the card to select or discard, and the active card."""
    asked, active = here.step.asked, here.state.active
    cards: tuple[Card, ...] = ()
    if isinstance(asked, Pick):
        cards = parse_cards(asked.cards)
    elif isinstance(asked, Play) and asked.move.startswith("discard"):
        cards = parse_cards(asked.move.removeprefix("discard "))
    return {
        "card": cards_words(cards[:1]),
        "active": "" if active is None else cards_words((active.card,)),
    }


def _since(here: Stage, names: tuple[str, ...]) -> tuple[str, ...]:
    if here.step.still:
        return ()
    shown = (
        sentences.event_words(event, names)
        for event in here.happened
        if not isinstance(event, DealCommitted | DealStarted | ClaimsOffered | ClaimsDeclined)
    )
    return tuple(words for words in shown if words)


def _groups(view: SeatView, chosen: str, *, mixed: bool) -> tuple[LessonGroup, ...]:
    """Return the hand grouped by sets, or with `mixed` ungrouped, where the learner must find the sets."""
    sets, loose = grouping(view.rules, view.block)
    parts: list[tuple[str, str, tuple[Card, ...]]] = []
    if mixed:
        sets, loose = (), ()
        half = len(view.hand) - len(view.hand) // 2
        parts += [("mixed", "", view.hand[:half]), ("mixed", "", view.hand[half:])]
    if loose:
        parts.append(("trash", _("Trash (rác)"), loose))
    parts += [
        ("khap" if made.kind is SetKind.KHAP else "set", set_name(made.kind), made.cards)
        for made in sets
    ]
    left = chosen.split()
    place = 0
    groups = []
    for look, title, cards in parts:
        held = []
        for card in cards:
            code = cards_text((card,))
            if code in left:
                left.remove(code)
                held.append(LessonCard(card, code, place, True))
            else:
                held.append(LessonCard(card, code, place, False))
            place += 1
        groups.append(LessonGroup(look, title, tuple(held)))
    return tuple(groups)


def _buttons(here: Stage) -> tuple[Button, ...]:
    """Return the buttons that answer a step.

    For a move they are those of a table: Hit, Meld or the claims, Pass, Discard.
    """
    match here.step.asked:
        case Read():
            return (Button("go", "on", _("Continue")),)
        case Pick():
            return (Button("go", "pick", _("Choose these cards")),)
        case Reckon(offered=offered):
            return tuple(Button("number", str(number), str(number)) for number in offered)
        case Play():
            pass
    phase = here.state.phase
    if phase is Phase.CLAIMS:
        offer = here.state.offers[LEARNER]
        return (
            *(Button("move", f"claim {kind}", label(kind)) for kind in offer.kinds),
            Button("move", "pass", label("decline")),
        )
    return (
        Button("move", "hit", label("hit"), phase is Phase.TURN),
        Button("move", "meld", label("meld"), phase is Phase.TURN),
        Button("move", "pass", label("pass"), phase is Phase.TURN),
        Button("move", "discard", label("discard"), phase is Phase.DISCARD),
    )
