"""Every card is in one place: what is thrown, taken, called or ceded is the same card, counted once."""

from __future__ import annotations

from grammar.record import read
from rulebook.library import book
from verifier.arbiter import judge
from verifier.deck import deck_trouble, sightings
from verifier.impossible import troubles
from verifier.table import Table

HEAD = "variant: jamaican\nplayers: Anne, Bob, Cleo\nround: 1\n"


def seen(text: str) -> list[str]:
    (record,) = read(HEAD + text)
    return sorted(f"{card.rank} {card.suit}" for card, _ in sightings(record) if card.rank == 9)


def test_a_card_that_is_thrown_and_taken_is_one_card() -> None:
    text = "discards: 9♦\nAnne: draws; discards 9♣\nBob: takes 9♣; discards 9♣\nCleo: takes 9♣; discards 4♠\n"
    assert len(seen(text)) == 2


def test_a_card_that_is_ceded_is_one_card() -> None:
    text = "Anne: draws; discards 9♣\nCleo: calls 9♣\nBob: cedes; draws; discards 4♠\nCleo: draws; discards 9♣\n"
    assert len(seen(text)) == 1


def test_a_whole_deal_has_no_card_too_many() -> None:
    (record,) = read(HEAD + "Anne: draws 9♣; discards 9♣\nBob: takes 9♣; discards 9♣\nCleo: takes 9♣; discards 9♣\n")
    assert troubles(record, [book("jamaican")]) == [] and deck_trouble(record, book("jamaican")) is None


def test_the_card_that_is_ceded_is_the_top_of_the_pile() -> None:
    (record,) = read(HEAD + "discards: 9♣ 4♠\nAnne: draws 9♣; discards 9♣\nCleo: calls 9♣\nBob: cedes; draws 2♣\n")
    table = Table(record)
    table.discards = [*record.discards, *record.discards[:1]]  # type: ignore[misc]
    table.call("Cleo", record.discards[0])  # type: ignore[index]
    table.cede()
    assert [str(card.rank) for card in table.discards] == ["9", "4"]
    assert judge(record, book("jamaican")).verdict != "cannot arise"


def test_a_new_stock_has_the_cards_that_were_thrown() -> None:
    text = (
        "discards: 9♦\nAnne: draws; discards 9♣\nBob: reshuffles; draws 9♦; discards 9♦\nCleo: takes 9♦; discards 4♠\n"
    )
    assert len(seen(text)) == 2
    assert len(seen(text.replace("reshuffles; ", ""))) == 3
