"""Conflicts that are known without a search over cards: amendments that do not fit, and statements that do nothing.

What loading a book refuses is a conflict where it can be read and does not hold together: an amendment of what is not
there or without effect, an exception to nothing, a rule that lifts itself. What cannot be read at all, such as a word
that the vocabulary lacks, is no finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from lark import Token

from grammar import rules as syntax
from grammar.document import At
from grammar.trouble import CONFLICT, Trouble, Unreadable
from rulebook.model import Book, Example, Limb, Question, Rule
from rulebook.mutants import limb_text
from verifier.check.model import Finding
from verifier.check.untested import answer_kind, of_example
from verifier.words.sentences import LANGS, VERDICTS, Pair, first_capital

# ---------------------------------------------------------------------------------------- what loading refuses


def refused(error: Unreadable) -> tuple[Finding, ...]:
    """The mistakes in a rule file as conflicts; nothing if one of them is that it cannot be read."""
    try:
        blocks = syntax.read("\n".join(error.lines), error.source)
    except Unreadable:
        return ()
    named = {at for block in blocks for at in _amended(block)}
    if not all(trouble.kind == CONFLICT or trouble.at in named for trouble in error.troubles):
        return ()
    return tuple(_refused(error, blocks, trouble) for trouble in error.troubles)


def _amended(block: syntax.Block) -> Iterator[At]:
    """Where a block names what it amends. A mistake there is that it does not fit the book it amends."""
    children = cast("list[Token | None]", block.tree.children)
    match block.tree.data:
        case "drop" | "settle":
            yield from (block.at(name) for name in children)
        case "rule" | "question":
            # A sentence that is missing is reported at the name too.
            sentences = {str(tree.children[0]) for tree in block.tree.find_data("sentence")}
            if children[0] is not None and sentences == {"en", "fr"}:
                yield block.at(children[1])


def _refused(error: Unreadable, blocks: Sequence[syntax.Block], trouble: Trouble) -> Finding:
    line, owner = trouble.at.line, _owner(blocks, trouble.at.line)
    en, fr = (f"{trouble.say(lang)}." for lang in LANGS)
    written = error.lines[line - 1].strip() if 1 <= line <= len(error.lines) else ""
    return Finding(
        CONFLICT,
        owner,
        en if en.startswith(owner) else first_capital(en),
        fr if fr.startswith(owner) else first_capital(fr),
        statement=written,
        house=True,
        line=line,
        file=error.source,
    )


def _owner(blocks: Sequence[syntax.Block], line: int) -> str:
    """The rule or question in whose block a line is."""
    block = next((block for block in reversed(blocks) if block.at().line <= line), None)
    tokens = [child for child in block.tree.children if isinstance(child, Token)] if block else []
    return next((str(token) for token in tokens if token.type == "NAME"), "")


# ---------------------------------------------------------------------------------------- what does nothing


def amendments(book: Book) -> Iterator[Finding]:
    """Exceptions that lift nothing, statements that are never heard, and examples of which the book says otherwise."""
    for owner, limb in book.limbs():
        if limb.effect == "exception" and not _says_something(book, limb.lifts, limb.event):
            yield _of_limb(owner, limb, (limb.lifts,), _LIFTS_NOTHING)
    yield from _unheard(book)
    items: tuple[Rule | Question, ...] = (*book.rules, *book.questions)
    for item in items:
        if not book.amends or (item.house and not (isinstance(item, Rule) and item.reading)):
            yield from _contradicted(book, item)


_LIFTS_NOTHING = (
    "This exception lifts nothing: {rules} says nothing about the event “{event}”.",
    "Cette exception ne lève rien : {rules} ne dit rien de l'événement « {event} ».",
)
_UNHEARD = (
    "This is never heard: of several “otherwise” the last speaks, here that of {rules}.",
    "Ceci n'est jamais entendu : de plusieurs « otherwise » le dernier parle, ici celui de {rules}.",
)


def _says_something(book: Book, id: str, event: str) -> bool:
    return any(owner.id == id and limb.event == event for owner, limb in book.limbs())


def _unheard(book: Book) -> Iterator[Finding]:
    """An `otherwise` after which a rule that nothing lifts says otherwise without a condition."""
    lifted = {limb.lifts for _, limb in book.limbs()}
    last: dict[str, Rule] = {}
    for rule in reversed(book.rules):
        for limb in reversed(rule.limbs):
            if limb.effect == "otherwise" and limb.event in last:
                yield _of_limb(rule, limb, (last[limb.event].id,), _UNHEARD)
            elif limb.effect == "otherwise" and limb.when is None and rule.id not in lifted:
                last[limb.event] = rule


def _of_limb(owner: Rule | Question, limb: Limb, rules: tuple[str, ...], text: Pair) -> Finding:
    en, fr = (each.format(rules=", ".join(rules), event=limb.event) for each in text)
    return Finding(
        CONFLICT,
        owner.id,
        en,
        fr,
        rules=tuple(rule for rule in rules if rule != owner.id),
        event=limb.event,
        statement=limb_text(limb),
        house=owner.house,
        line=limb.line or owner.line,
        file=owner.file,
    )


# ---------------------------------------------------------------------------------------- examples


def _contradicted(book: Book, owner: Rule | Question) -> Iterator[Finding]:
    """The examples that cannot be read, or of which the book says something else."""
    for example in owner.examples:
        trial = of_example(owner.id, example)
        try:
            answer = answer_kind(trial.ask(book))
        except Unreadable as error:
            en, fr = (f"{error.troubles[0].say(lang)}." for lang in LANGS)
            yield _of_example(owner, example, f"An example cannot be read: {en}", f"Un exemple est illisible : {fr}")
            continue
        if answer != trial.kind:
            claimed, found = VERDICTS.get(trial.kind, (trial.kind,) * 2), VERDICTS.get(answer, (answer,) * 2)
            yield _of_example(
                owner,
                example,
                f"An example is wrong: it says {claimed[0]}, and the book says {found[0]}.",
                f"Un exemple est faux : il dit {claimed[1]}, et le livre {found[1]}.",
            )


def _of_example(owner: Rule | Question, example: Example, en: str, fr: str) -> Finding:
    played = example.kind not in ("counts", "worth", "scores")
    return Finding(
        CONFLICT,
        owner.id,
        en,
        fr,
        statement=f"{example.kind}: {example.text}" if played else f"{example.kind} {example.claim}: {example.text}",
        witness=example.text if played else "",
        house=owner.house,
        line=example.line,
        file=owner.file,
    )
