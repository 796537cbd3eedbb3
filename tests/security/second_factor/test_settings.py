"""In production a second factor is required."""

import subprocess
import sys

import pytest

from tests.support.running_site import PROJECT
from tests.support.second_factor import logged_in
from tests.support.site_settings import production, settings_with

pytestmark = pytest.mark.django_db


PRODUCTION = production()


@pytest.mark.parametrize(
    ("given", "holds"),
    [({}, "optional"), (PRODUCTION, "required"), ({"TUSAC_SECOND_FACTOR": "required"}, "required")],
)
def test_it_is_required_in_production(given, holds, tmp_path):
    answer = settings_with("TUSAC_SECOND_FACTOR", TUSAC_VAR=str(tmp_path), **given)
    assert f'"TUSAC_SECOND_FACTOR": "{holds}"' in answer.stdout


def test_a_setting_that_is_none_is_refused(tmp_path):
    answer = settings_with(TUSAC_VAR=str(tmp_path), TUSAC_SECOND_FACTOR="off")
    assert "TUSAC_SECOND_FACTOR is required or optional" in answer.stderr


def test_the_check_for_deployment_complains_of_an_optional_one(tmp_path):
    answer = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy"],
        cwd=PROJECT,
        env={**PRODUCTION, "TUSAC_VAR": str(tmp_path), "TUSAC_SECOND_FACTOR": "optional"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "tusac.W001" in answer.stderr


def test_in_the_demo_nobody_is_asked(director, settings):
    settings.TUSAC_SECOND_FACTOR = "optional"
    assert logged_in().get("/club/members/").status_code == 200
