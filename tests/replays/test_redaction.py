"""Names are struck out of words that are told without them, in whatever letters they are written."""

import pytest

from replays.queries.redaction import STRUCK, redact_names


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        (
            "Lan let it go, LAN's hand, lan.",
            "Lan",
            f"{STRUCK} let it go, {STRUCK}'s hand, {STRUCK}.",
        ),
        ("Landing and plan stay.", "Lan", "Landing and plan stay."),
        ("Đặng bỏ, dang bo.", "Đặng", f"{STRUCK} bỏ, {STRUCK} bo."),
        ("田中さんの捨て札は安全でした。", "田中", f"{STRUCK}さんの捨て札は安全でした。"),
        (
            "m11_x and m11 spoke, xm11 did not.",
            "m11",
            f"{STRUCK}_x and {STRUCK} spoke, xm11 did not.",
        ),
        ("Minh Anh won; Minh did not.", "Minh Anh", f"{STRUCK} {STRUCK} won; {STRUCK} did not."),
        ("A dot. A star* (a)", "a.*", f"{STRUCK} dot. {STRUCK} star* ({STRUCK})"),
        ("Strauß won, STRAUSS paid.", "Strauß", f"{STRUCK} won, {STRUCK} paid."),
        ("İnci spoke.", "İnci", f"{STRUCK} spoke."),
        ("Nobody is named.", "", "Nobody is named."),
    ],
)
def test_every_word_of_a_name_is_struck_and_no_other(text: str, name: str, told: str) -> None:
    assert redact_names(text, [name]) == told
