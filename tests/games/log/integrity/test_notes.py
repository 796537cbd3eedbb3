"""Signed notes: those of the specification and of Go's `sumdb/note`, and what is refused."""

import pytest

from games.log.integrity.notes import (
    WITNESS,
    BadNote,
    Checkpoint,
    Note,
    SigningKey,
    VerifierKey,
    cosign,
    opened,
    sign,
)

# Of the tests of golang.org/x/mod/sumdb/note.
PRIVATE = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
PUBLIC = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
SIGNED = (
    f"{TEXT}\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)


def test_keys_and_notes_are_those_of_go():
    key = SigningKey.read(PRIVATE)
    assert str(key.verifier) == PUBLIC
    assert key.written() == PRIVATE
    assert str(sign(TEXT, key)) == SIGNED
    assert Note.read(SIGNED).signed_by(VerifierKey.read(PUBLIC)) is not None


def test_the_example_of_the_specification_is_read():
    note = Note.read(
        "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
        "— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeO"
        "oRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
        "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5"
        "OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"
    )
    assert Checkpoint.read(note.text).size == 20852163
    assert note.signatures[1].time == 1679315147
    assert len(note.signatures[1].raw) == 72


@pytest.fixture
def key():
    return SigningKey.fresh("club.example/log")


def checkpoint(origin="club.example/log"):
    return Checkpoint(origin, 3, bytes(32), ("time x",))


def test_a_checkpoint_comes_back(key):
    made = checkpoint()
    assert opened(str(sign(made.text(), key)), key.verifier) == made
    assert made.said("time") == "x"


def test_a_cosignature_holds_for_its_text_and_time_alone(key):
    witness = SigningKey.fresh("other.example/witness", WITNESS)
    note = sign(checkpoint().text(), key)
    line = cosign(note.text, witness, 1_700_000_000)
    both = Note.read(f"{note}{line}")
    assert both.signed_by(witness.verifier) == line
    assert both.signed_by(key.verifier) is not None
    assert Note(note.text + "x\n", both.signatures).signed_by(witness.verifier) is None
    later = line.raw[:7] + bytes([line.raw[7] ^ 1]) + line.raw[8:]
    assert (
        Note(note.text, (type(line)(line.name, line.key_id, later),)).signed_by(witness.verifier)
        is None
    )


def test_a_witness_key_is_no_log_key(key):
    as_log = SigningKey(key.name, key.seed, WITNESS)
    assert sign(checkpoint().text(), key).signed_by(as_log.verifier) is None


@pytest.mark.parametrize(
    ("before", "after"), [("\n3\n", "\n4\n"), ("time x", "time y"), ("AAA", "AAB")]
)
def test_a_changed_checkpoint_is_refused(key, before, after):
    note = str(sign(checkpoint().text(), key)).replace(before, after, 1)
    with pytest.raises(BadNote, match=r"was changed|not base64"):
        opened(note, key.verifier)


def test_another_logs_checkpoint_is_refused(key):
    with pytest.raises(BadNote, match="checkpoint of other"):
        opened(sign(checkpoint(origin="other.example").text(), key), key.verifier)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "\n\n",
        "a\n\n",
        "a\n\nb\n",
        "a\n\n— n\n",
        "a\n\n— n AAAA\n",
        "a\n\n— n !\n",
        SIGNED.rstrip(),
        SIGNED.replace("\n", "\r\n"),
        SIGNED + "x" * 30_000,
        SIGNED.replace("AM=", "AN="),
    ],
)
def test_what_is_no_note_is_refused(text):
    with pytest.raises(BadNote):
        Note.read(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\n",
        "a\n1\n",
        "a\n01\nAA==\n",
        "a\n1\nAA==\n",
        "a\n-1\nAA==\n",
        "a\n1\n\nb\n",
        f"a\n١\n{'A' * 43}=\n",
    ],
)
def test_what_is_no_checkpoint_is_refused(text):
    with pytest.raises(BadNote):
        Checkpoint.read(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a+b",
        "a+b+c",
        PUBLIC.replace("c7", "c8"),
        PUBLIC[:-4],
        PUBLIC.replace("Peter", "P "),
        PRIVATE,
    ],
)
def test_what_is_no_key_is_refused(text):
    with pytest.raises(BadNote):
        VerifierKey.read(text)
    if text != PRIVATE:
        with pytest.raises(BadNote):
            SigningKey.read(text)


def test_a_refused_signing_key_is_not_repeated():
    wrong = PRIVATE.replace("c74f20a3", "00000000")
    with pytest.raises(BadNote) as refused:
        SigningKey.read(wrong)
    assert "AYEKFAL" not in str(refused.value)
    assert "AYEKFAL" not in repr(SigningKey.read(PRIVATE))


def test_a_key_without_a_name_is_named_by_itself():
    assert SigningKey.fresh().name != SigningKey.fresh().name
    with pytest.raises(BadNote, match="plus sign"):
        SigningKey.fresh("a+b")
