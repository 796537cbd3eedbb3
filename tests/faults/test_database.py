"""PostgreSQL is killed under a running club."""

import urllib.error
import urllib.request

import pytest

from tests.support.faults.evening import Member, assert_all_is_well
from tests.support.running_site import RunningSite
from tests.support.servers import Server


@pytest.mark.only_on("postgresql")
def test_while_its_database_is_gone_the_club_says_so_and_then_goes_on_by_itself(
    club: RunningSite, lan: Member, database_server: Server
) -> None:
    deal_id = lan.deal_at_new_table()
    lan.move(deal_id)
    database_server.kill()
    try:
        status, said = lan.ask("GET", f"deals/{deal_id}/")
        assert status == 503
        assert said["code"] == "service.away"
        assert "save or load" in said["detail"] and "table" not in said["detail"]
        with pytest.raises(urllib.error.HTTPError) as page:
            urllib.request.urlopen(club.base_url + "/", timeout=30)
        assert page.value.code == 503
        assert "Traceback" not in page.value.read().decode()
        assert club.get("/healthz") == (200, "ok")
    finally:
        database_server.start()
    lan.play(deal_id)
    assert_all_is_well(club, deal_id)
