"""Disputes and appeals by programs: the same commands as the pages, and what each says until when."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands
from games.club.events import HouseRulesSet
from games.club.house_rules import HouseRules
from games.models import Deal, Player
from replays.commands import rulings
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db


def ask(player: Player | None, deal: Deal, what: str = "disputes", **body: str | int):
    return browser(player).post(
        f"/api/v1/deals/{deal.pk}/{what}/", body, content_type="application/json"
    )


def test_a_dispute_is_filed_joined_ruled_on_and_appealed(four, deal, discard, referee):
    an, binh = four[:2]
    filed = ask(an, deal, discard=discard, reason="It was a worst card.")
    assert filed.status_code == 201, filed.content
    assert (filed.json()["status"], filed.json()["seat"], filed.json()["until"]) == (
        "open",
        0,
        None,
    )
    joined = ask(binh, deal, discard=discard, reason="I think so, too.")
    assert joined.status_code == 201 and joined.json()["joined"] == [1]
    twice = ask(binh, deal, discard=discard, reason="I think so, too.")
    assert twice.status_code == 409
    early = ask(binh, deal, "appeal", reason="Look again.")
    assert early.status_code == 409 and "§10.8" in early.json()["detail"]
    row = rulings.give_ruling(
        by=referee,
        dispute_id=deal.disputes.get().pk,
        outcome="reversed",
        section="§10.3",
        reason="Both were worst cards.",
        now=timezone.now(),
    )
    told = browser(an).get(f"/api/v1/deals/{deal.pk}/disputes/").json()
    assert told[0]["status"] == "reversed" and told[0]["until"] is not None and row.until
    appealed = ask(binh, deal, "appeal", reason="Look again.")
    assert appealed.status_code == 200 and appealed.json()["appealed"] is True
    assert ask(an, deal, "appeal", reason="And again.").status_code == 409


def rule(referee: Player, deal: Deal, act: str = "", **body: str | int):
    what = f"disputes/{deal.disputes.get().number}/ruling/{act}"
    read = {"seen": Deal.objects.get(pk=deal.pk).version}
    return ask(referee, deal, what.removesuffix("/"), **{**read, **body})


def test_a_referee_rules_and_another_withdraws_the_ruling(four, deal, discard, referee):
    ask(four[0], deal, discard=discard, reason="It was a worst card.")
    said = {"outcome": "reversed", "section": "§10.3", "reason": "Both were worst cards."}
    for nobody in (four[0], four[1]):
        assert rule(nobody, deal, **said).json()["code"] == "ruling.not-referee"
    stale = rule(referee, deal, **said, seen=Deal.objects.get(pk=deal.pk).version - 1)
    assert (stale.status_code, stale.json()["code"]) == (409, "ruling.moved-on")
    assert rule(referee, deal, **{**said, "outcome": "withdrawn"}).status_code == 422
    ruled = rule(referee, deal, **said)
    assert (ruled.status_code, ruled.json()["status"]) == (200, "reversed")
    own = rule(referee, deal, "withdrawal/", reason="I misread the hand.")
    assert (own.status_code, own.json()["code"]) == (403, "ruling.own-ruling")
    second = Player.objects.create_user("hai", is_referee=True)
    back = rule(second, deal, "withdrawal/", reason="One was not.")
    assert (back.status_code, back.json()["status"]) == (200, "open")
    unknown = ask(referee, deal, "disputes/2/ruling", **said, seen=1)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "dispute.unknown")


def test_a_second_referee_signs_or_rejects_what_moves_much(four, deal, discard, referee):
    owner = Player.objects.create_superuser("owner")
    second = Player.objects.create_user("hai", is_referee=True)
    commands.record(
        HouseRulesSet(HouseRules(second_signature_chips=1)), by=owner, now=timezone.now()
    )
    ask(four[0], deal, discard=discard, reason="It was a worst card.")
    said = {"outcome": "reversed", "section": "§10.3", "reason": "Both were worst cards."}
    assert rule(referee, deal, **said).json()["proposed"] == "reversed"
    rejected = rule(second, deal, "rejection/", reason="Only one was.").json()
    assert (rejected["status"], rejected["proposed"]) == ("open", "")
    rule(referee, deal, **said)
    own = rule(referee, deal, "signature/")
    assert (own.status_code, own.json()["code"]) == (403, "ruling.own-signature")
    signed = rule(second, deal, "signature/").json()
    assert (signed["status"], signed["proposed"]) == ("reversed", "")


def test_what_is_wrong_is_refused_in_words_and_nothing_is_stored(four, deal, discard, stranger):
    before = Deal.objects.get(pk=deal.pk).version
    assert ask(None, deal, discard=discard, reason="No.").status_code == 401
    assert ask(stranger, deal, discard=discard, reason="No.").status_code == 403
    for body in ({}, {"discard": discard}, {"discard": "x", "reason": "No."}, {"reason": "No."}):
        assert ask(four[0], deal, **body).status_code == 422
    for at, reason in (
        (0, "No."),
        (-4, "No."),
        (10**12, "No."),
        (discard, ""),
        (discard, "x" * 1001),
    ):
        assert ask(four[0], deal, discard=at, reason=reason).status_code == 422, at
    assert ask(four[0], deal, discard=discard - 1, reason="No.").status_code == 422
    assert ask(four[0], deal, "appeal", reason="No.").status_code == 409
    assert Deal.objects.get(pk=deal.pk).version == before and not deal.disputes.exists()


def test_after_its_time_an_appeal_is_refused_by_name(four, deal, discard, referee):
    filed = ask(four[0], deal, discard=discard, reason="It was a worst card.")
    assert filed.status_code == 201
    rulings.give_ruling(
        by=referee,
        dispute_id=deal.disputes.get().pk,
        outcome="upheld",
        section="§10.3",
        reason="It was not.",
        now=timezone.now() - timedelta(days=30),
    )
    late = ask(four[0], deal, "appeal", reason="Look again.")
    assert late.status_code == 409 and "§10.8" in late.json()["detail"]


def test_a_director_who_did_not_sit_there_shows_a_second_factor(
    four, deal, discard, director, settings
):
    settings.TUSAC_SECOND_FACTOR = "required"
    refused = ask(director, deal, discard=discard, reason="A bot cannot.")
    assert refused.status_code == 403 and not deal.disputes.exists()
    settings.TUSAC_SECOND_FACTOR = "optional"
    assert ask(director, deal, discard=discard, reason="A bot cannot.").status_code == 201
