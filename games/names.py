"""Names that people give: to themselves, to tables, tournaments and tokens. What deceives the eye is no name.

A name is written in a script that people of a club write, in one for each word: "Аn" with a Cyrillic А is not An. Of
the Latin letters those of languages count, not those of phonetics and the small capitals: ɑ and ʟ look like others.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

NAME_REFUSALS: Final[dict[str, str]] = {
    "name.invisible": _("That name holds something that cannot be seen. Type it anew."),
    "name.marks": _("That name holds too many marks above its letters."),
    "name.letters": _(
        "That name mixes letters of several alphabets, which look alike. Write it in one."
    ),
    "name.script": _(
        "That name holds letters that are taken for others. Write it in the letters of a language."
    ),
    "name.twin": _(
        "That name looks like another member's. Add something by which you are told apart, such as a family name."
    ),
}
"""Codes of refusals → their sentences; `games.errors` has their statuses."""
_INVISIBLE: Final = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
"""General categories of what is not seen, turns the reading about, or is no character."""
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that are drawn as nothing."""
EASTERN: Final = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"}
"""First words of the names of letters that no alphabet has; they stand beside any."""
_SCRIPTS: Final = {
    *("LATIN", "GREEK", "CYRILLIC", "THAI", "LAO", "KHMER", "ARABIC", "HEBREW", "DEVANAGARI"),
    *EASTERN,
}
"""First words of the names of letters that a name may have; those of other scripts are taken for Latin ones."""
_LAST_LATIN: Final = "\u017f"
"""Later Latin letters are those of phonetics, but for those that are one of these with marks."""
_MOST_MARKS = 2
"""Marks in a row above or below a letter; what has a letter of its own was composed before."""
_TWINS: Final = str.maketrans(
    "авеғзіјкмнорсԛѕтухԝһӏьԁѵүαβεικνορτυχγωϲϳıĸ",
    "abef3ijkmhopcqstyxwhlbdvyabeiknoptuxywcjik",
)
"""Cyrillic, Greek and two Latin letters, small, and what they are taken for."""
_STROKES: Final = str.maketrans("I1|0O", "llloo")
"""Capitals and figures that are drawn like a small letter."""
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def tidied(name: str) -> str:
    """The name composed (NFC), with single spaces between its words."""
    words = "".join(
        " " if unicodedata.category(letter) == "Zs" else letter
        for letter in unicodedata.normalize("NFC", name)
    )
    return " ".join(word for word in words.split(" ") if word)


def is_unseen(text: str) -> bool:
    """Whether nothing of a text is seen: it holds spaces, what no printer prints, fillers and selectors alone."""
    return not any(
        letter.isprintable()
        and not letter.isspace()
        and letter not in _BLANK
        and not _is_selector(letter)
        for letter in text
    )


def why_not(name: str) -> str | None:
    """The code of the refusal (`games.errors`) for a name that deceives the eye; None for a good one."""
    alphabets: set[str] = set()
    marks = _MOST_MARKS  # a name does not begin with a mark
    for letter in unicodedata.normalize("NFC", name):
        category = unicodedata.category(letter)
        if category in _INVISIBLE or letter in _BLANK or _is_selector(letter):
            return "name.invisible"
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            return "name.marks"
        if category[0] not in "LMN":
            alphabets = set()  # of the next word
        if category[0] != "L":
            continue
        plain = unicodedata.normalize("NFKC", letter)
        if plain != letter and plain.isascii():
            return "name.letters"  # 𝐀, Ａ, ℂ: drawn like a letter that they are not
        named = unicodedata.name(plain[0], "")
        script = named.split(" ")[0].split("-")[0]
        if category != "Lm" and (
            script not in _SCRIPTS
            or "SMALL CAPITAL" in named
            or (script == "LATIN" and unicodedata.normalize("NFD", plain)[0] > _LAST_LATIN)
        ):
            return "name.script"
        if script not in EASTERN and category != "Lm":
            alphabets.add(script)
        if len(alphabets) > 1:
            return "name.letters"
    return None


def looks_like(name: str) -> str:
    """What a name of Cyrillic or Greek letters may be taken for; of any other, the name in small letters."""
    folded = unicodedata.normalize("NFKC", tidied(name)).casefold().replace("i\u0307", "i")
    return unicodedata.normalize("NFC", folded).translate(_TWINS)


def are_taken_for_one(one: str, other: str) -> bool:
    """Whether the eye may take one for the other: capitals, another alphabet, I in place of l tell nobody apart."""
    drawn = (looks_like(one.translate(_STROKES)), looks_like(other.translate(_STROKES)))
    return looks_like(one) == looks_like(other) or drawn[0] == drawn[1]


def isolated(name: str) -> str:
    """The name so that it turns nothing about it: one with right-to-left text stands in isolation marks."""
    if name.isascii() or not any(unicodedata.bidirectional(letter) in _TURNING for letter in name):
        return name
    kept = "".join(letter for letter in name if unicodedata.category(letter) != "Cf")
    return f"{FIRST_STRONG_ISOLATE}{kept}{POP_ISOLATE}"


def name_on_screen(key: int, username: str, display_name: str, *, guest: bool) -> str:
    """What others see of a player with these columns: the display name or else the login name, isolated."""
    if guest:
        return gettext("Guest %(number)d") % {"number": key}
    return isolated(display_name or username)


_TURNING: Final = {
    *("R", "AL", "AN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"),
}


def _is_selector(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


def without_marks(text: str) -> str:
    """The text as it is typed without accents: đ is a letter of its own and no accent to Unicode."""
    apart = unicodedata.normalize("NFD", text.replace("đ", "d").replace("Đ", "D"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def by_name(name: str) -> tuple[str, str]:
    """Sorts names as a telephone book does: marks and capitals only where nothing else tells two apart, đ behind d."""
    plain = unicodedata.normalize("NFD", name.casefold().replace("đ", "d\uffff"))
    return "".join(one for one in plain if not unicodedata.combining(one)), name
