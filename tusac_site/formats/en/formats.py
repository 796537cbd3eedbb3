"""English formats, with 24-hour times as in the other languages: "a.m." would end a sentence with two full stops.

Short dates spell out the month, because 11/12/2026 is a different day on each side of the Atlantic, and do not wrap.
"""

from typing import Final

TIME_FORMAT: Final = "H:i"
DATE_FORMAT: Final = "j F Y"
DATETIME_FORMAT: Final = "j F Y, H:i"
SHORT_DATE_FORMAT: Final = "j\xa0M\xa0Y"
SHORT_DATETIME_FORMAT: Final = "j\xa0M\xa0Y H:i"
