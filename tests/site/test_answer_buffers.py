"""Where an answer is kept that its client has not taken yet."""

from tests.support.threads import on_a_loop
from tusac_site.serving import answer_buffers
from tusac_site.serving.answer_buffers import IN_MEMORY, AnswerBuffer


def test_a_large_answer_waits_in_a_file_and_a_small_one_in_memory() -> None:
    async def ask() -> None:
        for size in (IN_MEMORY, IN_MEMORY + 1):
            one = AnswerBuffer(b"x" * size)
            assert (one._file is None) == (size == IN_MEMORY)
            said = b""
            while piece := await one.read(len(said)):
                assert len(piece) <= answer_buffers.PIECE
                said += piece
            assert len(said) == one.size == size
            one.close()

    on_a_loop(ask)
