"""Serializers of deals, which read a `SeenDeal`.

Its view and events were reduced by `sight` to what the player may see; no other data about cards gets here.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api import fields
from games.api.fields import Plain, Text, event_name, result_to_plain
from games.api.serializers.problems import Pair, ProblemSerializer
from games.api.values import CLAIMS, PHASES, SET_KINDS
from games.commands.deal.presence import LEAST_GIVEN, MOST_GIVEN
from games.common.addresses import whole_address
from games.engine.recording.notation import event_to_plain, rules_to_plain
from games.engine.shuffle import SEED_LENGTH
from games.inputs import Fields, WholeNumber


class CardSetSerializer(Fields):
    """A set of cards (§2)."""

    kind = serializers.ChoiceField(choices=SET_KINDS)
    cards = fields.cards()


class ActiveSerializer(Fields):
    """The active card (lá tỳ) and where it came from."""

    card = fields.card()
    seat = serializers.IntegerField()
    drawn = serializers.BooleanField()
    version = serializers.IntegerField()


class UsefulnessSerializer(Pair):
    """A card that could be discarded, and how useful the cards still to come could then be (§10.3)."""

    card = fields.card()
    usefulness = serializers.IntegerField()


class VerdictSerializer(Fields):
    """The usefulness of each possible discard, and the worst cards (§10.3)."""

    usefulness = UsefulnessSerializer(many=True)
    worst = fields.cards()


class OfferSerializer(Fields):
    """The claims that the requesting player's seat may make (§6.6), and the seat's answer.

    The answer is null until the seat has given one.
    """

    kinds = serializers.ListField(child=serializers.ChoiceField(choices=CLAIMS))
    answer = serializers.ListField(child=serializers.ChoiceField(choices=CLAIMS), allow_null=True)


class DealSeatSerializer(Fields):
    """A seat of a deal as the requesting player may see it."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    bot_account = serializers.BooleanField(help_text=fields.BOT_ACCOUNT)
    participant = serializers.CharField(help_text=_("player:12 or bot:club."))
    ready = serializers.BooleanField()
    gone = serializers.BooleanField(
        help_text=_("Whether the careful bot plays this seat without waiting.")
    )
    bank_left = serializers.IntegerField(
        help_text=_("The seat's extra time in this deal, in seconds.")
    )
    commitment = serializers.CharField(
        source="bound.commitment",
        allow_null=True,
        help_text=_("SHA-256 of the seat's seed; null before it is bound to one."),
    )
    kept = serializers.BooleanField(
        source="bound.kept", allow_null=True, help_text=_("Whether the server keeps the seed.")
    )
    seed = serializers.CharField(
        allow_null=True, help_text=_("The seed, once it is opened. Null until every seat is bound.")
    )
    public = CardSetSerializer(many=True)
    private_count = serializers.IntegerField()
    khaps = serializers.IntegerField(
        allow_null=True,
        help_text=_("Null if players do not announce their khạp under these rules (§3.3)."),
    )
    hand = fields.cards(
        allow_null=True,
        help_text=_("The private block; null for another seat's while the deal is played."),
    )


class DisputeSerializer(Fields):
    """A dispute about a discard, with its ruling once there is one."""

    number = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    discard = serializers.IntegerField()
    reason = serializers.CharField()
    upheld = serializers.BooleanField(allow_null=True)
    shared = serializers.BooleanField(help_text=_("Whether the payment was shared (§10.8)."))
    section = serializers.CharField()
    ruling = serializers.CharField()


class EndingSerializer(Fields):
    """How a deal ended."""

    result = Plain(result_to_plain, help_text=_("In the form that docs/records.md describes."))
    secret = serializers.CharField(allow_null=True)
    next_starter = serializers.IntegerField()
    cancelled = serializers.CharField()
    disputes = DisputeSerializer(many=True)


class DealSerializer(Fields):
    """A deal as the requesting player may see it."""

    id = serializers.IntegerField(source="deal.pk")
    table = serializers.IntegerField(source="deal.table_id")
    number = serializers.IntegerField(
        source="deal.number",
        help_text=_(
            "The number of the deal at its table. If a deal is called off, the next one gets "
            "its number."
        ),
    )
    version = serializers.IntegerField(
        source="view.version",
        help_text=_("The number of events that you can see; all of them once the deal is over."),
    )
    phase = serializers.ChoiceField(choices=PHASES, source="view.phase")
    turn = serializers.IntegerField(
        source="view.turn",
        help_text="The seat in turn, even while other seats may claim the active card.",
    )
    waiting = serializers.ListField(
        child=serializers.IntegerField(),
        help_text=(
            "The seats that the deal waits for, as far as you may know: of claims you see only "
            "whether you are asked yourself. Empty once the deal is over."
        ),
    )
    window = serializers.BooleanField(
        help_text=_(
            "True while claims are open until `deadline`, even if nobody was asked (§6.10)."
        )
    )
    may_hold = serializers.BooleanField()
    may_let_pairs_go = serializers.BooleanField(
        help_text=_("Whether you may now start or stop letting pairs go (§13.6).")
    )
    lets_pairs_go = serializers.BooleanField(
        source="view.lets_pairs_go",
        help_text=_("Whether you are letting pairs go, which nobody else can see (§13.6)."),
    )
    waived = serializers.IntegerField(
        source="view.waived",
        allow_null=True,
        help_text=_("The seat that did not use its pair for the active card (§13.6)."),
    )
    deadline = serializers.DateTimeField(allow_null=True)
    bank_seconds = serializers.IntegerField(
        help_text=_(
            "How many of the seconds before `deadline` are the extra time of the seat whose "
            "turn it is."
        )
    )
    unseen_until = serializers.DateTimeField(
        allow_null=True,
        help_text=_(
            "When the careful bot will play for the seat whose turn it is, because its page "
            "is not open. Hidden from that seat."
        ),
    )
    paused = serializers.BooleanField()
    asking = serializers.ListField(
        child=serializers.IntegerField(),
        help_text=_("The seats that have asked for a pause or, during a pause, to continue."),
    )
    my_seat = serializers.IntegerField(source="view.viewer", allow_null=True)
    rules = Plain(rules_to_plain, source="view.rules")
    commitment = serializers.CharField(source="view.commitment")
    starter = serializers.IntegerField(source="view.starter", allow_null=True)
    dice = serializers.ListField(
        source="view.dice", child=serializers.IntegerField(), allow_null=True
    )
    stock = serializers.IntegerField(
        source="view.stock", help_text=_("The number of cards in its hand.")
    )
    dead = fields.cards(source="view.dead")
    active = ActiveSerializer(source="view.active", allow_null=True)
    seats = DealSeatSerializer(source="seen_seats", many=True)
    sets = CardSetSerializer(
        source="view.arranged.sets",
        many=True,
        help_text=_("Your hand, sorted into sets."),
    )
    trash = fields.cards(source="view.arranged.trash")
    verdict = VerdictSerializer(source="view.verdict", allow_null=True)
    offer = OfferSerializer(source="view.offer", allow_null=True)
    moves = fields.moves()
    ending = EndingSerializer(source="view.ending", allow_null=True)
    pot = serializers.IntegerField(
        allow_null=True,
        help_text=_(
            "Chips in the pot during the deal (§13.14). Null if there is no pot or the cards "
            "are not dealt yet."
        ),
    )
    pot_taker = serializers.IntegerField(
        allow_null=True, help_text=_("The seat that wins the pot; null if nobody does.")
    )


class FinishedSeatSerializer(Fields):
    """A seat of a finished deal."""

    number = serializers.IntegerField()
    participant = serializers.CharField(source="label")
    net = serializers.IntegerField(allow_null=True, help_text=_("Points."))


class FinishedDealSerializer(Fields):
    """A line in the list of finished deals."""

    id = serializers.IntegerField()
    table = serializers.IntegerField(source="table_id")
    number = serializers.IntegerField()
    ended_at = serializers.DateTimeField()
    winner = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField()
    offender = serializers.IntegerField(allow_null=True)
    real_cards = serializers.BooleanField()
    seats = FinishedSeatSerializer(many=True)


class _PageFrom(serializers.URLField):
    """The address of the previous or next page of the requested list, made from the id of the deal beside it."""

    def to_representation(self, value: Any) -> str:
        request = self.context["request"]
        query = request.query_params.copy()
        for way in ("before", "after"):
            query.pop(way, None)
        query["before" if self.source == "older" else "after"] = str(value)
        return whole_address(f"{request.path}?{query.urlencode()}")


class FinishedDealsSerializer(Fields):
    """A page of the list of finished deals."""

    next = _PageFrom(source="older", allow_null=True)
    previous = _PageFrom(source="newer", allow_null=True)
    results = FinishedDealSerializer(source="deals", many=True)


class EventSerializer(Fields):
    """An event as the requesting player may see it."""

    version = serializers.IntegerField()
    at = serializers.DateTimeField()
    name = Text(event_name, source="event")
    payload = Plain(
        event_to_plain, source="event", help_text=_("In the form that docs/records.md describes.")
    )


class SeenEventsSerializer(Fields):
    """The events after a requested version, and the deal's current version."""

    version = serializers.IntegerField(source="view.version")
    events = EventSerializer(many=True)


class LegalMovesSerializer(Fields):
    """The requesting player's legal moves, in notation, and the version in which they are legal."""

    version = serializers.IntegerField(source="view.version")
    seat = serializers.IntegerField(source="view.viewer", allow_null=True)
    moves = fields.moves()


class MoveSerializer(Fields):
    """A move to make, chosen by the player in the state at `expected_version`."""

    move = serializers.CharField(
        max_length=100, help_text=_("discard Rr, meld Cr Nr, meld, hit, pass, claim win.")
    )
    move_id = serializers.CharField(
        max_length=64,
        help_text=_(
            "8 to 64 letters, digits or hyphens. If the same one is sent again, the move is "
            "stored only once."
        ),
    )
    expected_version = WholeNumber(min_value=0)
    seat = WholeNumber(required=False, help_text=_("Your own seat; may be omitted."))


class PauseSerializer(Fields):
    """A request for a pause, or with `resume` a request to end the pause."""

    resume = serializers.BooleanField(default=False)


class TimeSerializer(Fields):
    """A grant of extra time for the players whom a deal waits for; the same `key` grants it only once."""

    seconds = WholeNumber(min_value=LEAST_GIVEN, max_value=MOST_GIVEN)
    key = serializers.UUIDField()


class PairsSerializer(Fields):
    """The new state of the switch "let pairs go" (§13.6), and the version of the deal that the player saw."""

    on = serializers.BooleanField()
    expected_version = WholeNumber(min_value=0)


class HoldSerializer(Fields):
    """A request to hold the claim window, with the version that the player saw."""

    expected_version = WholeNumber(min_value=0)


class RecordSerializer(Fields):
    """The record of a finished deal, in the form that docs/records.md describes."""

    format = serializers.CharField()
    deal = serializers.CharField()
    rules = serializers.DictField()
    players = serializers.ListField(child=serializers.CharField())
    commitment = serializers.CharField()
    secret = serializers.CharField(allow_null=True)
    seeds = serializers.ListField(child=serializers.CharField(allow_null=True))
    dice = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    starter = serializers.IntegerField(allow_null=True)
    events = serializers.ListField(child=serializers.DictField())
    result = serializers.DictField()


class VersionSerializer(Fields):
    """The deal's version after the request."""

    version = serializers.IntegerField()


class RefusedMoveSerializer(ProblemSerializer):
    """The reason why a move was refused, and the deal as it is now.

    The deal is missing if the request could not be read.
    """

    current = DealSerializer(required=False)


class ReadySerializer(Fields):
    """A player's message that they are ready, with the commitment to their seed for the shuffle."""

    commitment = serializers.CharField(
        max_length=64,
        default="",
        allow_blank=True,
        help_text=_(
            "SHA-256 of your seed's text, in hex. If this is empty, the server makes and keeps "
            "the seed."
        ),
    )


class RevealSerializer(Fields):
    """The seed that the player has committed to, now revealed."""

    seed = serializers.CharField(max_length=SEED_LENGTH)
