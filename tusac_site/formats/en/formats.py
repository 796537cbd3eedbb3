"""English times by 24 hours, as in the other languages: Django's "a.m." would end a sentence with two full stops.

Short dates spell the month in letters, because 11/12/2026 is a different day on each side of the Atlantic, and never
wrap.
"""

from typing import Final

TIME_FORMAT: Final = "H:i"
DATE_FORMAT: Final = "j F Y"
DATETIME_FORMAT: Final = "j F Y, H:i"
SHORT_DATE_FORMAT: Final = "j\xa0M\xa0Y"
SHORT_DATETIME_FORMAT: Final = "j\xa0M\xa0Y H:i"
