"""Matches: the scores of deals that follow each other, what they come to, and who wins."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from verifier.cli import main

NINE = "examples/matches/jamaican-nine-rounds.kal"
DEAL = (
    "variant: {book}\nmatch: {match}\nplayers: Anne, Bob, Cleo\nhas drawn: Anne\nopened: Anne\nAnne holds: 2♥\n"
    "Bob holds: {bob}\nCleo holds: {cleo}\nAnne: discards 2♥\n{claims}\n"
)


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["audit", *arguments], input=stdin, env={"LC_ALL": "en_GB.UTF-8"})


def lines(text: str, *arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("-", "--format", "json", *arguments, stdin=text).stdout.splitlines()]


def deal(bob: str = "3♣", cleo: str = "4♣", claims: str = "", match: str = "Friday", book: str = "kalooki-40") -> str:
    return DEAL.format(bob=bob, cleo=cleo, claims=claims, match=match, book=book)


def test_a_match_of_nine_rounds_has_a_score_sheet() -> None:
    found = run(NINE, "--scores")
    assert found.exit_code == 0
    sheet = [line.split() for line in found.output.splitlines()]
    assert ["deal", "Anne", "Bob", "Cleo"] in sheet
    assert ["total", "1578", "1478", "1330"] in sheet
    assert sum(row[:1] == [str(n)] and len(row) == 4 for row in sheet for n in range(1, 10)) == 9
    assert "The lowest total is Cleo’s: 1330. match.lowest" in found.output
    french = run(NINE, "--scores", "--lang", "fr").output
    assert "Le plus petit total est celui de Cleo\u00a0: 1330. match.lowest" in french


def test_a_wrong_score_and_a_wrong_total_are_told_with_their_sums(tmp_path: Path) -> None:
    text = Path(NINE).read_text(encoding="utf-8")
    path = tmp_path / "match.kal"
    path.write_text(
        text.replace("score: Anne 214,", "score: Anne 204,").replace("total: Anne 422,", "total: Anne 412,")
    )
    found = run(str(path))
    assert found.exit_code == 1
    assert "wrong score of Anne: 204, and it is 214 = (2 + 1 + 15 + 15 + 4 + 3 + 8 + 5 + 50 + 4) × 2" in found.output
    assert f"{path}:34: wrong total of Anne: 412, and it is 422 = 208 + 214" in found.output
    assert "1  legal with a wrong score" in found.output and "2  scores written down that are wrong" in found.output


def test_totals_follow_the_deals_of_one_name() -> None:
    text = "---\n".join([
        deal("3♣", "4♣"), deal("5♣", "K♣", "total: Anne 0, Bob 8, Cleo 14"),
        deal("9♣", "2♣", "total: Bob 9", match="another"), deal("7♣", "6♣", "total: Bob 7"),
    ])  # fmt: skip
    found = lines(text)
    assert [line["total"] for line in found] == [
        {"Anne": [0], "Bob": [3], "Cleo": [4]}, {"Anne": [0], "Bob": [8], "Cleo": [14]},
        {"Anne": [0], "Bob": [9], "Cleo": [2]}, {"Anne": [0], "Bob": [7], "Cleo": [6]},
    ]  # fmt: skip
    assert [line["verdict"] for line in found] == ["legal"] * 4
    sheets = run("-", "--scores", stdin=text).output
    assert sheets.count("Match Friday") == 2 and sheets.count("Match another") == 1


def test_what_is_open_or_not_known_stays_so_in_the_total() -> None:
    open_score = (
        "variant: kaluki\nmatch: Friday\nplayers: Anne, Bob\nhas drawn: Anne\ntable:\n  A1 (Anne): 5♣ 6♣ 7♣\n"
        "opened now: Anne\nAnne holds: 10♥ 10♠ 10♦ K♠ K♥ K♦ 8♣ 4♣\nBob holds: {0}\n"
        "Anne: lays 10♥ 10♠ 10♦, K♠ K♥ K♦; adds 8♣ to A1; discards 4♣\n{1}"
    )
    text = "---\n".join([open_score.format("2♣", "score: Bob 27\n"), open_score.format("3♣", "total: Bob 40\n")])
    found = lines(text)
    assert [line["score"]["Bob"] for line in found] == [[2, 27], [3, 28]]
    assert found[1]["total"]["Bob"] == [5, 30, 55]
    (wrong,) = found[1]["wrong_scores"]
    assert (wrong["of"], wrong["claimed"], wrong["points"]) == ("match", 40, [5, 30, 55])
    hidden = lines("---\n".join([deal(), deal(bob="…", claims="total: Anne 0, Bob 9, Cleo 8"), deal()]))
    assert [sorted(line["total"]) for line in hidden] == [["Anne", "Bob", "Cleo"], ["Anne", "Cleo"], ["Anne", "Cleo"]]
    assert not hidden[1]["wrong_scores"]
    assert "Not every score is known" in run("-", "--scores", stdin="---\n".join([deal(), deal(bob="…")])).output


def test_a_deal_that_cannot_be_read_leaves_the_total_unknown() -> None:
    text = "---\n".join(
        [deal(), deal(bob="11♣"), deal(claims="total: Bob 9"), deal(match="another", claims="total: Bob 3")]
    )
    found = lines(text)
    assert [line["verdict"] for line in found] == ["legal", "trouble", "legal", "legal"]
    assert [line["total"].get("Bob") for line in found] == [[3], None, None, [3]]


def test_level_totals_and_books_that_do_not_say_who_wins() -> None:
    level = run("-", "--scores", stdin=deal("3♣", "3♠") + "---\n" + deal("3♦", "3♥")).output
    assert "The lowest total is Anne’s: 0." in level
    other = deal("4♣", "4♠").replace("drawn: Anne\nopened: Anne\nAnne", "drawn: Bob\nopened: Bob\nBob")
    other = other.replace("Bob holds: 4♣", "Anne holds: 3♦").replace("Anne: discards", "Bob: discards")
    two = deal("3♣", "3♠") + "---\n" + other
    shown = run("-", "--scores", stdin=two).output
    assert "Anne and Bob are level with the lowest total, 3, and the book does not say who of them wins." in shown
    kaluki = run("-", "--scores", stdin=deal(book="kaluki")).output
    assert "Of the stakes the winner takes 75 of each hundred. match.prize" in kaluki
    assert "prize.shares" in kaluki and "The book does not say who wins the match." in kaluki


@pytest.mark.parametrize("only", [(), ("--only", "wrong score")])
def test_totals_go_on_after_an_interruption(only: tuple[str, ...], tmp_path: Path) -> None:
    path, out = tmp_path / "many.kal", tmp_path / "out.jsonl"
    path.write_text("---\n".join(deal(claims="total: Bob 3") for _ in range(250)))
    run(str(path), "--out", str(out), *only)
    whole = out.read_bytes()
    for cut in (len(whole) // 3, len(whole) - 5):
        out.write_bytes(whole[:cut])
        assert run(str(path), "--out", str(out), "--resume", *only).exit_code == 1
        assert out.read_bytes() == whole
    last = [json.loads(line) for line in whole.splitlines() if not line.startswith(b'{"done":')][-1]
    assert last["wrong_scores"][0]["points"] == [750]


def test_json_records_have_matches_and_totals_too() -> None:
    record = {"variant": "kalooki-40", "match": 7, "players": ["A", "B"], "deal": {"A": ["2♥"], "B": ["3♥"]},
              "opened": ["A"], "turns": [{"player": "A", "acts": [["draw", "4♥"], ["discard", "4♥"]]}],
              "score": {"B": 3}, "total": {"B": 5}}  # fmt: skip
    found = lines(json.dumps(record) + "\n")
    assert found[0]["match"] == "7" and found[0]["score"] == {}
    record["deal"] = {"A": [], "B": ["3♥"]}
    record["turns"] = [{"player": "A", "acts": [["draw", "4♥"], ["discard", "4♥"]]}]
    (line,) = lines(json.dumps(record) + "\n")
    assert line["score"] == {"A": [0], "B": [3]} and line["verdict"] == "wrong score"
    assert [(one["of"], one["claimed"], one["points"]) for one in line["wrong_scores"]] == [("match", 5, [3])]
