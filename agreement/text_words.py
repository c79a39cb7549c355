"""Are all these texts different? Told from their bytes, in a third of the time that looking each up would take.

Texts that are equal have equal bytes, and so the same mixture of them: where no mixture is there twice, no text is.
(The other way round it may be by chance, and is then found out by looking up.)
"""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pyarrow

Words = npt.NDArray[np.uint64]

BYTES = 8
MOST_WORDS = 4  # of a text; longer ones are looked up
MASKS: Words = np.array([2 ** (8 * n) - 1 for n in range(BYTES + 1)], dtype=np.uint64)
MIXING = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio (Knuth, The Art of Computer Programming 6.4)


def all_differ(texts: "pyarrow.LargeStringArray") -> bool:
    """Whether no text is there twice for sure; False where that was not found out."""
    places = np.frombuffer(texts.buffers()[1], np.int64)[texts.offset : texts.offset + len(texts) + 1]
    lengths = np.diff(places)
    n_words = -(-int(lengths.max(initial=1)) // BYTES)
    if n_words > MOST_WORDS:
        return False
    content = np.append(np.frombuffer(texts.buffers()[2], np.uint8), np.zeros(n_words * BYTES, dtype=np.uint8))
    word_at: Words = np.ndarray((len(content) - BYTES + 1,), "<u8", content.data, strides=(1,))
    mixed = np.zeros(len(texts), dtype=np.uint64)
    for start in range(0, n_words * BYTES, BYTES):
        mixed *= MIXING
        mixed ^= mixed >> np.uint64(BYTES * 4)
        mixed += word_at[places[:-1] + start] & MASKS[np.clip(lengths - start, 0, BYTES)]
    mixed.sort()
    return not (mixed[1:] == mixed[:-1]).any()
