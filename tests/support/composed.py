"""A compose file's services as processes of this machine: each with its own root, network, volumes and few rights.

What Docker would do is done by namespaces, as root: a file system that is read-only but for volumes and memory, a user
without capabilities, an address in a network of the project's own, health checks, and the order of `depends_on`.
"""

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.support import network
from tests.support.dockerfiles import Image, carry_out
from tests.support.running_site import PROJECT
from tests.support.servers import wait_until
from tusac_site.local.embedded import die_with_parent


class Foreign(NamedTuple):
    """How a Debian's package starts what a service has from another image: user, variables, a shell's line, where."""

    user: str
    env: dict[str, str]
    command: str = ""
    workdir: str = "/"


@dataclass
class Container:
    """A process that stays, with the namespace of its network."""

    name: str
    address: str
    service: dict[str, Any]
    image: Image
    process: subprocess.Popen[bytes]

    @property
    def alive(self) -> bool:
        """Return whether it still runs."""
        return self.process.poll() is None


@dataclass
class Composed:
    """A compose file's services, by name, once `up` has started them."""

    services: dict[str, Any]
    images: dict[str, Image]
    foreign: dict[str, Foreign]
    folder: Path
    running: dict[str, list[Container]] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    _addresses: Iterator[int] = field(default_factory=lambda: iter(range(2, 250)))

    @classmethod
    def read(
        cls,
        file: Path,
        environment: dict[str, str],
        images: dict[str, Image],
        foreign: dict[str, Foreign],
        folder: Path,
    ) -> "Composed":
        """Read a compose file as with these variables in the environment; a `:?` that is missing raises KeyError."""

        def filled(found: re.Match[str]) -> str:
            return (
                environment[found[1]] if found[2] is None else environment.get(found[1], found[2])
            )

        text = re.sub(r"\$\{(\w+)(?::\?[^}]*|:-(\w*))?\}", filled, file.read_text(encoding="utf-8"))
        return cls(yaml.safe_load(text)["services"], images, foreign, folder)

    def up(self) -> None:
        """Start every service when those that it depends on are well, or done."""
        self._network()
        waiting = dict(self.services)
        while waiting:
            name = next(
                name
                for name, service in waiting.items()
                if not set(service.get("depends_on", ())) & set(waiting)
            )
            service = waiting.pop(name)
            for other, wanted in service.get("depends_on", {}).items():
                self._wait_for(other, wanted["condition"])
            for _ in range(service.get("deploy", {}).get("replicas", 1)):
                self.start(name)

    def down(self) -> None:
        """Stop every process, the last started first, and take the network away."""
        for containers in reversed(list(self.running.values())):
            for one in list(containers):
                self.stop(one)
        network.close()

    def start(self, name: str) -> Container:
        """Start one more container of a service."""
        service = self.services[name]
        number = next(self._addresses)
        space = network.space(number)
        network.join(number)
        image = self.images[service["image"].partition(":")[0]]
        with (self.folder / f"{name}-{number}.log").open("wb") as log:
            process = subprocess.Popen(
                self._entered(space, name, self._command(name)),
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                preexec_fn=die_with_parent,
                env={"PATH": os.environ["PATH"]},
            )
        made = Container(space, network.address(number), service, image, process)
        self.running.setdefault(name, []).append(made)
        self._name_all()
        return made

    def stop(self, one: Container, how: int = signal.SIGTERM) -> None:
        """End a container: as `docker stop`, or with SIGKILL."""
        if one.alive:
            for signal_ in (how, signal.SIGKILL):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self._main_process(one) or one.process.pid, signal_)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    one.process.wait(timeout=60)
                    break
        network.leave(int(one.name.rpartition("-")[2]))
        for containers in self.running.values():
            if one in containers:
                containers.remove(one)
        self._name_all()

    def run(self, name: str, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command inside a service's first container, as `docker compose exec` does."""
        return self._exec(self.running[name][0], name, shlex.join(command))

    def well(self, one: Container) -> bool:
        """Return whether a container's health check says that it is well."""
        kind, *words = one.service["healthcheck"]["test"]
        line = words[0] if kind == "CMD-SHELL" else shlex.join(words)
        name = next(name for name, all_ in self.running.items() if one in all_)
        return self._exec(one, name, line).returncode == 0

    def _exec(self, one: Container, name: str, line: str) -> subprocess.CompletedProcess[str]:
        inside = [
            "nsenter",
            f"--target={self._main_process(one) or 0}",
            "--mount",
            "--pid",
            "--net",
            "--uts",
        ]
        return subprocess.run(
            [*inside, *self._rights(one.name, name, line)],
            capture_output=True,
            text=True,
            env={"PATH": os.environ["PATH"]},
            check=False,
        )

    def log(self, name: str) -> str:
        """Return what a service's containers have printed."""
        return "".join(
            file.read_text(errors="replace") for file in sorted(self.folder.glob(f"{name}-*.log"))
        )

    def volume(self, name: str) -> Path:
        """Return where a volume is kept."""
        return self.folder / "volumes" / name

    def _wait_for(self, name: str, condition: str) -> None:
        if condition == "service_completed_successfully":
            for one in list(self.running[name]):  # once: what is done stays done
                assert one.process.wait() == 0, self.log(name)
                self.stop(one)
            return
        for one in self.running[name]:
            wait_until(lambda one=one: self.well(one) or not one.alive, f"{name} is well")  # type: ignore[misc]
            assert one.alive, self.log(name)

    def _network(self) -> None:
        network.open_()
        self._name_all()

    def _name_all(self) -> None:
        """Say to all containers which addresses a service has, as Docker's name server does.

        In the file that is mounted, in one write and never shortened: who reads it meanwhile finds every name.
        """
        lines = ["127.0.0.1 localhost"]
        lines += [f"{one.address} {name}" for name, all_ in self.running.items() for one in all_]
        hosts = self.folder / "hosts"
        hosts.touch()
        with hosts.open("r+b", buffering=0) as file:
            file.write("\n".join(lines).encode().ljust(4000, b"\n"))

    def _command(self, name: str) -> str:
        service = self.services[name]
        own = self.foreign.get(service["image"].partition(":")[0])
        return own.command if own and own.command else shlex.join(service["command"])

    def _entered(self, space: str, name: str, line: str) -> list[str]:
        """Return the command that runs a shell's line in a container of this service."""
        service = self.services[name]
        kind = service["image"].partition(":")[0]
        image, own = self.images[kind], self.foreign.get(kind)
        at = self.folder / "mounts" / space
        at.mkdir(parents=True, exist_ok=True)
        mounts = [f"mount --bind {image.root} {at}"]
        if service.get("read_only"):
            mounts.append(f"mount -o remount,bind,ro {at}")
        mounts += [f"mount --rbind /dev {at}/dev", f"mount -t proc proc {at}/proc"]
        mounts.append(f"mount --bind {self.folder}/hosts {at}/etc/hosts")
        owner = own.user if own else ""
        for said in service.get("volumes", ()):
            source, target, *flags = said.split(":")
            held = self._source(source, image.root / target.lstrip("/"), owner)
            mounts.append(f"mount --bind {held} {at}{target}")
            if "ro" in flags:
                mounts.append(f"mount -o remount,bind,ro {at}{target}")
        for said in service.get("tmpfs", ()):
            target, _, options = said.partition(":")
            target = re.sub(
                "^/var/run/", "/run/", target
            )  # a link, which must not lead out of the root
            place = image.root / target.lstrip("/")
            place.mkdir(parents=True, exist_ok=True)
            mounts.append(f"mount -t tmpfs -o {options or 'mode=1777'} tmpfs {at}{target}")
        script = " && ".join([*mounts, f"exec {shlex.join(self._rights(space, name, line))}"])
        return [
            *("ip", "netns", "exec", space),
            *("unshare", "--mount", "--uts", "--pid", "--fork", "--kill-child=SIGKILL"),
            *(
                "/bin/sh",
                "-c",
                f"mount --make-rprivate / && echo {space} >/proc/sys/kernel/hostname && {script}",
            ),
        ]

    def _rights(self, space: str, name: str, line: str) -> list[str]:
        """Return the command that runs a shell's line with a service's user, rights and variables."""
        service = self.services[name]
        kind = service["image"].partition(":")[0]
        image, own = self.images[kind], self.foreign.get(kind)
        user = own.user if own else image.user
        env = dict(image.env)
        if own:
            env |= own.env
        env |= {name: str(value) for name, value in service.get("environment", {}).items()}
        rights = ["--pdeathsig=KILL", f"--reuid={user}", f"--regid={user}", "--init-groups"]
        if service.get("cap_drop") == ["ALL"]:
            rights += ["--bounding-set=-all", "--inh-caps=-all"]
        if "no-new-privileges:true" in service.get("security_opt", ()):
            rights.append("--no-new-privs")
        env.setdefault("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
        return [
            *("chroot", str(self.folder / "mounts" / space), "setpriv", *rights, "env", "-i"),
            *(f"{name}={value}" for name, value in env.items()),
            *("/bin/sh", "-c", f"cd {own.workdir if own else image.workdir} && exec {line}"),
        ]

    def _source(self, source: str, inside: Path, owner: str) -> Path:
        """Return a file, or a volume's folder: owned as the image's is, which Docker does, or by this user of it."""
        if source.startswith("."):
            inside.parent.mkdir(parents=True, exist_ok=True)
            inside.touch()
            return (PROJECT / "deploy" / source).resolve()
        inside.mkdir(parents=True, exist_ok=True)
        held = self.volume(source)
        if not held.exists():
            held.mkdir(parents=True)
            if owner:
                root = next(
                    one.root for one in self.images.values() if inside.is_relative_to(one.root)
                )
                carry_out(["chroot", str(root), "chown", owner, f"/{inside.relative_to(root)}"])
            shutil.copystat(inside, held)
            os.chown(held, inside.stat().st_uid, inside.stat().st_gid)
        return held

    def _main_process(self, one: Container) -> int | None:
        """Return the process that Docker would send its signal: the first inside, the child of `unshare`."""
        children = Path(f"/proc/{one.process.pid}/task/{one.process.pid}/children")
        with contextlib.suppress(OSError):
            found = children.read_text().split()
            return int(found[0]) if found else None
        return None
