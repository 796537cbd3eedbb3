"""API of disputes about a discard at tables with real cards: filing, answering, ruling and appealing."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import body_of, player_of, problems, wish_of
from games.api.scopes import DIRECT, PLAY
from games.engine.disputing.outcomes import Outcome
from games.inputs import LARGEST_ID, Fields, WholeNumber
from tournaments import commands
from tournaments.api.cardboard import PaperSerializer, papers
from tournaments.engine.people.entries import REASON_LENGTH
from tournaments.engine.real_cards.events import Discard
from tournaments.engine.real_cards.outcome_names import NAMES, outcome_said


def _names(most: int, least: int = 0) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.CharField(max_length=60), min_length=least, max_length=most
    )


class DiscardSerializer(Fields):
    """The discard that completed the winner's hand."""

    seat = WholeNumber(min_value=0, help_text=_("The seat that discarded."))
    card = serializers.CharField(max_length=2, help_text=_("Such as `Mr`."))
    hand = _names(21, 1)
    public = serializers.ListField(
        child=_names(21),
        min_length=3,
        max_length=4,
        help_text=_("By seat, the face-up sets, such as `pair Rr Rr`."),
    )
    dead = _names(40)


class FilingSerializer(Fields):
    """A request to dispute the penalty in a result with real cards, or to join such a dispute."""

    revision = WholeNumber(min_value=1)
    discard = DiscardSerializer(
        required=False,
        allow_null=True,
        help_text=_("Omit it to join a dispute that another seat has filed (§10.7)."),
    )
    reason = serializers.CharField()
    idempotency_key = serializers.UUIDField()


def _seen(**options: Any) -> WholeNumber:
    return WholeNumber(
        min_value=1,
        max_value=LARGEST_ID,
        help_text=(
            "The `seen` of the dispute when you read it. If anything has happened in the dispute "
            "since, the request is refused."
        ),
        **options,
    )


class PaperRulingSerializer(Fields):
    """A referee's ruling."""

    revision = WholeNumber(min_value=1)
    seen = _seen(allow_null=True, default=None)
    outcome = serializers.ChoiceField(
        choices=sorted(NAMES - {Outcome.WITHDRAWN}),
        required=False,
        help_text=_("The outcome by its name, instead of the three that follow."),
    )
    penalty = serializers.BooleanField(
        required=False, help_text=_("Whether the discarder pays the penalty.")
    )
    shared = serializers.BooleanField(
        default=False, help_text=_("Whether the other losers pay half of it each (§10.8).")
    )
    void = serializers.BooleanField(
        default=False,
        help_text=_(
            "Whether the deal is void, so that nobody pays anything (§10.8); then there is no penalty."
        ),
    )
    section = serializers.CharField(max_length=10)
    reason = serializers.CharField()
    idempotency_key = serializers.UUIDField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the input with its `outcome`, named by the client or made from three flags.

        Raises ValidationError if `outcome` and `penalty` are missing.
        """
        if "outcome" not in attrs:
            if "penalty" not in attrs:
                raise serializers.ValidationError({"penalty": self.error_messages["required"]})
            attrs["outcome"] = outcome_said(
                attrs["penalty"], shared=attrs["shared"], void=attrs["void"]
            )
        return attrs


class PaperAppealSerializer(Fields):
    """The reason for an appeal, or the answer of the accused seat."""

    revision = WholeNumber(min_value=1)
    reason = serializers.CharField()
    idempotency_key = serializers.UUIDField()


class SignRulingSerializer(Fields):
    """A signature under a proposed ruling."""

    revision = WholeNumber(min_value=1)
    seen = _seen()
    idempotency_key = serializers.UUIDField()


class RejectRulingSerializer(SignRulingSerializer):
    """A rejection of a proposed ruling, or a withdrawal of a proposal or ruling, with the reason."""

    reason = serializers.CharField(max_length=REASON_LENGTH)


def _told(
    request: Request, asked: dict[str, Any], what: str, place: tuple[int, int]
) -> dict[str, Any]:
    by = player_of(request)
    return {
        "by": by,
        "tournament_id": place[0],
        "deal_id": place[1],
        "revision": asked["revision"],
        "reason": asked["reason"],
        "now": timezone.now(),
        "idempotency_key": f"discard-{what}:{by.pk}:{asked['idempotency_key']}",
    }


class TableDispute(APIView):
    """Files or joins a dispute about the penalty in a real-card result, or about the lack of one."""

    scopes = {"POST": PLAY}

    @extend_schema(
        operation_id="tournaments_results_dispute",
        request=FilingSerializer,
        responses={200: PaperSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Dispute the penalty of your table's result; the engine judges the discard by §10",
    )
    def post(
        self, request: Request, tournament_id: int, number: int, table: int, deal_id: int
    ) -> Response:
        """File a dispute by reporting the discard and the cards at that moment, once per key.

        Without a discard, this joins the dispute that another seat has filed. With the scope `direct`, a director or
        referee who doesn't play in the tournament may file one too.
        """
        asked = body_of(request, FilingSerializer)
        told = asked.get("discard")
        if told is None:
            commands.join_discard(**_told(request, asked, "join", (tournament_id, deal_id)))
            return papers(tournament_id, number, table)
        discard = Discard(
            told["seat"],
            told["card"],
            tuple(told["hand"]),
            tuple(map(tuple, told["public"])),
            tuple(told["dead"]),
        )
        commands.dispute_discard(
            discard=discard,
            **_told(request, asked, "dispute", (tournament_id, deal_id)),
        )
        return papers(tournament_id, number, table)


class TableRuling(APIView):
    """A ruling on a disputed penalty."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_results_rule",
        request=PaperRulingSerializer,
        responses={200: PaperSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Rule whether a disputed penalty is paid, as a referee without interest",
    )
    def post(
        self, request: Request, tournament_id: int, number: int, table: int, deal_id: int
    ) -> Response:
        """Rule on the dispute, citing a section and a reason."""
        asked = body_of(request, PaperRulingSerializer)
        commands.rule_on_discard(
            outcome=asked["outcome"],
            section=asked["section"],
            seen=asked["seen"],
            **_told(request, asked, "rule", (tournament_id, deal_id)),
        )
        return papers(tournament_id, number, table)


class RulingWithdrawal(APIView):
    """The withdrawal of a ruling."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_results_withdraw_ruling",
        request=RejectRulingSerializer,
        responses={200: PaperSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Withdraw a ruling, so that the dispute waits again (§10.8)",
    )
    def post(
        self, request: Request, tournament_id: int, number: int, table: int, deal_id: int
    ) -> Response:
        """Withdraw the ruling as a referee without an interest, once per key."""
        asked, told = wish_of(request, RejectRulingSerializer, "discard-withdraw", deal_id)
        commands.rule_on_discard(
            tournament_id=tournament_id,
            deal_id=deal_id,
            outcome=Outcome.WITHDRAWN,
            section="",
            **asked,
            **told,
        )
        return papers(tournament_id, number, table)


class RulingSignature(APIView):
    """The second referee's signature under a proposed ruling."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_results_sign_ruling",
        request=SignRulingSerializer,
        responses={200: PaperSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Sign another referee's proposed ruling (§10.8)",
    )
    def post(
        self, request: Request, tournament_id: int, number: int, table: int, deal_id: int
    ) -> Response:
        """Sign the ruling as a referee without an interest, once per key."""
        asked, told = wish_of(request, SignRulingSerializer, "discard-sign", deal_id)
        commands.sign_on_discard(tournament_id=tournament_id, deal_id=deal_id, **asked, **told)
        return papers(tournament_id, number, table)


class RulingRejected(APIView):
    """The rejection of a proposed ruling."""

    scopes = {"POST": DIRECT}

    @extend_schema(
        operation_id="tournaments_results_reject_ruling",
        request=RejectRulingSerializer,
        responses={200: PaperSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Reject another referee's proposed ruling, or take your own back (§10.8)",
    )
    def post(
        self, request: Request, tournament_id: int, number: int, table: int, deal_id: int
    ) -> Response:
        """Reject another referee's proposal, or take your own back, with a reason and once per key."""
        asked, told = wish_of(request, RejectRulingSerializer, "discard-unsign", deal_id)
        commands.unsign_discard(tournament_id=tournament_id, deal_id=deal_id, **asked, **told)
        return papers(tournament_id, number, table)


class TableAnswer(APIView):
    """The answer of the seat whose discard is disputed."""

    scopes = {"POST": PLAY}

    @extend_schema(
        operation_id="tournaments_results_answer",
        request=PaperAppealSerializer,
        responses={200: PaperSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Answer the dispute of your own discard, once and before the ruling",
    )
    def post(
        self, request: Request, tournament_id: int, number: int, table: int, deal_id: int
    ) -> Response:
        """Answer as the seat that made the disputed discard (§10.7)."""
        asked = body_of(request, PaperAppealSerializer)
        commands.answer_discard(**_told(request, asked, "answer", (tournament_id, deal_id)))
        return papers(tournament_id, number, table)


class TableAppeal(APIView):
    """An appeal against a ruling."""

    scopes = {"POST": PLAY}

    @extend_schema(
        operation_id="tournaments_results_appeal",
        request=PaperAppealSerializer,
        responses={200: PaperSerializer(many=True), **problems(400, 403, 404, 409, 422)},
        summary="Appeal the ruling on your table's deal to another referee, once",
    )
    def post(
        self, request: Request, tournament_id: int, number: int, table: int, deal_id: int
    ) -> Response:
        """Appeal a ruling, with a reason."""
        asked = body_of(request, PaperAppealSerializer)
        commands.appeal_ruling(**_told(request, asked, "appeal", (tournament_id, deal_id)))
        return papers(tournament_id, number, table)
