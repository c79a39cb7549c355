"""What is kept in a file comes back in its order, as often as it is asked for, and by its place."""

from __future__ import annotations

from exports.kept import keeping


def test_pieces_come_back_in_their_order_and_by_their_places() -> None:
    with keeping(list[str]) as kept:
        places = [kept.add([text] * n) for n, text in enumerate(["a", "é", "\U0001f600"])]
        assert list(kept) == [[], ["é"], ["\U0001f600"] * 2]
        assert kept.at(places[1]) == ["é"]
        last = kept.add(["more"])
        assert [len(piece) for piece in kept] == [0, 1, 2, 1]
        assert kept.at(last) == ["more"]


def test_going_through_them_goes_on_where_a_piece_was_looked_at_meanwhile() -> None:
    with keeping(str) as kept:
        places = [kept.add(text) for text in "abc"]
        assert [piece + kept.at(places[0]) for piece in kept] == ["aa", "ba", "ca"]
