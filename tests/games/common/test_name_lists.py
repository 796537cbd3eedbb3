"""Lists of names as people write them: headings, numbers, bullets, remarks, columns, and the encodings of programs."""

from typing import Any

import pytest

from games.common.name_lists import Flaw, NamedLine, UnreadableList, decoded, read_names

LIMITS: Any = {"most_bytes": 4096, "most_lines": 50}
MEMBERS = ["Trần Thị Lan", "Đỗ Ánh", "Bùi Quý"]


def names(text: str, **more) -> list[str]:
    return [line.name for line in read_names(text, **LIMITS, **more) if line.flaw is None]


def only(text: str, **more) -> NamedLine:
    (line,) = read_names(text, **LIMITS, **more)
    return line


@pytest.mark.parametrize(
    "text",
    [
        "Trần Thị Lan\nĐỗ Ánh\nBùi Quý\n",
        "1. Trần Thị Lan\n2) Đỗ Ánh\n3 - Bùi Quý",
        "1 Trần Thị Lan\n2 Đỗ Ánh\n3 Bùi Quý",
        "• Trần Thị Lan\n- Đỗ Ánh\n* Bùi Quý",
        "✅ Trần Thị Lan\n☐ Đỗ Ánh\nBùi Quý ✅",
        "1️⃣ Trần Thị Lan\n2️⃣ Đỗ Ánh\n3️⃣ Bùi Quý",
        "Chơi thứ Bảy\n1. Trần Thị Lan\n2. Đỗ Ánh\n3. Bùi Quý",
        "Danh sách:\nTrần Thị Lan\nĐỗ Ánh\nBùi Quý",
        "Trần Thị Lan (đến trễ)\nĐỗ Ánh [?]\nBùi Quý – về sớm",
        "Họ và tên\nTrần Thị Lan\nĐỗ Ánh\nBùi Quý",
        "Tối nay 🎴\n1. Trần Thị Lan\nĐỗ Ánh\nBùi Quý",
        "[19:02, 28/11/2026] Trần Thị Lan: có\n[19:05, 28/11/2026] Đỗ Ánh: +1, trễ\n[20:11, 28/11/2026] Bùi Quý: ok",
        "28/11/2026, 19:02 - Trần Thị Lan: +1\n28/11/2026, 19:05 - Đỗ Ánh: +1\n28/11/2026, 20:11 - Bùi Quý",
        "[28.11.26, 19:02:11] Trần Thị Lan\n[28.11.26, 19:05:12] Đỗ Ánh\n[28.11.26, 20:11:13] Bùi Quý",
        "1. Trần Thị Lan ☎ 0903 000 111\n2. Đỗ Ánh - 0903000112\n3. Bùi Quý +84 903 000 113",
        "Trần Thị Lan, 0903000111\nĐỗ Ánh, 0903 000 112\nBùi Quý, +84903000113",
        "Nom;Tél.\nTrần Thị Lan;06 11 22 33 44\nĐỗ Ánh;\nBùi Quý;0611223344",
        "STT\tHọ tên\tGhi chú\n1\tTrần Thị Lan\t\n2\tĐỗ Ánh\tđến trễ\n3\tBùi Quý\t",
        "1\tTrần Thị Lan\n2\tĐỗ Ánh\n3\tBùi Quý",
        "会員\nTrần Thị Lan\nĐỗ Ánh\nBùi Quý",
        "\ufeffTrần Thị Lan\u200b\r\n\r\nĐỗ Ánh\u200e\r\n  Bùi Quý  ",
        '"Trần Thị Lan",,\n"Đỗ Ánh",,\n"Bùi Quý",,',
    ],
)  # fmt: skip
def test_the_names_of_a_list_are_read_however_it_was_written(text):
    assert names(text) == MEMBERS


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_read_in_the_encodings_that_spreadsheets_write(encoding):
    data = "Họ tên\tTài khoản\r\nTrần Thị Lan\tlan\r\n".encode(encoding)
    line = only(decoded(data, 4096))
    assert (line.number, line.name, line.login) == (2, "Trần Thị Lan", "lan")


@pytest.mark.parametrize(
    ("said", "chips"),
    [("500", 500), ("1000", 1000), ("1.000", 1000), ("1 000", 1000), ("12'000", 12_000), ("0", 0)],
)
def test_chips_stand_in_a_column_of_their_own(said, chips):
    assert only(f"Cô Bảy;{said}").chips == chips
    assert only(f"Tên\tChips\nCô Bảy\t{said}").chips == chips


def test_a_telephone_number_is_no_sum_and_what_is_no_number_is_told():
    line = only("Cô Bảy;0611223344")
    assert (line.name, line.chips, line.flaw) == ("Cô Bảy", None, None)
    assert only("Cô Bảy;500;06 11 22 33 44").chips == 500
    assert only("Cô Bảy 2026").name == "Cô Bảy 2026" and only("Nhóm 0 9 0").name == "Nhóm 0 9 0"
    assert only("Tên;Chips\nCô Bảy;many").flaw is Flaw.CHIPS
    assert only("Tên;Chips\nCô Bảy;-5").flaw is Flaw.CHIPS
    assert only("Tên;Chips\nCô Bảy;").chips is None


def test_several_names_on_a_line_are_none():
    for text in ("Lan, Minh", "Lan;Minh;Hùng", "Lan\tMinh"):
        assert only(text).flaw is Flaw.COLUMNS


def test_a_heading_is_shown_as_one_and_a_list_of_headings_alone_is_empty():
    first, second = read_names("Tối nay\n1. Lan\n", **LIMITS)
    assert first.flaw is Flaw.HEADING and second.flaw is None
    with pytest.raises(UnreadableList, match="empty"):
        read_names("Họ và tên\n\n", **LIMITS)
    with pytest.raises(UnreadableList, match="empty"):
        read_names("\u200b\n \n", **LIMITS)


def test_what_names_a_member_just_as_it_is_written_is_left_alone():
    known = {"Lan (Huế)", "7 Hùng", "name", "-bay"}
    assert names("Lan (Huế)\n7 Hùng\n-bay", is_name=known.__contains__) == [
        "Lan (Huế)",
        "7 Hùng",
        "-bay",
    ]
    assert names("name\nLan", is_name=known.__contains__) == ["name", "Lan"]


def test_a_login_in_brackets_is_one_and_any_other_remark_stays_a_remark():
    line = only("Ông Bình (binh)", is_name={"binh"}.__contains__)
    assert (line.name, line.login) == ("Ông Bình", "binh")
    assert only("Ông Bình (trễ)").login == "" and only("Ông Bình (trễ)").remark == "trễ"


@pytest.mark.parametrize(
    "cell",
    ["A" + " " * 60_000 + "x(", "A" + "-" * 60_000 + "x", "A" + "✓ " * 15_000 + "x", "(" * 60_000],
)
def test_a_line_of_signs_alone_is_not_looked_through_from_each_of_them(cell):
    """It took minutes, and a line of a chat can be anybody's."""
    assert read_names(f"Lan\n{cell}", most_bytes=64 * 1024, most_lines=50)[0].name == "Lan"


def test_blank_lines_end_no_stamp_and_keep_their_numbers():
    text = "\n" * 40 + "[19:02]\n[19:05] Lan: ok\n"
    (line,) = read_names(text, **LIMITS)
    assert (line.number, line.name, line.remark) == (42, "Lan", "ok")
    with pytest.raises(UnreadableList, match="too-large"):
        read_names("\n" * 1_000_000, **LIMITS)


def test_of_many_telephone_numbers_and_of_a_long_message_the_name_is_read():
    line = read_names("Lan" + ", 0903000111" * 3000, most_bytes=64 * 1024, most_lines=50)[0]
    assert (line.name, line.flaw) == ("Lan", None)
    line = only("[19:02] Lan: " + "I come later. " * 100)
    assert (line.name, line.flaw) == ("Lan", None) and line.remark.startswith("I come later.")


@pytest.mark.parametrize(
    ("text", "code"),
    [("Lan\n" * 51, "too-long"), ("L" * 4097, "too-large"), ('"Lan', "quotes"), ("", "empty")],
)
def test_what_cannot_be_read_says_why(text, code):
    with pytest.raises(UnreadableList, match=code):
        read_names(text, **LIMITS)
