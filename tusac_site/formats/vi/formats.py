"""Vietnamese dates without Django's capital "Ngày", which no sentence has in its middle ("Chơi ngày 28 tháng 11 …")."""

from typing import Final

DATE_FORMAT: Final = r"j \t\há\n\g n \nă\m Y"
DATETIME_FORMAT: Final = r"H:i \n\gà\y j \t\há\n\g n \nă\m Y"
