"""Reminders: who can appeal a ruling is told once, before the time for it ends (decision 0240)."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import override_settings

from games.engine.disputing.periods import remind_at
from games.engine.rules import VINAGAMES
from games.log import aggregates
from games.models import Player
from notices import commands, projections, queries
from notices.models import Notice, Wish
from notices.tasks import remind as remind_now
from replays.commands import rulings
from replays.models import Dispute
from tests.support.cardboard import Table
from tests.support.deals import NOW, penalty_seed, stored_deal, taken_in
from tests.support.disputed import LATER, disputed
from tests.support.forger import forge
from tests.support.notices import tell, words_for
from tests.support.play_pages import browser
from tests.support.tournament_pages import player as new_player
from tournaments.models import Tournament
from tusac_site.operations.task_schedule import SUBSCRIPTIONS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NAMES = ("an", "binh", "chi", "dung")
CLUB = override_settings(
    EMAIL_HOST="mail.example", TUSAC_SITE="https://club.example", DEFAULT_FROM_EMAIL="club@example"
)


@pytest.fixture(autouse=True)
def three_days_to_appeal(settings):
    settings.TUSAC_APPEAL_HOURS = 72


def player(name: str, **duties: bool) -> Player:
    return Player.objects.filter(username=name).first() or new_player(name, **duties)


def ruled(*names: str) -> Dispute:
    """Return a deal of four members on which a referee has ruled at `LATER`."""
    deal = stored_deal(
        VINAGAMES, penalty_seed(), [player(name) for name in names or NAMES], chips_per_point=10
    )
    return rule(disputed(deal))


def rule(row: Dispute, name: str = "trong", now: datetime = LATER) -> Dispute:
    return rulings.give_ruling(
        by=player(name, is_referee=True), dispute_id=row.pk, outcome="upheld", section="§10.3",
        reason="As computed.", now=now,
    )  # fmt: skip


def remind(now: datetime) -> None:
    commands.remind(lambda: now)


def given(**about: object) -> list[str]:
    rows = Notice.objects.filter(reminder=True, **about).order_by("player__username")
    return list(rows.values_list("player__username", flat=True))


def test_an_end_is_reminded_of_a_day_ahead_and_of_a_near_one_at_half_time():
    assert remind_at(NOW, NOW + 3 * DAY) == NOW + 2 * DAY
    assert remind_at(NOW, NOW + DAY) == NOW + 12 * HOUR
    assert remind_at(NOW, NOW + 36 * HOUR) == NOW + 18 * HOUR
    assert remind_at(NOW, NOW + 30 * timedelta(minutes=1)) == NOW + timedelta(minutes=15)


def test_each_seat_is_reminded_once_a_day_before_its_appeal_ends_and_nobody_else():
    row = ruled()
    remind(LATER + 2 * DAY - timedelta(seconds=1))
    assert given() == []
    for now in (LATER + 2 * DAY, LATER + 2 * DAY + HOUR, LATER + 3 * DAY - HOUR):
        remind(now)
    assert given() == list(NAMES)
    (words,) = words_for(player("an"))
    assert words.startswith(f"The ruling on deal {row.deal.number} at ")
    assert " can be appealed until " in words


@pytest.mark.parametrize("what", ["appealed", "withdrawn", "over"])
def test_nobody_is_reminded_of_what_can_be_appealed_no_more(what):
    row = ruled()
    now = LATER + 2 * DAY
    if what == "appealed":
        rulings.appeal_ruling(by=player("an"), dispute_id=row.pk, reason="Look again", now=LATER)
    elif what == "withdrawn":
        judge = player("hai", is_referee=True)
        rulings.withdraw_ruling(by=judge, dispute_id=row.pk, reason="Wrong deal", now=LATER)
    else:
        now = LATER + 3 * DAY
    remind(now)
    assert given() == []


def test_a_ruling_that_is_given_anew_has_a_reminder_of_its_own():
    row = ruled()
    remind(LATER + 2 * DAY)
    judge = player("hai", is_referee=True)
    rulings.withdraw_ruling(by=judge, dispute_id=row.pk, reason="Wrong deal", now=LATER + 2 * DAY)
    rule(row, "ba", now=LATER + 2 * DAY)
    remind(LATER + 2 * DAY + HOUR)
    assert len(given()) == 4
    remind(LATER + 4 * DAY)
    assert given(player=player("an")) == ["an", "an"]


def test_guests_are_not_reminded():
    ruled()
    Player.objects.filter(username="binh").update(is_guest=True)
    remind(LATER + 2 * DAY)
    assert given() == ["an", "chi", "dung"]


def test_a_worker_that_is_killed_between_two_members_has_reminded_nobody_and_the_next_one_all(
    monkeypatch,
):
    ruled()
    made = Notice.objects.bulk_create

    class Killed(BaseException):
        """What no `except Exception` takes, as little as a signal."""

    def half(rows, **options):
        made(rows[:2], **options)
        raise Killed

    with monkeypatch.context() as broken:
        broken.setattr(type(Notice.objects), "bulk_create", lambda _self, *a, **k: half(*a, **k))
        with pytest.raises(Killed):
            remind(LATER + 2 * DAY)
    assert given() == []
    remind(LATER + 2 * DAY)
    assert given() == list(NAMES)


def test_two_workers_that_both_found_it_due_remind_once(monkeypatch):
    ruled()
    found = queries.reminders(LATER + 2 * DAY)
    assert len(found) == 1
    monkeypatch.setattr("notices.queries.reminders", lambda _now: found)
    remind(LATER + 2 * DAY)
    remind(LATER + 2 * DAY)
    assert given() == list(NAMES)


@CLUB
def test_it_stands_in_the_list_on_the_bell_and_in_the_api_and_goes_by_mail_once(mailoutbox):
    ruled()
    an = player("an")
    Player.objects.filter(pk=an.pk).update(email="an@secret.example")
    commands.wish_mail(by=an, by_mail=True, language="en")
    remind(LATER + 2 * DAY)
    page = browser(an).get("/notices", headers={"Accept-Language": "en"}).content.decode()
    assert "can be appealed until" in page and "at=judged" in page
    assert "Notices (1)" in " ".join(page.split())
    (told,) = browser(an).get("/api/v1/notices/", headers={"Accept-Language": "en"}).json()
    assert told["event"] == "reminder.appeal-ends" and told["link"].endswith("?at=judged")
    for _twice in range(2):
        remind(LATER + 2 * DAY)
        commands.send_due(now=LATER + 2 * DAY)
    (sent,) = mailoutbox
    assert "can be appealed until" in sent.body


def test_a_rebuild_keeps_what_was_given_among_the_others_by_time_and_sends_none_again():
    ruled()
    remind(LATER + 2 * DAY)
    late = stored_deal(
        VINAGAMES, penalty_seed(), [player(name) for name in NAMES], chips_per_point=10
    )
    at = taken_in(late).version
    rulings.file_dispute(
        by=player("binh"), deal_id=late.pk, discard=at, reason="Why?", now=LATER + 3 * DAY
    )
    tell()
    an = player("an")
    # Told late, as if the follower had waited until behind the reminder.
    before = sorted(words_for(an))
    Wish.objects.create(player=an, by_mail=True)
    Notice.objects.filter(player=an, reminder=True).update(read=True)
    for _twice in range(2):
        projections.rebuild_all()
    assert sorted(words_for(an)) == before
    order = list(Notice.objects.filter(player=an).order_by("id").values_list("at"))
    assert order == sorted(order)
    assert given(player=an, read=True, mail_due=False) == ["an"]
    remind(LATER + 2 * DAY + HOUR)
    assert given(player=an) == ["an"]


def test_a_rebuild_that_is_killed_forgets_no_reminder(monkeypatch):
    ruled()
    remind(LATER + 2 * DAY)
    tell()

    def killed(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr(projections, "told_by", killed)
    with pytest.raises(KeyboardInterrupt):
        projections.rebuild_all()
    assert given() == list(NAMES)


def paper(director: Player, name: str = "trong") -> Table:
    """Return a table with real cards on whose discard a referee has ruled, with an hour to appeal."""
    table = Table(director, deals=1, appeal_minutes=60)
    table.enter(table.seats[0])
    table.confirm(table.seats[1])
    table.dispute(table.seats[2])
    table.rule(player(name, is_referee=True))
    return table


def test_the_seats_of_a_table_with_real_cards_are_reminded_at_half_time():
    table = paper(player("dora", is_director=True))
    until = Tournament.objects.get(pk=table.id).appeal_until
    assert until is not None
    remind(until - timedelta(minutes=31))
    assert given() == []
    for _twice in range(2):
        remind(until - timedelta(minutes=29))
    assert given() == list(NAMES)
    (words,) = [one for one in words_for(player("an")) if "can be appealed until" in one]
    assert "table 1: the ruling on deal 1 can be appealed until" in words
    link = browser(player("an")).get("/notices").content.decode()
    deal = table.score().deal_id
    assert f"/tournaments/{table.id}/rounds/1/tables/1/deals/{deal}/discard" in link


def test_one_damaged_deal_keeps_no_reminder_of_the_others_back(caplog):
    table = paper(player("dora", is_director=True))
    until = Tournament.objects.get(pk=table.id).appeal_until
    assert until is not None
    row = ruled("em", "gia", "hoa", "khoa")
    assert row.until is not None
    Dispute.objects.filter(pk=row.pk).update(until=until + HOUR, ruled_at=until - DAY)
    forge("UPDATE log_event SET payload = '{' WHERE stream = %s AND version = 3",
          f"tournament-{table.id}")  # fmt: skip
    aggregates.forget_all()
    remind(until - timedelta(minutes=29))
    assert given() == ["em", "gia", "hoa", "khoa"]
    assert f"of tournament {table.id}" in caplog.text


def test_a_damaged_deal_reminds_its_own_seats_too():
    row = ruled()
    forge("UPDATE log_event SET payload = '{' WHERE stream = %s AND version = 3", row.deal.stream)
    aggregates.forget_all()
    remind(LATER + 2 * DAY)
    assert given() == list(NAMES)


def test_the_task_reminds_by_the_clock_and_costs_little_where_nothing_ends(
    django_assert_max_num_queries,
):
    with django_assert_max_num_queries(4):
        remind_now()
    row = ruled()
    now = datetime.now(UTC)
    Dispute.objects.filter(pk=row.pk).update(ruled_at=now - 2 * DAY, until=now + HOUR)
    remind_now()
    assert given() == list(NAMES)
    assert any(one.task == "notices.tasks.remind" for one in SUBSCRIPTIONS)
