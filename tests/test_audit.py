"""Many records replayed: the first wrong move of each, whatever the form, the number of processes, or interruptions."""

from __future__ import annotations

import gzip
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from grammar.jsonform import record_of
from grammar.layout import record_lines
from grammar.record import decode, read
from grammar.text import split_lines
from grammar.trouble import Unreadable
from rulebook.library import book, names
from verifier.arbiter import judge
from verifier.audit import Desk, audit, audit_deal
from verifier.audit.lines import Line
from verifier.audit.one import VERDICTS
from verifier.audit.stream import Item, items, records_in
from verifier.cli import main
from verifier.impossible import troubles

NIGHT = "examples/audit/club-night.kal"
COMMAND = [sys.executable, "-c", "from verifier.cli import main; main(prog_name='kalooki')", "audit"]
WRONG = 19
"""The line of the first wrong move."""


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["audit", *arguments], input=stdin, env={"LC_ALL": "en_GB.UTF-8"})


def desk(variant: str = "") -> Desk:
    return Desk(tuple(map(book, names())), variant)


def lines(found: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in found.stdout.splitlines()]


def as_json(text: str, id: str = "") -> dict[str, Any]:
    """A record file's record as JSON, written from what was read."""
    (record,) = read(text)
    deal: dict[str, Any] = {
        "variant": record.variants[0],
        "players": list(record.players),
        "deal": {hand.player: [str(card) for card in shown(hand.cards)] for hand in record.hands},
        "table": [{"label": m.label, "owner": m.owner, "cards": shown(m.cards)} for m in record.table],
        "turns": [{"player": turn.player, "acts": [act_of(act) for act in turn.acts]} for turn in record.turns],
    }
    if record.discards:
        deal["first_discard"] = shown(record.discards)[0]
    return {"id": id, **deal} if id else deal


def shown(cards: Any) -> list[str]:
    from grammar.cards import show

    return [show(card) for card in cards]


def act_of(act: Any) -> list[Any]:
    cards = shown(act.cards)
    match act.verb:
        case "lay":
            return ["lay", [shown(meld.cards) for meld in act.melds]]
        case "add":
            return ["add", cards, act.target, *([act.end] if act.end else [])]
        case "swap":
            return ["swap", cards, act.target, act.jokers]
        case _:
            return [act.verb, *cards]


def night() -> list[str]:
    return Path(NIGHT).read_text(encoding="utf-8").split("---\n")


def items_of(data: bytes, form: str) -> Iterator[Item]:
    return records_in(BytesIO(data), "-", form)


# ---------------------------------------------------------------------------------------- what is found


def test_the_first_wrong_move_is_found_at_its_line_with_its_rule() -> None:
    found = run(NIGHT, "--jobs", "1")
    assert found.exit_code == 2
    assert f"{NIGHT}:{WRONG}: illegal in rami-40, turn 2: Bob: lays 10♥ 10♣ 10♦ · opening.threshold\n" in found.output
    assert f"{NIGHT}:23: undetermined in rami-40: joker.freed\n" in found.output
    assert f"{NIGHT}:37: there is no card 11♣" in found.output
    assert "4 records, " in found.output


def test_what_a_wrong_play_costs() -> None:
    text = b"variant: jamaican\nplayers: A, B, C\nround: 1\nA: draws; discards JK\n"
    found = run("-", stdin=text)
    assert "-:4: a wrong play costs 50 points\n" in found.output
    (line,) = lines(run("-", "--format", "json", stdin=text))
    assert line["wrong"][0]["costs"] == 50
    (line,) = lines(run("-", "--variant", "rami-40", "--format", "json", stdin=text.replace(b"draws; ", b"")))
    assert line["wrong"][0]["costs"] is None


def test_a_deal_can_be_played_on() -> None:
    (record,) = read(night()[1])
    once = audit_deal(record, book("rami-40"))
    on = audit_deal(record, book("rami-40"), play_on=True)
    assert len(once.wrong) == 1 and len(on.wrong) >= 1
    assert on.wrong[0] == once.wrong[0]
    assert on.acts > once.acts


def test_the_book_may_be_another() -> None:
    found = lines(run(NIGHT, "--variant", "kalooki-51", "--format", "json", "--jobs", "1"))
    assert [line["variant"] for line in found] == ["kalooki-51"] * 3 + [""]
    assert [line["verdict"] for line in found] == ["illegal", "illegal", "legal", "trouble"]


def test_house_rules() -> None:
    found = lines(run(NIGHT, "--rules", "examples/house/replay-the-joker.rules", "--format", "json", "--jobs", "1"))
    assert [line["verdict"] for line in found[:3]] == ["legal", "illegal", "illegal"]
    assert found[2]["wrong"][0]["rules"] == ["joker.freed"]


def test_a_record_without_a_variant_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.kal"
    path.write_text("players: Anne, Bob\nAnne: draws; discards 4♠\n", encoding="utf-8")
    assert "names no variant" in run(str(path)).output
    assert run(str(path), "--variant", "rami-40").exit_code == 0


# ---------------------------------------------------------------------------------------- forms


def test_json_says_what_a_record_file_says(tmp_path: Path) -> None:
    path = tmp_path / "night.jsonl"
    path.write_text("\n".join(json.dumps(as_json(text, f"t{n}")) for n, text in enumerate(night()[:3])) + "\n")
    one = lines(run(NIGHT, "--format", "json", "--jobs", "1"))[:3]
    two = lines(run(str(path), "--format", "json", "--jobs", "1"))
    for first, second in zip(one, two, strict=True):
        assert (first["verdict"], first["acts"], first["questions"]) == (
            second["verdict"], second["acts"], second["questions"]
        )  # fmt: skip
        assert [(w["turn"], w["act"], w["rules"]) for w in first["wrong"]] == [
            (w["turn"], w["act"], w["rules"]) for w in second["wrong"]
        ]
    assert [line["id"] for line in two] == ["t0", "t1", "t2"]


def test_folders_patterns_gzip_and_standard_input(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.kal").write_text(night()[0], encoding="utf-8")
    with gzip.open(tmp_path / "b.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write(json.dumps(as_json(night()[1])) + "\n")
    (tmp_path / "no.txt").write_text("nothing")
    found = lines(run(str(tmp_path), "--format", "json", "--jobs", "1"))
    assert [line["verdict"] for line in found] == ["illegal", "legal"]
    by_pattern = lines(run(str(tmp_path / "*" / "*.kal"), "--format", "json", "--jobs", "1"))
    assert [line["verdict"] for line in by_pattern] == ["legal"]
    data = json.dumps(as_json(night()[1])).encode()
    assert [line["verdict"] for line in lines(run("-", "--format", "json", "--jobs", "1", stdin=data))] == ["illegal"]
    text = Path(NIGHT).read_bytes()
    assert len(lines(run("-", "--format", "json", "--jobs", "1", stdin=text))) == 4


def as_utf_16(text: str) -> bytes:
    return text.encode("utf-16")


@pytest.mark.parametrize(
    "data",
    [
        as_utf_16(Path(NIGHT).read_text(encoding="utf-8")),
        Path(NIGHT).read_bytes().replace(b"\n", b"\r\n"),
        Path(NIGHT).read_bytes().replace(b"\n", b"\r"),
        Path(NIGHT).read_bytes().replace(b"---", "\u00a0—".encode()),
        b"\xef\xbb\xbf# The club\n---\n" + Path(NIGHT).read_bytes(),
    ],
    ids=["UTF-16", "CRLF", "CR", "dash", "comment"],
)
def test_records_are_those_that_a_whole_file_has(data: bytes) -> None:
    """However lines and records are kept apart, a stream has the records of the file read as a whole."""
    text = decode(data, "-")
    starts = [group[0].number for group in record_lines(split_lines(text, "-"))]
    found = list(audit(items_of(data, ""), desk()))
    assert [result.line for result in found] == starts
    assert [result.verdict for result in found] == ["legal", "illegal", "undetermined", "trouble"]
    assert found[1].audit and found[1].audit.wrong[0].line == text.replace("\r\n", "\n").replace("\r", "\n")[
        : text.replace("\r\n", "\n").index("lays 10♥ 10♣ 10♦; discards Q♥")
    ].count("\n") + 1  # fmt: skip


def test_what_has_no_record_says_so(tmp_path: Path) -> None:
    empty = tmp_path / "empty.kal"
    empty.write_text("# nothing\n", encoding="utf-8")
    assert "empty.kal:1: there is no record here" in run(str(empty)).output
    (tmp_path / "none").mkdir()
    assert "no record is in this folder" in run(str(tmp_path / "none")).output
    assert run(str(tmp_path / "none")).exit_code == 2


def test_a_broken_archive_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path, line = tmp_path / "a.jsonl.gz", json.dumps(as_json(night()[0])).encode() + b"\n"
    more = gzip.compress(Random(1).randbytes(5000))
    for broken in (more[:2000], more[:2000] + bytes(3000), b"rubbish"):
        path.write_bytes(gzip.compress(line * 3) + broken)
        found = lines(run(str(path), "--format", "json", "--jobs", "1"))
        assert [line["verdict"] for line in found[:3]] == ["legal"] * 3
        assert found[-1]["verdict"] == "trouble" and "the file is broken" in found[-1]["trouble"]


def test_what_a_broken_archive_begins_is_not_judged(tmp_path: Path) -> None:
    path, data = tmp_path / "a.kal.gz", gzip.compress(Path(NIGHT).read_bytes())
    whole = [line["verdict"] for line in lines(run(NIGHT, "--format", "json", "--jobs", "1"))]
    for cut in range(40, len(data), 60):
        path.write_bytes(data[:cut])
        found = lines(run(str(path), "--format", "json", "--jobs", "1"))
        assert "the file is broken" in found[-1]["trouble"]
        assert [line["verdict"] for line in found[:-1]] == whole[: len(found) - 1]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"turns": 3}', "no record"),
        ('{"turns": [{"player": "A", "acts": [["fly"]]}]}', "turns[0].acts[0]: there is no such act"),
        ('{"turns": [{"player": "A", "acts": [["discard", "11♣"]]}]}', "turns[0].acts[0]: this is no card"),
        ('{"turns": [{"player": "A", "acts": [["draw"], ["add", ["8♠"], "Z9"]]}]}', "acts[1]: there is no meld"),
        ('{"turns": [{"player": "A\\nB", "acts": []}]}', "this is no name"),
        ('{"turns": [], "what": 1}', "no record"),
        ("[" * 100_000, "no record"),
        ('{"turns": [{"player": "A", "acts": [["lay", 5]]}]}', "lay is not written so"),
        ('{"turns": [{"player": "A", "acts": [["lay", []]]}]}', "lay is not written so"),
        ('{"turns": [{"player": "A", "acts": [["swap", ["8♠"], "A1", 99]]}]}', "takes 1 to 9 jokers, not 99"),
        ('{"turns": [{"player": "A", "acts": [["swap", ["8♠"], "A1", "x"]]}]}', "swap is not written so"),
        ('{"turns": [], "table": [{"label": "A1", "cards": ["8♠"], "kind": "quad"}]}', "table[0].kind: "),
        ('{"turns": [], "first_discard": "9♦", "discards": ["9♦"]}', "discards: the first discard is given too"),
        ('{"turns": [], "settle": {"a b": "c"}}', "settle: this is no name: a b"),
        ('{"turns": [], "stock": -1}', "stock: this cannot be less than 0"),
        ('{"turns": [], "variant": "rami-40 # no"}', "variant: this is no name of a book"),
        ('{"turns": [], "players": ["A“B", "C"]}', "players[0]: this is no name"),
        ('{"round": 99999999999999999999999, "turns": []}', "round: expected a number"),
    ],
)  # fmt: skip
def test_a_mistake_in_json_is_located(text: str, what: str) -> None:
    with pytest.raises(Unreadable) as error:
        record_of(text.encode(), "a.jsonl", 7)
    assert error.value.render().startswith("a.jsonl:7:1: ")
    assert what in error.value.render()


def test_new_melds_may_be_named_and_cards_unknown() -> None:
    lay = ["lay", [{"name": "X1", "cards": ["7♥", "7♦", "7♣"]}, {"cards": ["JK", "JK", "8♣"], "kind": "run"}]]
    deal = {"A": ["7♥", None, "?", "…"], "B": ["…"], "C": None}
    acts = [["draw", None], lay, ["add", ["7♠"], "X1"]]
    record, _ = record_of(json.dumps({"deal": deal, "turns": [{"player": "A", "acts": acts}]}).encode())
    assert [(hand.player, len(hand.cards), hand.complete) for hand in record.hands] == [
        ("A", 3, False),
        ("B", 0, False),
    ]
    draw, laid, added = record.turns[0].acts
    assert not draw.cards[0].known
    assert [(meld.label, meld.kind) for meld in laid.melds] == [("X1", ""), ("A1", "run")]
    assert added.target == "X1"


def test_piles_hands_and_what_was_settled() -> None:
    deal = {"deal": {"A": [], "B": ["7♥"]}, "stock": 3, "discards": ["9♦", "4♠"], "drawn": ["A"],
            "settle": {"joker.freed": "keep"}, "turns": [{"player": "A", "acts": [["end"]]}]}  # fmt: skip
    record, _ = record_of(json.dumps(deal).encode())
    assert [hand.cards == () for hand in record.hands] == [True, False] and record.hands[0].complete
    assert (record.stock, len(record.discards or ()), record.drawn) == (3, 2, ("A",))
    assert record.settled == (("joker.freed", "keep"),)
    empty, _ = record_of(json.dumps({**deal, "discards": []}).encode())
    assert empty.discards == ()


def test_the_id_of_a_record_that_cannot_be_read_is_kept() -> None:
    data = b'{"id": "t7", "variant": "rami-40", "turns": [{"player": "A", "acts": [["fly"]]}]}\n'
    (line,) = lines(run("-", "--format", "json", "--jobs", "1", stdin=data))
    assert (line["id"], line["verdict"], line["at"]) == ("t7", "trouble", 1)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["player", "acts", "x"]), inner),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(["turns", "players", "deal", "table", "round", "score", "id", "opened"]), JSON))
def test_no_json_ends_in_anything_but_a_mistake(deal: dict[str, Any]) -> None:
    try:
        record_of(json.dumps({"turns": [], **deal}).encode())
    except Unreadable as error:
        assert error.troubles


def test_spoilt_files_are_judged_or_reported() -> None:
    """Bytes changed, lost and doubled at random: every record comes to something, and nothing breaks."""
    rnd, whole = Random("spoilt"), Path(NIGHT).read_bytes()
    objects = "\n".join(json.dumps(as_json(text)) for text in night()[:3]).encode()
    seen = 0
    for number in range(200):
        data = bytearray(objects if number % 2 else whole)
        for _ in range(rnd.randint(1, 6)):
            place = rnd.randrange(len(data))
            if rnd.random() < 0.5:
                data[place] = rnd.randrange(256)
            else:
                data[place : place + rnd.randrange(20)] = data[: rnd.randrange(20)]
        for result in audit(items_of(bytes(data), "jsonl" if number % 2 else "kal"), desk()):
            assert result.verdict in VERDICTS
            assert "mistake is ours" not in result.trouble
            seen += 1
    assert seen > 400


# ---------------------------------------------------------------------------------------- many, and again


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Four hundred records, three of each four of which can be read."""
    path = tmp_path / "many.kal"
    path.write_text("\n---\n".join(night() * 100), encoding="utf-8")
    return path


def test_the_number_of_processes_changes_nothing(many: Path, tmp_path: Path) -> None:
    outs = []
    for jobs in ("1", "2"):
        out = tmp_path / f"out{jobs}.jsonl"
        assert run(str(many), "--out", str(out), "--jobs", jobs).exit_code == 2
        outs.append(out.read_bytes())
    assert outs[0] == outs[1]
    assert outs[0].count(b"\n") == 400


@pytest.mark.parametrize("only", [(), ("--only", "illegal")])
@pytest.mark.parametrize("cut", [1, 700, 20_000])
def test_an_interrupted_run_goes_on(many: Path, tmp_path: Path, only: tuple[str, ...], cut: int) -> None:
    """Whatever is left of the file, going on makes it whole: no record is lost, none comes twice."""
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    run(str(many), "--out", str(whole), "--jobs", "1", *only)
    part.write_bytes(whole.read_bytes()[:cut])
    run(str(many), "--out", str(part), "--jobs", "1", "--resume", *only)
    assert part.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("only", [(), ("--only", "illegal")])
def test_a_run_that_is_killed_goes_on(many: Path, tmp_path: Path, only: tuple[str, ...]) -> None:
    """It waits for more on standard input, when it is killed, and the file tells of some records already."""
    whole, part, data = tmp_path / "whole.jsonl", tmp_path / "part.jsonl", many.read_bytes()
    run("-", "--out", str(whole), "--jobs", "1", *only, stdin=data)
    command = [*COMMAND, "-", "--out", str(part), "--jobs", "1", *only]
    killed = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert killed.stdin
    killed.stdin.write(data[: len(data) // 2])
    killed.stdin.flush()
    told = b'{"done":100,' if only else b"\n"
    deadline = time.monotonic() + 20
    while not part.exists() or told not in part.read_bytes():
        assert killed.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    killed.kill()
    assert killed.wait() == -signal.SIGKILL
    killed.stdin.close()
    assert 0 < part.stat().st_size < whole.stat().st_size
    again = run("-", "--out", str(part), "--jobs", "1", "--resume", *only, stdin=data)
    assert " were done before" in again.stdout
    assert part.read_bytes() == whole.read_bytes()


def test_going_on_counts_what_was_done_before(tmp_path: Path) -> None:
    out = str(tmp_path / "out.jsonl")
    for only in ((), ("--only", "illegal")):
        first = run(NIGHT, "--out", out, *only)
        again = run(NIGHT, "--out", out, "--resume", *only)
        assert (first.exit_code, again.exit_code) == (2, 2)
        said = [line for line in again.stdout.splitlines() if "done before" not in line]
        assert said == first.stdout.splitlines()


def test_no_run_goes_on_from_what_is_not_its_own(many: Path, tmp_path: Path) -> None:
    """Another `--only`, other records, or a file of something else: it is refused, and the file is left as it is."""
    out = tmp_path / "out.jsonl"
    cases: list[tuple[tuple[str, ...], tuple[str, ...], str]] = [
        ((NIGHT, "--only", "illegal"), (NIGHT,), "another --only"),
        ((NIGHT, "--only", "illegal"), (NIGHT, "--only", "trouble"), "another --only"),
        ((NIGHT,), (NIGHT, "--only", "illegal"), "another --only"),
        ((NIGHT,), (str(many),), "other records"),
        ((str(many),), (NIGHT,), "other records"),
    ]
    for before, after, why in cases:
        run(*before, "--out", str(out), "--jobs", "1")
        data = out.read_bytes()
        found = run(*after, "--out", str(out), "--resume", "--jobs", "1")
        assert (found.exit_code, why in found.stderr, out.read_bytes()) == (2, True, data)
    out.write_bytes(Path(NIGHT).read_bytes())
    assert "nothing was changed" in run(NIGHT, "--out", str(out), "--resume").stderr
    assert out.read_bytes() == Path(NIGHT).read_bytes()


def test_a_run_does_not_read_what_it_writes(tmp_path: Path) -> None:
    path = tmp_path / "a.kal"
    path.write_bytes(Path(NIGHT).read_bytes())
    (tmp_path / "b.jsonl").write_text("")
    assert "4 records" in run(str(tmp_path), "--out", str(tmp_path / "b.jsonl")).output
    assert "would be written over" in run(str(path), "--out", str(path)).output
    assert path.read_bytes() == Path(NIGHT).read_bytes()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_is_told() -> None:
    found = run(NIGHT, "--out", "/dev/full")
    assert (found.exit_code, "/dev/full: cannot be written" in found.stderr) == (2, True)


def test_the_verdict_is_that_of_judge() -> None:
    """The rules broken, those broken in every world, and the open questions are those of the arbiter."""
    for path in sorted(Path("examples/disputes").rglob("*.kal"))[::6]:
        for record in read(path.read_text(encoding="utf-8")):
            for name in names():
                if troubles(record, [book(name)]):
                    continue
                whole, found = judge(record, book(name)), audit_deal(record, book(name), play_on=True)
                assert found.verdict == whole.verdict, (path, name)
                wrong = [action for action in whole.actions if action.verdict == "illegal"]
                assert [set(w.rules) for w in found.wrong] == [{say.id for say in a.broken} for a in wrong]
                assert [w.certain for w in found.wrong] == [len({s.id for s in a.broken if s.always}) for a in wrong]
                asked = {q.question.id if q.question else "" for action in whole.actions for q in action.questions}
                assert set(found.questions) == asked, (path, name)


def test_only_some_are_shown() -> None:
    found = run(NIGHT, "--only", "illegal", "--format", "json", "--jobs", "1")
    assert [line["verdict"] for line in lines(found)] == ["illegal"]


def test_a_long_stream_is_read_a_record_at_a_time(many: Path) -> None:
    stream = audit(items([str(many)]), desk())
    first = next(stream)
    assert (first.line, first.verdict) == (1, "legal")
    assert sum(1 for _ in stream) == 399


# ---------------------------------------------------------------------------------------- wrong usage


def test_wrong_usage() -> None:
    assert run().exit_code == 2
    assert run(NIGHT, "--resume").exit_code == 2
    assert "there is no book" in run(NIGHT, "--variant", "rammy").output
    missing = run("nowhere.kal", "--jobs", "1")
    assert missing.exit_code == 2
    assert "nowhere.kal:1: there is no such file" in missing.output


def test_the_schemas_can_be_printed() -> None:
    for name in ("record", "answer"):
        assert json.loads(run("--schema", name).output)["$ref"]
    assert set(json.loads(run("--schema", "both").output)) == {"record", "answer"}


def test_answers_are_of_the_shape_that_the_schema_says() -> None:
    defined = json.loads(run("--schema", "answer").output)["$defs"]
    for line in run(NIGHT, "--format", "json", "--jobs", "1").stdout.splitlines():
        assert msgspec.json.encode(msgspec.json.decode(line, type=Line)).decode() == line
        assert set(json.loads(line)) == set(defined["Line"]["properties"])
        for wrong in json.loads(line)["wrong"]:
            assert set(wrong) == set(defined["WrongOut"]["properties"])


def test_in_french() -> None:
    found = CliRunner().invoke(main, ["audit", NIGHT, "--lang", "fr", "--jobs", "1"])
    assert "illégal selon rami-40, tour 2" in found.output
    assert "premiers coups fautifs, par règle" in found.output


def test_no_solver_is_loaded() -> None:
    code = "import sys, verifier.audit, verifier.impossible; sys.exit('z3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
