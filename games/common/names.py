"""Checks and compares names that people choose for themselves, tables, tournaments and tokens.

Deceptive names are refused. Each word must be in one script that people of a club use: "Аn" with a Cyrillic А is not
An. Only Latin letters that languages use are allowed, not phonetic letters or small capitals such as ɑ and ʟ, which
look like others.

Names that look the same in print count as one name: joining, entering, searching and logging in all compare the
`skeleton`.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

NAME_REFUSALS: Final[dict[str, str]] = {
    "name.invisible": _("This name contains an invisible character. Type it again."),
    "name.marks": _("This name has too many accents on one letter. Remove some of them."),
    "name.letters": _("This name mixes letters of different alphabets. Write it in one alphabet."),
    "name.script": _(
        "This name has letters that look like other letters. Write it with ordinary letters."
    ),
    "name.twin": _(
        "This name looks like someone else's. Add something to tell you apart, such as a family name."
    ),
}
"""Codes of refusals → their sentences; `games.errors` has their statuses."""
TWIN_OF: Final = _(
    "This name looks like %(name)s's. Add something to tell you apart, such as a family name."
)
"""The sentence of name.twin where it is known whom it resembles."""
_INVISIBLE: Final = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
"""General categories of what is not seen, turns the reading about, or is no character."""
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159"
)
"""Letters, marks and signs that are drawn as nothing."""
_THROUGH: Final = frozenset("\u0334\u0335\u0336\u0337\u0338")
"""Marks that are drawn through a letter, and make another one of it: d with a stroke is taken for đ."""
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
_SAME_ON_PAPER: Final = str.maketrans(
    {
        "ð": "đ",  # Ð of Icelandic, whose capital is drawn like Đ
        "ɖ": "đ",
        **dict.fromkeys("’‘‛ʼʻʽʹ`´′＇", "'"),
        **dict.fromkeys("“”„‟″＂", '"'),
        **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
        **dict.fromkeys("·‧∙⋅・･", "•"),
        **dict.fromkeys("∣│❘⏐￨", "|"),
    }
)
"""Small letters and signs that are drawn alike, in a font or another."""
_COARSE: Final = str.maketrans("i1|0", "lllo")
"""What `_STROKES` maps, of a name in small letters."""
_SECOND_DOT: Final = re.compile("([ij][\u0300-\u036f]*?)\u0307")
"""A dot above a letter that has one."""
_VOWELS: Final = frozenset("aeiouy")
_TONES: Final = frozenset("\u0300\u0301\u0303\u0309\u0323")
"""Grave, acute, tilde, hook and dot: the tones of Vietnamese, which are written on either vowel (hoà, hòa)."""
_WITHOUT_FONT: Final = "\ufe0e\ufe0f"
"""Selectors that say whether a sign is drawn as text or as an emoji."""
_JOINER: Final = "\u200d"
"""What makes one emoji of several."""
_KEYCAP: Final = "\u20e3"
_LONGEST_TYPED: Final = 1000
LONGEST_KEY: Final = 150
"""Characters of `name_key`; PostgreSQL cannot index a text without an end."""
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def tidied(name: str) -> str:
    """Return the name composed (NFC), with single spaces between its words."""
    words = "".join(
        " " if unicodedata.category(letter) == "Zs" else letter
        for letter in unicodedata.normalize("NFC", name)
    )
    return " ".join(word for word in words.split(" ") if word)


def is_unseen(text: str) -> bool:
    """Return whether a text is invisible: only spaces, fillers, selectors and non-printing characters."""
    return not any(
        letter.isprintable()
        and not letter.isspace()
        and letter not in _BLANK
        and not _is_selector(letter)
        for letter in text
    )


def why_not(name: str) -> str | None:
    """Return the code of the refusal (`games.errors`) for a deceptive name; None for a good one."""
    alphabets: set[str] = set()
    marks = _MOST_MARKS  # a name does not begin with a mark
    composed = unicodedata.normalize("NFC", name)
    for at, letter in enumerate(composed):
        category = unicodedata.category(letter)
        if _is_part_of_emoji(composed, at):
            continue
        if category in _INVISIBLE or letter in _BLANK or _is_selector(letter):
            return "name.invisible"
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            return "name.marks"
        if letter in _THROUGH:
            return "name.script"
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


def skeleton(name: str) -> str:
    """Return a name reduced to what distinguishes it in print; names that look the same have equal skeletons.

    It ignores capitals, composition of letters, the kind of apostrophe, Đ or Ð, which vowel carries the tone (hoà,
    hòa), look-alike letters of other alphabets, and invisible characters.
    """
    if name.isascii():
        return tidied(name).casefold().translate(_SAME_ON_PAPER)
    seen = "".join(
        letter
        for letter in tidied(name)
        if unicodedata.category(letter) != "Cf" and not _is_selector(letter)
    )
    folded = unicodedata.normalize("NFKC", tidied(seen.translate(_SAME_ON_PAPER))).casefold()
    folded = _SECOND_DOT.sub(r"\1", unicodedata.normalize("NFD", folded))
    folded = unicodedata.normalize("NFC", folded).translate(_SAME_ON_PAPER).translate(_TWINS)
    return _with_tones_behind_vowels(folded)


def _with_tones_behind_vowels(text: str) -> str:
    """Return the text decomposed, with the tone marks of a run of vowels moved to the run's end."""
    moved: list[str] = []
    tones: list[str] = []
    for letter in unicodedata.normalize("NFD", text):
        if tones and letter not in _VOWELS and not unicodedata.combining(letter):
            moved += sorted(tones)
            tones = []
        if letter in _TONES and _stands_on_vowel(moved):
            tones.append(letter)
        else:
            moved.append(letter)
    return "".join((*moved, *sorted(tones)))


def _stands_on_vowel(letters: list[str]) -> bool:
    for letter in reversed(letters):
        if not unicodedata.combining(letter):
            return letter in _VOWELS
    return False


def are_taken_for_one(one: str, other: str) -> bool:
    """Return whether two names look alike: they have the same skeleton, or differ only by I in place of l."""
    return skeleton(one) == skeleton(other) or _drawn(one) == _drawn(other)


def _drawn(name: str) -> str:
    return skeleton(
        unicodedata.normalize("NFKC", name.translate(_SAME_ON_PAPER)).translate(_STROKES)
    )


def name_key(name: str) -> str:
    """Return a key under which to look up similar names: names that `are_taken_for_one` have the same key.

    Other names may share the key.
    """
    return skeleton(name).translate(_COARSE)[:LONGEST_KEY]


def searchable(text: str) -> str:
    """Return the text in the form used for searching: its skeleton without accents."""
    return without_marks(skeleton(text))


def isolated(name: str) -> str:
    """Return the name so that right-to-left text in it cannot reorder the text around it."""
    if name.isascii() or not any(unicodedata.bidirectional(letter) in _TURNING for letter in name):
        return name
    kept = "".join(letter for letter in name if unicodedata.category(letter) != "Cf")
    return f"{FIRST_STRONG_ISOLATE}{kept}{POP_ISOLATE}"


def name_on_screen(key: int, username: str, display_name: str, *, guest: bool, bot: bool) -> str:
    """Return the display name, or the login name if empty, marked as a guest's or a program's.

    It is isolated, so right-to-left text in it reorders nothing. A guest without a display name is "Guest" with a
    number.
    """
    if guest and not display_name:
        return gettext("Guest %(number)d") % {"number": key}
    name = isolated(display_name or username)
    if bot:
        return gettext("%(name)s (program)") % {"name": name}
    return gettext("%(name)s (guest)") % {"name": name} if guest else name


_TURNING: Final = {
    *("R", "AL", "AN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"),
}


def _is_selector(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


def _is_part_of_emoji(name: str, at: int) -> bool:
    """Return whether this character only says how the sign before it is drawn (❤️, 1️⃣), or joins two (👨‍👩‍👧)."""
    letter, before, after = name[at], name[max(0, at - 1) : at], name[at + 1 : at + 2]
    if letter in _WITHOUT_FONT:
        return _is_sign(before) or after == _KEYCAP
    if letter == _KEYCAP:
        return before in ("\ufe0f", *"0123456789#*")
    return letter == _JOINER and (_is_sign(before) or before == "\ufe0f") and _is_sign(after)


def _is_sign(letter: str) -> bool:
    return bool(letter) and (letter in "‼⁉〰〽" or unicodedata.category(letter)[0] == "S")


def spellings(password: str) -> list[str]:
    """Return the Unicode forms in which a password may have been typed, without repeats: composed, decomposed, as
    given.

    Keyboards type "ậ" as one character or as three, with different hashes. New passwords are hashed in the first
    form. A text too long to be typed is only returned as given, because normalising thousands of accents takes long.
    """
    if len(password) > _LONGEST_TYPED:
        return [password]
    forms = (unicodedata.normalize("NFC", password), unicodedata.normalize("NFD", password))
    return list(dict.fromkeys((*forms, password)))


def without_marks(text: str) -> str:
    """Return the text without accents, as people type it; đ, which Unicode counts as a letter, becomes d."""
    apart = unicodedata.normalize("NFD", text.replace("đ", "d").replace("Đ", "D"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def by_name(name: str) -> tuple[str, str]:
    """Return a sort key like a telephone book's: accents and capitals only break ties, and đ sorts after d."""
    plain = unicodedata.normalize("NFD", name.casefold().replace("đ", "d\uffff"))
    return "".join(one for one in plain if not unicodedata.combining(one)), name
