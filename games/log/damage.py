"""What reading a stream may raise that holds a damaged event, or one of a later release."""

from __future__ import annotations

from typing import Final

UNREADABLE: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What decoding, naming or folding events may raise that nobody of us has written.

For whoever goes through many streams: one of them must not keep all others waiting. What is left out so is logged, and
`verify_log` names the event. Errors of JSON, of an archived row and of a notation are `ValueError`s.
"""
