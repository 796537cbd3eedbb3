"""Vietnamese dates with slashes, and without a capital "Ngày", which would be wrong inside a sentence."""

from typing import Final

DATE_FORMAT: Final = r"j \t\há\n\g n \nă\m Y"
DATETIME_FORMAT: Final = r"H:i \n\gà\y j \t\há\n\g n \nă\m Y"
SHORT_DATE_FORMAT: Final = "d/m/Y"
SHORT_DATETIME_FORMAT: Final = "H:i d/m/Y"
