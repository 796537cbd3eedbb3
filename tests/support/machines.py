"""Machines as `deploy/` sets them up: each runs systemd's units in a network namespace, with folders of its own.

PostgreSQL, Redis and nginx are on this machine, as on a third.
"""

import re
import secrets
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from games.log.integrity.notes import SigningKey
from tests.support import network
from tests.support.dockerfiles import carry_out
from tests.support.running_site import PROJECT
from tests.support.servers import wait_until
from tusac_site.local.embedded import die_with_parent

DEPLOY = PROJECT / "deploy"
UNITS = ("tusac-web@", "tusac-worker", "tusac-worker-later", "tusac-beat")
PORT = 8001
PROXY = network.address(1)


def shared_environment(database_url: str) -> dict[str, str]:
    """Return what all machines share: the sample of `deploy/`, filled in."""
    sample = (DEPLOY / "tusac.env.example").read_text(encoding="utf-8")
    return dict(re.findall(r"^([A-Z_]+)=(.*)$", sample, re.MULTILINE)) | {
        "SECRET_KEY": secrets.token_urlsafe(64),
        "TUSAC_DEAL_KEY": secrets.token_urlsafe(32),
        "TUSAC_LOG_KEY": SigningKey.fresh().written(),
        "TUSAC_SITE": f"https://{PROXY}",
        "DATABASE_URL": database_url,
        "REDIS_URL": f"redis://{PROXY}:6379/0",
        "TUSAC_BOT_PAUSE": "0.05",
    }


class Machine:
    """A machine that can be started, cut off and started again."""

    def __init__(self, number: int, home: Path, shared: dict[str, str]) -> None:
        self.number = number
        self.address = network.address(number)
        self.home = home / f"machine-{number}"
        self.env = {
            **shared,
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "TUSAC_VAR": str(self.home / "var"),
            "TUSAC_LOG_SIGNED": str(self.home / "signed"),
            "PROMETHEUS_MULTIPROC_DIR": str(self.home / "run"),
        }
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Prepare the machine and start its units, and wait until its web process answers."""
        for folder in ("var", "signed", "run"):
            (self.home / folder).mkdir(parents=True, exist_ok=True)
        network.join(self.number)
        prepared = self._launch("tusac-prepare")
        assert prepared.wait() == 0, self.log("tusac-prepare")
        self._processes.clear()
        for unit in UNITS:
            self._processes.append(self._launch(unit))
        asked = ["curl", "-sf", "-H", f"Host: {PROXY}", f"http://{self.address}:{PORT}/healthz"]
        wait_until(
            lambda: subprocess.run(asked, capture_output=True, check=False).returncode == 0,
            f"machine {self.number} answers",
        )
        wait_until(lambda: "ready." in self.log("tusac-worker"), "its worker is at work")

    def cut(self) -> None:
        """Take its power away: no connection is closed, and nobody is told."""
        network.unplug(self.number)
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()
        network.leave(self.number)

    def log(self, unit: str) -> str:
        """Return what a unit's process has printed."""
        file = self.home / f"{unit}.log"
        return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""

    def _launch(self, unit: str) -> subprocess.Popen[bytes]:
        text = (DEPLOY / "systemd" / f"{unit}.service").read_text(encoding="utf-8")
        started = re.search(r"^ExecStart=((?:.*\\\n)*.*)$", text, re.MULTILINE)
        assert started is not None
        # As "Several machines" says: where the proxy reaches it, which alone is believed.
        line = (
            started[1]
            .replace("\\\n", " ")
            .replace("/opt/tusac/.venv/bin/python", sys.executable)
            .replace("--host 127.0.0.1", f"--host {self.address}")
            .replace("--forwarded-allow-ips 127.0.0.1", f"--forwarded-allow-ips {PROXY}")
            .replace("%i", str(PORT))
            .replace("%%", "%")
        )
        named = f"echo machine-{self.number} >/proc/sys/kernel/hostname && exec {line}"
        inside = ["ip", "netns", "exec", network.space(self.number), "unshare", "--uts", "--pid"]
        with (self.home / f"{unit}.log").open("wb") as log:
            return subprocess.Popen(
                [*inside, "--fork", "--kill-child=SIGKILL", "sh", "-c", named],
                cwd=PROJECT,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=die_with_parent,
            )


def start_proxy(home: Path, machines: Sequence[Machine]) -> tuple[subprocess.Popen[bytes], Path]:
    """Start nginx with the configuration of `deploy/` before these machines; the process, and its certificate."""
    certificate, key = home / "fullchain.pem", home / "privkey.pem"
    carry_out(
        shlex.split(
            f"openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN={PROXY}"
            f" -addext subjectAltName=IP:{PROXY} -keyout {key} -out {certificate}"
        )
    )
    ours = (DEPLOY / "nginx/tusac.conf").read_text(encoding="utf-8")
    lines = [f"server {one.address}:{PORT} max_fails=2 fail_timeout=5s;\n    " for one in machines]
    ours = re.sub(r"(server 127\.0\.0\.1:\d+ [^;]+;\s+)+", "".join(lines), ours)
    ours = re.sub(r"/etc/letsencrypt/live/club\.example|/var/log/nginx", str(home), ours)
    ours = re.sub(r"listen (\[::\]:)?(\d+)", rf"listen {PROXY}:\2", ours)
    ours = re.sub(r"(listen [^;]+;)\s+\1", r"\1", ours).replace("club.example", PROXY)
    (home / "nginx.conf").write_text(
        f"daemon off; pid {home}/nginx.pid; error_log {home}/nginx-start.log; user root;\n"
        f"events {{}}\nhttp {{ client_body_temp_path {home}/bodies; proxy_temp_path {home}/answers;\n{ours}}}\n"
    )
    command = ["nginx", "-c", f"{home}/nginx.conf"]
    carry_out([*command, "-t"])
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=die_with_parent)
    return process, certificate
