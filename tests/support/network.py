"""A network of this machine's own, as root: a bridge, and namespaces that join it under an address each."""

import os
import subprocess

from tests.support.dockerfiles import carry_out

RUN = os.getpid() % 10_000
"""Two runs on one machine, or one that was killed, stay out of each other's way."""
BRIDGE = f"tusac{RUN}"


def address(number: int) -> str:
    """Return the address of a member of the network; 1 is this machine itself."""
    return f"10.{100 + RUN % 100}.{RUN // 100}.{number}"


def space(number: int) -> str:
    """Return the name of a member's namespace, as `ip netns exec` takes it."""
    return f"{BRIDGE}-{number}"


def open_() -> None:
    """Make the bridge, with this machine on it."""
    for line in (
        f"ip link add {BRIDGE} type bridge",
        f"ip addr add {address(1)}/24 dev {BRIDGE}",
        f"ip link set {BRIDGE} up",
    ):
        carry_out(line.split())


def join(number: int) -> None:
    """Make a namespace with an address on the bridge."""
    for line in (
        f"ip netns add {space(number)}",
        f"ip -n {space(number)} link set lo up",
        f"ip link add v{RUN}-{number} type veth peer name eth0 netns {space(number)}",
        f"ip link set v{RUN}-{number} master {BRIDGE} up",
        f"ip -n {space(number)} addr add {address(number)}/24 dev eth0",
        f"ip -n {space(number)} link set eth0 up",
    ):
        carry_out(line.split())


def unplug(number: int) -> None:
    """Take the cable out: nothing that is sent arrives any more, and nobody is told."""
    subprocess.run(["ip", "link", "del", f"v{RUN}-{number}"], capture_output=True, check=False)


def leave(number: int) -> None:
    """Take a namespace away."""
    unplug(number)
    subprocess.run(["ip", "netns", "del", space(number)], capture_output=True, check=False)


def close() -> None:
    """Take the bridge away."""
    subprocess.run(["ip", "link", "del", BRIDGE], capture_output=True, check=False)
