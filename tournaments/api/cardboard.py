"""API of results with real cards: reading, entering, confirming, contradicting and correcting them."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import problems, wish_of
from games.api.scopes import DIRECT, PLAY, READ
from games.engine.disputing.approval import Approval
from games.engine.disputing.disputes import Decision
from games.engine.real_cards.counted import MOST_NUMBER, CountedHand
from games.inputs import Fields, WholeNumber
from tournaments import commands, queries
from tournaments.engine.participants import player_id
from tournaments.engine.real_cards.entered_results import DiscardDispute, ResultStatus
from tournaments.engine.real_cards.events import Judgement, Lay
from tournaments.engine.real_cards.outcome_names import NAMES, name_of_outcome
from tournaments.engine.round_state import DealScore
from tournaments.errors import refusal
from tournaments.presenters.log.agreement_words import waits_words


class CountedSerializer(Fields):
    """The numbers of a winning hand whose cards are not entered."""

    points = WholeNumber(
        min_value=0,
        max_value=MOST_NUMBER,
        help_text=_("The points of all its sets, including kongs."),
    )
    quans = WholeNumber(min_value=0, max_value=MOST_NUMBER, default=0)
    khuis = WholeNumber(min_value=0, max_value=MOST_NUMBER, default=0)
    yellow_kings = WholeNumber(
        min_value=0,
        max_value=MOST_NUMBER,
        default=0,
        help_text=_("All yellow kings in the hand, if the rules pay for them (§13.4)."),
    )


class LaySerializer(Fields):
    """The cards on the table at the end, or the numbers of the winner's hand."""

    winner = WholeNumber(allow_null=True, min_value=0, help_text=_("Null if nobody won (§8.1)."))
    sets = serializers.ListField(
        child=serializers.CharField(max_length=60),
        required=False,
        max_length=21,
        help_text=_("All sets of the winner, such as `pair Rr Rr`: 21 cards in all."),
    )
    counted = CountedSerializer(
        required=False,
        allow_null=True,
        help_text=_("Replaces the sets; if it is given, no cards are entered."),
    )
    asides = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(max_length=20), max_length=6),
        required=False,
        min_length=3,
        max_length=4,
        help_text=_(
            "By seat, the quan, khui and khap of the others, such as `khap Rr`, or `khap` alone."
        ),
    )
    offender = WholeNumber(required=False, allow_null=True, min_value=0)
    section = serializers.CharField(required=False, allow_blank=True, max_length=10)


class EntrySerializer(LaySerializer):
    """A result to be entered."""

    deal = WholeNumber(min_value=1, help_text=_("1, 2, 3 … at this table."))
    idempotency_key = serializers.UUIDField()


class WordOnResultSerializer(Fields):
    """A seat's confirmation or contradiction of a result."""

    revision = WholeNumber(min_value=1, help_text=_("The revision that it refers to."))
    right = serializers.BooleanField()
    others = serializers.ListField(
        child=WholeNumber(min_value=0),
        required=False,
        max_length=3,
        help_text=_("The other seats that confirm this result on the same phone."),
    )
    reason = serializers.CharField(
        required=False, allow_blank=True, help_text=_("Required if the result is wrong.")
    )
    idempotency_key = serializers.UUIDField()


class CorrectionSerializer(LaySerializer):
    """A correction of a result by a director."""

    revision = WholeNumber(min_value=1)
    reason = serializers.CharField()
    idempotency_key = serializers.UUIDField()


class JudgementSerializer(Fields):
    """The engine's judgement of a reported discard (§10)."""

    trash = serializers.IntegerField()
    stock = serializers.IntegerField()
    usefulness = serializers.SerializerMethodField()
    worst = serializers.ListField(child=serializers.CharField())
    opening = serializers.BooleanField()
    penalty = serializers.BooleanField()

    def get_usefulness(self, judged: Judgement) -> dict[str, int]:
        """Return the usefulness U of each legal discard, by card (§10.3)."""
        return dict(judged.usefulness)


class RulingOnPaperSerializer(Fields):
    """A referee's ruling on the disputed penalty of a result with real cards."""

    penalty = serializers.BooleanField()
    shared = serializers.BooleanField()
    void = serializers.BooleanField()
    section = serializers.CharField()
    reason = serializers.CharField()


class ObjectionSerializer(Fields):
    """The objection of another seat that joined a dispute about a discard."""

    seat = serializers.IntegerField()
    reason = serializers.CharField()


class RulingProposedSerializer(Fields):
    """A proposed ruling, or withdrawal of a ruling, that needs a second referee's signature (§10.8)."""

    outcome = serializers.SerializerMethodField(
        help_text="As in a ruling that is sent; `withdrawn` takes the ruling back."
    )
    section = serializers.CharField(source="wish.section", help_text="Empty for a withdrawal.")
    reason = serializers.CharField(source="wish.reason")
    referee = serializers.SerializerMethodField(help_text="The member who proposed it.")

    @extend_schema_field(serializers.ChoiceField(choices=sorted(NAMES)))
    def get_outcome(self, proposal: Approval[Decision, str]) -> str:
        """Return the name of the outcome that the proposal would rule."""
        judged: bool = self.context["judged"]
        return name_of_outcome(proposal.wish.outcome, judged)

    def get_referee(self, proposal: Approval[Decision, str]) -> int:
        """Return the id of the referee who made the proposal."""
        return player_id(proposal.by)


class PaperDisputeSerializer(Fields):
    """A dispute about the penalty in a result with real cards, or about the lack of one."""

    open = serializers.BooleanField()
    seat = serializers.IntegerField(source="filed.seat", allow_null=True)
    reason = serializers.CharField(source="filed.reason")
    joined = ObjectionSerializer(many=True, source="joins")
    discarder = serializers.IntegerField(source="filed.discard.seat")
    card = serializers.CharField(source="filed.discard.card")
    judgement = JudgementSerializer(source="filed.judgement")
    rule_by = serializers.DateTimeField(
        allow_null=True,
        help_text=_("Time by which a referee has to rule; null if there is none."),
    )
    answer = serializers.CharField(
        source="answer_given.reason",
        default=None,
        allow_null=True,
        help_text=_("The answer of the seat that discarded the card (§10.7)."),
    )
    rulings = RulingOnPaperSerializer(many=True)
    proposed = serializers.SerializerMethodField()
    proposal = serializers.SerializerMethodField(
        help_text="The ruling that waits for a signature; null if none does."
    )
    seen = serializers.IntegerField(
        source="said",
        help_text="How many events this dispute has. Send it as `seen` with what you decide.",
    )

    def get_proposed(self, dispute: DiscardDispute) -> bool:
        """Return whether a ruling waits for a second referee's signature (§10.8)."""
        return dispute.proposal is not None

    @extend_schema_field(RulingProposedSerializer(allow_null=True))
    def get_proposal(self, dispute: DiscardDispute) -> Any:
        """Return the ruling that waits for a signature; None if none does."""
        if dispute.proposal is None:
            return None
        return RulingProposedSerializer(dispute.proposal, context={"judged": dispute.judged}).data


STATUSES: Final = (
    (ResultStatus.UNCONFIRMED, "Not every player of it has confirmed it yet."),
    (ResultStatus.CONFIRMED, "It counts."),
    (ResultStatus.CONTRADICTED, "A player says that it is wrong; a director has to decide."),
    (ResultStatus.DISPUTED, "A disputed discard waits for a referee's ruling."),
)


class PaperSerializer(Fields):
    """An entered result with real cards, with its confirmations and dispute."""

    deal = serializers.IntegerField(source="number")
    deal_id = serializers.IntegerField()
    status = serializers.ChoiceField(choices=STATUSES, source="paper.status")
    revision = serializers.IntegerField(source="paper.revision")
    winner = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField()
    net = serializers.ListField(child=serializers.IntegerField())
    offender = serializers.IntegerField(source="penalised", allow_null=True)
    section = serializers.CharField(source="paper.lay.section")
    sets = serializers.ListField(child=serializers.CharField(), source="paper.lay.sets")
    asides = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), source="paper.lay.asides"
    )
    counted = CountedSerializer(source="paper.lay.counted", allow_null=True)
    confirmed_by = serializers.ListField(
        child=serializers.IntegerField(), source="paper.confirmed_by"
    )
    contradicted_by = serializers.IntegerField(source="paper.contradicted_by", allow_null=True)
    contradiction = serializers.CharField(source="paper.contradiction")
    final = serializers.BooleanField(
        source="paper.final", help_text=_("Whether it was decided on appeal.")
    )
    dispute = PaperDisputeSerializer(source="paper.dispute", allow_null=True)
    counts = serializers.SerializerMethodField()
    waits = serializers.SerializerMethodField(
        help_text=(
            "Empty where a confirmation or correction is done; otherwise what it waits for, as a "
            "sentence for people. Only the answer to it says so: later the tournament's "
            "`waiting_agreements` and `waiting_corrections` do."
        )
    )

    def get_waits(self, score: DealScore) -> str:
        """Return what the confirmation or correction just sent still waits for; empty if it is done."""
        waits: dict[int, str] = self.context["waits"]
        return waits.get(score.deal_id, "")

    def get_counts(self, score: DealScore) -> bool:
        """Return whether the result counts: neither a director nor a ruling has voided it."""
        return not (score.called_off or score.ruled_out)


def lay_of(asked: dict[str, Any]) -> Lay:
    """Return the `Lay` from the validated data of a `LaySerializer`."""
    counted = asked.get("counted")
    return Lay(
        asked["winner"],
        tuple(asked.get("sets", ())),
        tuple(map(tuple, asked.get("asides") or ((),) * 4)),
        asked.get("offender"),
        asked.get("section", ""),
        CountedHand(**counted) if counted else None,
    )


def papers(
    tournament_id: int, number: int, table: int, waits: dict[int, str] | None = None
) -> Response:
    """Return the response with a table's entered results, in the order of the deals.

    A confirmation or correction just sent may still wait for another person: ``waits`` says for what, by the id of
    the deal. Raises Refused if there is no such table.
    """
    rounds = queries.current(tournament_id).state.rounds
    if not 1 <= number <= len(rounds) or not 1 <= table <= len(rounds[number - 1].tables):
        raise refusal("tournament.no-such-table")
    found = rounds[number - 1].tables[table - 1]
    scores = sorted((*found.scores, *found.voided), key=lambda score: score.number)
    entered = [score for score in scores if score.paper is not None]
    return Response(PaperSerializer(entered, many=True, context={"waits": waits or {}}).data)


class TableResults(APIView):
    """The entered results of a table."""

    scopes = {"GET": READ, "POST": PLAY}

    @extend_schema(
        operation_id="tournaments_results",
        responses={200: PaperSerializer(many=True), **problems(404)},
        summary="The results of a table with real cards",
    )
    def get(self, request: Request, tournament_id: int, number: int, table: int) -> Response:
        """Return the results of a table, in the order of the deals."""
        return papers(tournament_id, number, table)

    @extend_schema(
        operation_id="tournaments_results_enter",
        request=EntrySerializer,
        responses={200: PaperSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Enter the result of your table's next deal; the engine computes what it pays",
    )
    def post(self, request: Request, tournament_id: int, number: int, table: int) -> Response:
        """Enter a result, once per key."""
        asked, told = wish_of(request, EntrySerializer, "result-enter")
        commands.enter_result(
            tournament_id=tournament_id,
            round_number=number,
            table=table,
            deal_number=asked["deal"],
            lay=lay_of(asked),
            **told,
        )
        return papers(tournament_id, number, table)


class TableResult(APIView):
    """The confirmation or contradiction of an entered result."""

    scopes = {"POST": PLAY}

    @extend_schema(
        operation_id="tournaments_results_say",
        request=WordOnResultSerializer,
        responses={200: PaperSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Confirm a result of your table, or contradict it with a reason",
    )
    def post(
        self, request: Request, tournament_id: int, number: int, table: int, deal_id: int
    ) -> Response:
        """Confirm or contradict a result.

        With the scope `direct`, a director without a seat at the table may confirm; this also decides a contradicted
        result.
        """
        asked, told = wish_of(request, WordOnResultSerializer, "result-say")
        said = {"tournament_id": tournament_id, "deal_id": deal_id, "revision": asked["revision"]}
        if asked["right"]:
            others = asked.get("others", ())
            version = commands.confirm_result(others=others, as_director=True, **said, **told)
            waits = {deal_id: waits_words(tournament_id, version)}
            return papers(tournament_id, number, table, waits)
        commands.contradict_result(reason=asked.get("reason", ""), **said, **told)
        return papers(tournament_id, number, table)


class TableCorrection(APIView):
    """The correction of a result."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_results_correct",
        request=CorrectionSerializer,
        responses={200: PaperSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Correct a result as a director; for one who plays another member has to agree",
    )
    def post(
        self, request: Request, tournament_id: int, number: int, table: int, deal_id: int
    ) -> Response:
        """Correct a result. The log keeps the result as entered and adds the correction as an event."""
        asked, told = wish_of(request, CorrectionSerializer, "result-correct")
        version = commands.correct_result(
            tournament_id=tournament_id,
            deal_id=deal_id,
            revision=asked["revision"],
            lay=lay_of(asked),
            reason=asked["reason"],
            **told,
        )
        waits = {deal_id: waits_words(tournament_id, version)}
        return papers(tournament_id, number, table, waits)
