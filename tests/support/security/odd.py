"""Text and values that nobody types: what forms and programs are sent by mistake or out of malice."""

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

ODD_TEXTS = (
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\udfff\ud800",
    "\ufeff",
    "\u202e",
    "\U0010ffff",
    "a\r\nSet-Cookie: b=c",
    "<script>alert(1)</script>",
    "{{ 7|add:7 }}",
    "%s%n%(x)s{0}",
    "'; DROP TABLE log_event; --",
    "../../../etc/passwd",
    "x" * 3000,
    "ữ" * 70,
    "\u0301" * 65,
    "٣",
    "１２",
    "²",
    "½",
    "-1",
    "+1",
    " 1",
    "1 ",
    "1_000",
    "0x10",
    "1e3",
    "1.5",
    "NaN",
    "Infinity",
    "2147483648",
    "9223372036854775808",
    "9" * 30,
    "9" * 5000,
    "true",
    "null",
    "[]",
    "discard",
    "discard Rr Rr",
    "discard Xx",
    "meld",
    "meld Cr",
    "claim win",
    "claim",
    "hit",
    "pass",
    "00000000-0000-4000-8000-000000000001",
)
texts = st.sampled_from(ODD_TEXTS) | st.text(max_size=40)
"""Odd text, lone surrogates and NUL included."""
values: st.SearchStrategy[Any] = (
    st.sampled_from(ODD_TEXTS)
    | st.none()
    | st.booleans()
    | st.sampled_from([-1, 0, 1, 2**31, 2**63, -(2**63) - 1, 10**30, 1.5, 1e308])
    | st.lists(st.integers(), max_size=2)
    | st.dictionaries(st.text(max_size=3), st.none(), max_size=2)
)
"""Odd values of JSON."""


def bounded(examples: int) -> settings:
    """Return Hypothesis settings that draw this many examples; `make explore` draws as many again in each pass."""
    return settings(max_examples=examples, suppress_health_check=list(HealthCheck))
