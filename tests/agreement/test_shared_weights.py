"""Are weights that are made together those that each would have by itself?"""

from itertools import combinations

import numpy as np
import pytest

from agreement import shared_weights
from agreement.shared_weights import SharedWeights
from tests.agreement.tables import patterns_of


@pytest.mark.parametrize("most", [1, 3000, 2_000_000])
def test_every_pair_has_its_own_weights_however_many_fit_a_product(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(shared_weights, "MOST_NUMBERS", most)
    codes = np.random.default_rng(0).integers(-1, 3, (400, 4))
    every = patterns_of(codes, n_labels=3)
    wanted = [every, every.without_identity(), *(every.pair(*two) for two in combinations(range(4), 2)), every]
    whole = np.random.default_rng(1).integers(0, 9, (5, len(every.codes))).astype(float)
    shared, found = SharedWeights(wanted), {}
    for _ in range(2):  # block after block
        found = {place: weights for weights, places in shared.of(whole) for place in places}
    assert sorted(found) == list(range(len(wanted)))
    for place, patterns in enumerate(wanted):
        assert (found[place] == patterns.weights_of(whole)).all()
