"""Describes the requests of directors who play, to which another member must agree.

The words are for the log, the pages and notices.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games.acts import ActKind
from games.club.notices import notify
from games.common.joints import listed, said_of, with_brackets
from games.models import Player
from games.presenters.amounts import signed
from games.queries.club.house import rules_named
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.correcting import agreements
from tournaments.engine.correcting.agreement_events import AgreementAsked, AgreementEnded, Ending
from tournaments.engine.participants import member_label
from tournaments.engine.real_cards.deciding import result_of
from tournaments.engine.real_cards.events import ResultCorrected
from tournaments.presenters.log.discard_event_words import result_words
from tournaments.presenters.log.render_context import EventWords, RenderContext, is_kept, place_of
from tournaments.presenters.log.signature_words import WAITS
from tournaments.presenters.log.terms_in_words import terms_in_words
from tournaments.queries.recipients import agreement_asked, agreement_ended

ASKED: Final = gettext_noop(
    "You play in this tournament, so another member has to agree first. Those who can "
    "agree are asked on their phones."
)
"""What is said to the director who asks."""
IF_YOU_PLAY: Final = gettext_lazy(
    "If you're playing too, you can still add latecomers, start rounds, call breaks and enter "
    "results. The players at the table confirm the results you enter, and the log shows that you "
    "are playing. If you want to change points, deals, results, seats, draws or entries, another "
    "member has to agree to the change on their own phone."
)
"""What a director is told before entering."""
ENDED: Final[dict[str, str]] = {
    Ending.AGREED: gettext_noop("You agreed, and it is done."),
    Ending.DECLINED: gettext_noop("You did not agree, and nothing changes."),
    Ending.WITHDRAWN: gettext_noop("You withdrew your request. Nothing changes."),
    Ending.LAPSED: gettext_noop(
        "The tournament has changed, so this can no longer be done. Nothing was changed."
    ),
}
"""What is said to the one who answered, by how it ended."""


class WaitingAgreement(NamedTuple):
    """A request that awaits another member's agreement, as the pages show it."""

    number: int
    name: str
    "The person asking."
    words: str
    reason: str
    answers: bool
    """Whether the viewer can agree to it."""
    own: bool
    """Whether the viewer asks, and can take it back."""


_ACTS: Final[dict[str, str]] = {
    "void_deal": gettext_noop("Void a deal: %(place)s"),
    "replay_deal": gettext_noop("Play a deal again: %(place)s"),
    "take_voiding_back": gettext_noop("Count a voided deal again: %(place)s"),
    "correct_result": gettext_noop("Correct a result (%(place)s): %(result)s"),
    "confirm_result": gettext_noop("Count a result as it was entered (%(place)s): %(result)s"),
    "adjust_points": gettext_noop("Adjust %(name)s's points by %(points)s"),
    "take_adjustment_back": gettext_noop(
        "Take back the adjustment of %(points)s points for %(name)s"
    ),
    "correct_settings": gettext_noop("Change the settings. %(terms)s"),
    "keep_apart": gettext_noop("Keep %(names)s apart in the next draws"),
    "end_apart": gettext_noop("Let %(names)s meet again"),
    "redraw": gettext_noop("Draw round %(round)d again"),
    "take_redraw_back": gettext_noop("Go back to the earlier draw of round %(round)d"),
    "remove": gettext_noop("Remove %(name)s"),
    "take_back": gettext_noop("Let %(name)s play again from the next draw"),
    "sit_out": gettext_noop("Draw the next round without %(name)s"),
    "sit_in": gettext_noop("Draw the next round with %(name)s after all"),
    "undo_check_in": gettext_noop("Mark %(name)s as not here"),
    "leave_reserve": gettext_noop("Take %(name)s off the reserve list"),
    "give_seat": gettext_noop("Give %(owner)s's seat at table %(table)d to %(holder)s"),
    "take_seat": gettext_noop("Let %(name)s play in a bot's seat"),
    "allow_entry": gettext_noop("Let %(name)s, who was removed, enter again"),
    "invite": gettext_noop("Invite %(names)s"),
    "take_invitation_back": gettext_noop("Take back %(name)s's invitation"),
    "lengthen_round": gettext_noop("Make round %(round)d longer by %(minutes)d minutes"),
    "play_no_more": gettext_noop("Stop table %(table)d for this round"),
    "close_round": gettext_noop(
        "Close round %(round)d, though only one player has confirmed some of its results"
    ),
    "cancel": gettext_noop("Cancel the tournament"),
}
"""What is asked, by the name of the command; a test compares them with `ADVANTAGES`."""


def what(asked: AgreementAsked, context: RenderContext) -> str:
    """Return in words the action for which a director asks agreement, without the reason."""
    names = [context.member(one) for one in asked.players]
    facts: dict[str, Any] = {
        "place": place_of(asked) if asked.deal_number else "",
        "name": listed(names),
        "names": listed(names),
        "points": signed(asked.points),
        "table": asked.table,
        "round": asked.round or (len(context.before.rounds) if context.before is not None else 0),
        "minutes": asked.arguments.get("minutes", 0),
        "terms": _terms(asked, context),
        "result": _result(asked, context),
    }
    if asked.act == "give_seat":
        to_owner = asked.arguments["player"] == asked.players[0]
        facts |= {"owner": names[0], "holder": _("the careful bot")}
        if to_owner or len(names) > 1:
            facts["holder"] = names[-1]
    return _(_ACTS[asked.act]) % facts


def _result(asked: AgreementAsked, context: RenderContext) -> str:
    """Return in words the result that would count, so that members can read what they agree to."""
    lay, state = asked.lay, context.before
    found = None if state is None else state.find_deal(asked.arguments.get("deal_id", 0))
    if lay is None and found is not None and found[2].paper is not None:
        lay = found[2].paper.lay
    if lay is None or state is None or found is None:
        return "–"
    number, table, score = found
    counted = result_of(rules_named(state.options.rules), lay)
    told = ResultCorrected(
        *(number, table, score.number, score.deal_id, 0, lay, counted.net, counted.points),
        *(asked.reason, asked.director),
    )
    return result_words(told, context)


def _terms(asked: AgreementAsked, context: RenderContext) -> str:
    """Return in words the settings that would change, leaving out those that stay the same."""
    said = asked.arguments.get("settings", {})
    if context.before is not None:
        options = context.before.options
        said = {
            name: value
            for name, value in said.items()
            if getattr(options, name, None) != (tuple(value) if isinstance(value, list) else value)
        } or said
    return listed(said_of(name, value) for name, value in terms_in_words(said))


def _asked(event: AgreementAsked, context: RenderContext) -> str:
    facts = {"what": what(event, context), "reason": event.reason}
    if event.reason:
        return _("Another member was asked to agree: %(what)s (%(reason)s).") % facts
    return _("Another member was asked to agree: %(what)s.") % facts


_ENDS: Final[dict[str, str]] = {
    Ending.AGREED: gettext_noop("%(name)s agreed to request %(number)d."),
    Ending.DECLINED: gettext_noop("%(name)s declined request %(number)d."),
    Ending.WITHDRAWN: gettext_noop("%(name)s took request %(number)d back."),
    Ending.LAPSED: gettext_noop(
        "%(name)s agreed to request %(number)d, but it could no longer be done."
    ),
}


def _ended(event: AgreementEnded, context: RenderContext) -> str:
    before = context.before
    waits = None if before is None else before.agreements.get(event.number)
    facts = {"name": context.member(event.player), "number": event.number}
    said = _(_ENDS[event.how]) % facts
    if waits is None:
        return said
    return with_brackets(said, what(waits.wish, context))


AGREEMENT_EVENT_WORDS: Final = (
    EventWords(
        AgreementAsked,
        _asked,
        notify(
            agreement_asked,
            gettext_noop(
                "%(tournament)s: the director plays too and asks you to agree to something. Open the tournament's page."
            ),
            by_mail=False,
        ),
        act=ActKind(
            gettext_noop(
                "asked another member to agree to request %(number)s in tournament %(tournament)s"
            ),
            ("number", "reason"),
        ),
    ),
    EventWords(
        AgreementEnded,
        _ended,
        notify(
            agreement_ended,
            gettext_noop(
                "%(tournament)s: a member agreed to your request, and it has been carried out."
            ),
            gettext_noop(
                "%(tournament)s: a member did not agree to your request. Nothing changed."
            ),
            gettext_noop(
                "%(tournament)s: a member agreed to your request, but it could no longer be carried "
                "out. Nothing changed."
            ),
            by_mail=False,
        ),
    ),
)
"""Their words, who is told, and whether they are acts of the staff."""


def waiting_agreements(tournament_id: int, viewer: Player | None) -> tuple[WaitingAgreement, ...]:
    """Return the requests awaiting a member's agreement in this tournament, oldest first, as shown to this reader."""
    state = queries.current(tournament_id).state
    found = agreements.waiting(state)
    if not found:
        return ()
    wishes = [one.wish for one in found.values()]
    people = {one.director for one in wishes} | {player for one in wishes for player in one.players}
    labels = sorted(map(member_label, people))
    names = dict(zip(labels, names_of(labels), strict=True))
    context = RenderContext(state, names, kept=is_kept(wishes, viewer))
    has_duty = viewer is not None and (viewer.is_director or viewer.may_rule)
    return tuple(
        WaitingAgreement(
            one.wish.number,
            context.member(one.by),
            what(one.wish, context),
            context.masked(one.wish).reason,
            viewer is not None and agreements.may_answer(state, one, viewer.pk, has_duty=has_duty),
            viewer is not None and viewer.pk == one.by,
        )
        for one in found.values()
    )


def waits_words(tournament_id: int, version: int) -> str:
    """Return the message for a director whose action waits for another person; empty if it was carried out."""
    if queries.asked_at(tournament_id, version):
        return _(ASKED)
    return _(WAITS) if queries.waits_at(tournament_id, version) else ""
