"""Describes disputed discards at tables with real cards, for the log, staff acts and notices."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.acts import ActKind
from games.club.notices import notify
from games.common.joints import listed
from games.engine.disputing.outcomes import Outcome
from games.engine.recording.notation import parse_card
from games.presenters.cards import card_name
from games.presenters.moments import rule_by_words
from games.presenters.outcomes import OUTCOME_WORDS, OutcomeWords
from tournaments.engine.real_cards import events as ev
from tournaments.engine.real_cards.outcome_names import outcome_of
from tournaments.presenters.log.render_context import (
    EventWords,
    RenderContext,
    nets,
    place_of,
    seat_name,
)
from tournaments.queries.recipients import contradicted, discard_ruled


def result_words(
    event: ev.ResultEntered | ev.ResultCorrected | ev.DiscardRuled | ev.DiscardWithdrawn,
    context: RenderContext,
) -> str:
    """Return the result in an event, in words."""
    lay = event.lay
    if lay.winner is None:
        return _("nobody won")
    facts = {
        "name": seat_name(event, lay.winner, context),
        "points": event.points,
        "nets": nets(event, context),
    }
    said = _("%(name)s won, points of the hand: %(points)d (%(nets)s)") % facts
    if lay.counted is not None:
        said = _("%(result)s, entered without cards") % {"result": said}
    if lay.offender is None:
        return said
    facts = {"name": seat_name(event, lay.offender, context), "section": lay.section}
    return _("%(result)s; %(name)s paid the penalty under %(section)s") % (facts | {"result": said})


def _disputed(event: ev.DiscardDisputed, context: RenderContext) -> str:
    who = context.member(event.player)
    told, judged = event.discard, event.judgement
    if context.kept:
        said = _("%(place)s: %(who)s disputes %(name)s's discard.")
        name = seat_name(event, told.seat, context)
        facts = {"place": place_of(event), "who": who, "name": name}
        return _with_end(said % facts, event.rule_by)
    facts = {
        "place": place_of(event),
        "who": who,
        "name": seat_name(event, told.seat, context),
        "card": card_name(parse_card(told.card)),
        "reason": event.reason,
    }
    said = _("%(place)s: %(who)s disputes %(name)s's discard, %(card)s (%(reason)s).") % facts
    return _with_end(said + " " + judged_words(judged), event.rule_by)


def _with_end(said: str, until: datetime | None) -> str:
    return said if until is None else f"{said} {rule_by_words(until)}"


def _joined(event: ev.DiscardJoined, context: RenderContext) -> str:
    facts = {
        "place": place_of(event),
        "name": seat_name(event, event.seat, context),
        "reason": event.reason,
    }
    return _("%(place)s: %(name)s joins the dispute about the discard (%(reason)s).") % facts


def judged_words(judged: ev.Judgement) -> str:
    """Return the judgement of a reported discard by §10, in words."""
    if judged.opening:
        return _("The opening discard never carries a penalty (§10.5).")
    worst = listed(card_name(parse_card(card)) for card in judged.worst)
    if judged.penalty:
        return _("The safe discard was %(worst)s, so there is a penalty. (§10.3)") % {
            "worst": worst
        }
    return _("It was a safe discard (%(worst)s), so there is no penalty. (§10.3)") % {
        "worst": worst
    }


def _ruled(event: ev.DiscardRuled, context: RenderContext) -> str:
    facts = {
        "place": place_of(event),
        "name": context.member(event.referee),
        "section": event.section,
        "reason": event.reason,
        "result": result_words(event, context),
    }
    said = ruled_words(event).at_table.words(judged=event.penalty) % facts
    return said if event.void else said + " " + _("The result is now: %(result)s.") % facts


def ruled_words(event: ev.DiscardRuled) -> OutcomeWords:
    """Return the words for a ruling's outcome."""
    return OUTCOME_WORDS[outcome_of(event.outcome, event.penalty)]


def _withdrawn(event: ev.DiscardWithdrawn, context: RenderContext) -> str:
    facts = {
        "place": place_of(event),
        "name": context.member(event.referee),
        "reason": event.reason,
        "result": result_words(event, context),
    }
    said = _("%(place)s: %(name)s withdrew the ruling (%(reason)s).") % facts
    return said + " " + _("The result is now: %(result)s.") % facts


def _answered(event: ev.DiscardAnswered, context: RenderContext) -> str:
    facts = {
        "place": place_of(event),
        "name": seat_name(event, event.seat, context),
        "reason": event.reason,
    }
    return _("%(place)s: %(name)s answers the dispute about the discard (%(reason)s).") % facts


def _proposed(event: ev.DiscardProposed, context: RenderContext) -> str:
    facts = {
        "place": place_of(event),
        "name": context.member(event.referee),
        "section": event.section,
        "reason": event.reason,
    }
    if event.outcome == Outcome.WITHDRAWN:
        said = _(
            "%(place)s: %(name)s proposed to withdraw the ruling; a second referee has to sign "
            "this (%(reason)s)."
        )
        return said % facts
    return (
        _(
            "%(place)s: %(name)s proposed a ruling under %(section)s, which a second referee has "
            "to sign (%(reason)s)."
        )
        % facts
    )


def _signed(event: ev.DiscardSigned, context: RenderContext) -> str:
    facts = {"place": place_of(event), "name": context.member(event.referee)}
    return _("%(place)s: %(name)s signed the ruling as the second referee.") % facts


def _unsigned(event: ev.DiscardUnsigned, context: RenderContext) -> str:
    facts = {
        "place": place_of(event),
        "name": context.member(event.referee),
        "reason": event.reason,
    }
    return _("%(place)s: %(name)s did not sign the proposed ruling (%(reason)s).") % facts


def _appealed(event: ev.DiscardAppealed, context: RenderContext) -> str:
    facts = {
        "place": place_of(event),
        "name": seat_name(event, event.seat, context),
        "reason": event.reason,
    }
    said = _("%(place)s: %(name)s appeals the ruling to another referee (%(reason)s).") % facts
    return _with_end(said, event.rule_by)


DISCARD_EVENT_WORDS: Final = (
    EventWords(
        ev.DiscardDisputed,
        _disputed,
        notify(
            contradicted,
            gettext_noop(
                "%(tournament)s, table %(table)s: the penalty in deal %(deal_number)s is disputed "
                "(%(reason)s)."
            ),
        ),
        act=ActKind(
            gettext_noop("disputed the penalty in deal %(deal_id)s of tournament %(tournament)s"),
            ("deal_id", "reason"),
            only=lambda payload: payload["seat"] is None,
        ),
    ),
    EventWords(
        ev.DiscardJoined,
        _joined,
        notify(
            contradicted,
            gettext_noop(
                "%(tournament)s, table %(table)s: another player disputes the penalty in deal "
                "%(deal_number)s too (%(reason)s)."
            ),
        ),
    ),
    EventWords(
        ev.DiscardRuled,
        _ruled,
        notify(
            discard_ruled,
            gettext_noop(
                "%(tournament)s, table %(table)s: a referee ruled on the penalty in deal "
                "%(deal_number)s under %(section)s (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s, table %(table)s: your ruling on deal %(deal_number)s was "
                "appealed. Another referee decided under %(section)s (%(reason)s)."
            ),
        ),
        act=ActKind(
            gettext_noop(
                "ruled on the penalty in deal %(deal_id)s of tournament %(tournament)s (%(section)s)"
            ),
            ("deal_id", "section", "reason"),
        ),
    ),
    EventWords(
        ev.DiscardAnswered,
        _answered,
        notify(
            contradicted,
            gettext_noop(
                "%(tournament)s, table %(table)s: the player who discarded in deal %(deal_number)s "
                "has answered the dispute (%(reason)s)."
            ),
        ),
    ),
    EventWords(
        ev.DiscardWithdrawn,
        _withdrawn,
        notify(
            discard_ruled,
            gettext_noop(
                "%(tournament)s, table %(table)s: a referee withdrew the ruling on deal %(deal_number)s (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s, table %(table)s: another referee withdrew your ruling on deal %(deal_number)s"
                " (%(reason)s)."
            ),
        ),
        act=ActKind(
            gettext_noop("withdrew a ruling on deal %(deal_id)s of tournament %(tournament)s"),
            ("deal_id", "reason"),
        ),
    ),
    EventWords(
        ev.DiscardAppealed,
        _appealed,
        notify(
            contradicted,
            gettext_noop(
                "%(tournament)s, table %(table)s: the ruling on deal %(deal_number)s is appealed (%(reason)s)."
            ),
        ),
        act=ActKind(
            gettext_noop(
                "appealed the ruling on their own deal %(deal_id)s in tournament %(tournament)s"
            ),
            ("deal_id",),
        ),
    ),
    EventWords(
        ev.DiscardProposed,
        _proposed,
        notify(
            contradicted,
            gettext_noop(
                "%(tournament)s, table %(table)s: a ruling on deal %(deal_number)s needs a "
                "second referee's signature (%(reason)s)."
            ),
        ),
        act=ActKind(
            gettext_noop(
                "proposed a ruling on deal %(deal_id)s of tournament %(tournament)s, which a second referee has to sign"
            ),
            ("deal_id", "section", "outcome", "reason"),
        ),
    ),
    EventWords(
        ev.DiscardSigned,
        _signed,
        "the ruling that follows at once is told",
        act=ActKind(
            gettext_noop(
                "signed a ruling on deal %(deal_id)s of tournament %(tournament)s as the second referee"
            ),
            ("deal_id",),
        ),
    ),
    EventWords(
        ev.DiscardUnsigned,
        _unsigned,
        notify(
            contradicted,
            gettext_noop(
                "%(tournament)s, table %(table)s: the proposed ruling on deal %(deal_number)s was not signed"
                " (%(reason)s)."
            ),
        ),
        act=ActKind(
            gettext_noop(
                "did not sign a proposed ruling on deal %(deal_id)s of tournament %(tournament)s"
            ),
            ("deal_id", "reason"),
        ),
    ),
)
"""Each event of a disputed discard in words, and whom it is told."""
