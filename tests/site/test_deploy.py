"""What deploy/ holds fits what the site is: commands that exist, variables that are read, logs without queries."""

import os
import re
import shutil
import subprocess
from importlib.util import find_spec

import pytest
import yaml
from django.conf import settings
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tests.support.running_site import PROJECT
from tests.support.threads import on_a_loop
from tusac_site.serving.request_bodies import LARGEST_BODY, LARGEST_PHOTOGRAPH, largest

DEPLOY = PROJECT / "deploy"


def test_every_program_that_the_units_and_containers_start_exists() -> None:
    units = "".join(file.read_text() for file in (DEPLOY / "systemd").glob("*.service"))
    modules = set(re.findall(r"-m ([\w.]+)", units))
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    for service in services.values():
        command = service.get("command", [])
        modules |= {command[at + 1] for at, word in enumerate(command) if word == "-m"}
    assert modules == {
        "tusac_site.local.clubs",
        "tusac_site.local.prepare",
        "tusac_site.operations.club_keys",
        "uvicorn",
        "celery",
    }
    assert all(find_spec(module) is not None for module in modules)


@pytest.mark.skipif(
    not (shutil.which("systemd-analyze") or os.environ.get("CI")), reason="needs systemd-analyze"
)
@pytest.mark.parametrize("unit", sorted(path.name for path in DEPLOY.glob("systemd/*.timer")))
def test_a_timer_names_a_time_and_starts_a_unit_that_exists(unit: str) -> None:
    timer = DEPLOY / "systemd" / unit
    assert timer.with_suffix(".service").exists()
    (when,) = re.findall(r"^OnCalendar=(.+)$", timer.read_text(encoding="utf-8"), flags=re.M)
    assert subprocess.run(["systemd-analyze", "calendar", when], check=False).returncode == 0


@pytest.mark.skipif(
    not (shutil.which("systemd-analyze") or os.environ.get("CI")), reason="needs systemd-analyze"
)
@pytest.mark.parametrize("unit", sorted(path.name for path in DEPLOY.glob("systemd/*.service")))
def test_a_unit_may_do_little_more_than_it_must(unit: str) -> None:
    """A stolen process must find nothing to take: `systemd-analyze` counts what a unit may do, from 0 to 10."""
    said = subprocess.run(
        [
            "systemd-analyze",
            "security",
            "--offline=true",
            "--no-pager",
            str(DEPLOY / "systemd" / unit),
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    (level,) = re.findall(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert float(level) < 3


def test_the_environments_variables_are_all_told_of() -> None:
    told = (PROJECT / "docs" / "operations.md").read_text(encoding="utf-8")
    sample = (DEPLOY / "tusac.env.example").read_text(encoding="utf-8")
    names = re.findall(r"^([A-Z_]+)=", sample, flags=re.M)
    assert "SECRET_KEY" in names
    assert [name for name in names if f"`{name}`" not in told] == []


def test_the_sample_has_no_secret_that_somebody_could_leave_in() -> None:
    sample = (DEPLOY / "tusac.env.example").read_text(encoding="utf-8")
    for name in ("SECRET_KEY", "TUSAC_LOG_KEY", "TUSAC_DEAL_KEY", "TUSAC_METRICS_TOKEN"):
        assert f"\n{name}=\n" in sample


def test_no_proxy_logs_a_query_or_holds_a_stream_back() -> None:
    nginx = (DEPLOY / "nginx" / "tusac.conf").read_text(encoding="utf-8")
    (form,) = re.findall(r"^log_format .*$", nginx, flags=re.M)
    assert not re.search(r"\$(request|args|query_string|request_uri)\b", form)
    assert "proxy_buffering off" in nginx
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert r'request>uri regexp \?.* ""' in caddy
    assert "flush_interval -1" in caddy


def test_nginx_takes_what_the_club_accepts_and_no_more() -> None:
    """One megabyte was too little for a list of entries, and a photograph by the API was refused."""
    nginx = (DEPLOY / "nginx" / "tusac.conf").read_text(encoding="utf-8")
    sizes = [int(size) * 2**20 for size in re.findall(r"client_max_body_size (\d+)m;", nginx)]
    assert sizes == [LARGEST_BODY, LARGEST_PHOTOGRAPH]
    (photographs,) = re.findall(r"location ~ \^(\S+)\$ \{\s+client_max_body", nginx)
    for address in (
        "/tournaments/1/rounds/2/tables/3/deals/4/photographs",
        "/api/v1/tournaments/1/rounds/2/tables/3/results/4/photographs/",
    ):
        assert re.fullmatch(photographs, address)
        assert largest("POST", address) == LARGEST_PHOTOGRAPH
    assert not re.fullmatch(photographs, "/api/v1/tournaments/1/")


def test_nginx_keeps_the_port_of_the_host_as_the_browser_said_it() -> None:
    """On another port than 443 no form was accepted: its origin was none of the club's."""
    nginx = (DEPLOY / "nginx" / "tusac.conf").read_text(encoding="utf-8")
    assert "proxy_set_header Host $http_host;" in nginx
    assert "Host $host;" not in nginx


def test_nginx_bounds_how_often_and_on_how_many_connections_an_address_asks() -> None:
    nginx = (DEPLOY / "nginx" / "tusac.conf").read_text(encoding="utf-8")
    zones = dict(re.findall(r"limit_(?:req|conn)_zone (\S+) zone=(\w+):", nginx))
    assert zones["$tusac_stranger"] == "tusac_strangers"
    used = re.findall(r"limit_req zone=(\w+) burst=\d+ nodelay;", nginx)
    assert {"tusac_strangers", "tusac_addresses"} <= set(used)
    (most,) = re.findall(r"limit_conn tusac_connections (\d+);", nginx)
    assert int(most) > settings.TUSAC_STREAMS_PER_ADDRESS
    (member,) = re.findall(r'"~\*(.+)" "";', nginx)
    for shown in (
        f"csrftoken=x; {settings.SESSION_COOKIE_NAME}=x",
        "Token abc",
        "__Host-sessionid=x",
    ):
        assert re.search(member, shown, re.IGNORECASE)
    assert not re.search(member, "csrftoken=x; mysessionid=x", re.IGNORECASE)


def test_proxies_compress_pages_and_no_stream() -> None:
    """As `test_static_files.py` counts the first view of a table."""
    nginx = (DEPLOY / "nginx" / "tusac.conf").read_text(encoding="utf-8")
    assert "gzip_comp_level 5;" in nginx and "gzip_proxied any;" in nginx
    assert (
        "gzip off;"
        in nginx.partition("location ~ ^/(stream|api/v1/stream/)$ {")[2].partition("}")[0]
    )
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    encoded = caddy.partition("encode zstd gzip {")[2].partition("reverse_proxy")[0]
    assert "header Content-Type text/html*" in encoded


@pytest.mark.parametrize(
    ("peer", "seen"), [("127.0.0.1", "192.0.2.7"), ("203.0.113.5", "203.0.113.5")]
)
def test_the_address_that_asks_is_taken_from_the_proxy_alone(peer: str, seen: str) -> None:
    unit = (DEPLOY / "systemd" / "tusac-web@.service").read_text(encoding="utf-8")
    (trusted,) = re.findall(r"--forwarded-allow-ips (\S+)", unit)
    clients = []

    async def site(scope, receive, send):
        clients.append(scope["client"][0])

    scope = {
        "type": "http",
        "client": (peer, 5000),
        "scheme": "http",
        "headers": [(b"x-forwarded-for", b"192.0.2.7"), (b"x-forwarded-proto", b"https")],
    }
    on_a_loop(lambda: ProxyHeadersMiddleware(site, trusted)(scope, None, None))  # type: ignore[arg-type]
    assert clients == [seen]


def test_the_proxies_say_who_asks_and_drop_what_the_client_says() -> None:
    nginx = (DEPLOY / "nginx" / "tusac.conf").read_text(encoding="utf-8")
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in nginx
    assert "proxy_add_x_forwarded_for" not in nginx
    assert 'proxy_set_header Forwarded "";' in nginx
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "header_up X-Forwarded-For {remote_host}" in caddy
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    # Whoever reached this port could say any address.
    assert "ports" not in services["web"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
