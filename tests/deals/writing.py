"""A deal in the notation of the record files, in English or French, and as a JSON record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from oracle.melds import is_joker

from deals.deal import NAMES, Act, Deal, Turn

FRENCH_NAMES = dict(
    zip(NAMES, ("Anne", "Bruno", "Chloé", "David", "Emma", "Fabien", "Gaël", "Hugo"), strict=True)
)  # fmt: skip
"""With the same initials, which are those of the melds."""
FRENCH_RANKS = {"J": "V", "Q": "D", "K": "R"}

ENGLISH = {
    "players": "players", "variant": "variant", "dealer": "dealer", "round": "round", "holds": "holds",
    "discards": "discards", "settle": "settle", "ruling": "ruling",
    "draw": "draws {0}", "take": "takes {0}", "lay": "lays {0}", "add": "adds {0} to {1}{2}",
    "swap": "swaps {0} for {3} in {1}", "shift": "shifts {0} into {1}{4}", "move": "moves {0} from {5} to {1}",
    "discard": "discards {0}", "call": "calls {0}", "cede": "cedes", "keep": "keeps", "end": "ends",
    "reshuffle": "reshuffles",
    "low": " low", "high": " high", "legal": "legal", "illegal": "illegal", "undetermined": "undetermined", "by": "by",
}  # fmt: skip
FRENCH = {
    "players": "joueurs", "variant": "variante", "dealer": "donneur", "round": "manche", "holds": "tient",
    "discards": "défausse", "settle": "tranché", "ruling": "décision",
    "draw": "pioche {0}", "take": "prend {0}", "lay": "pose {0}", "add": "ajoute {0} à {1}{2}",
    "swap": "échange {0} contre {3} dans {1}", "shift": "décale {0} dans {1}{4}", "move": "déplace {0} de {5} à {1}",
    "discard": "jette {0}", "call": "appelle {0}", "cede": "cède", "keep": "garde", "end": "finit",
    "reshuffle": "remélange",
    "low": " en bas", "high": " en haut", "legal": "légal", "illegal": "illégal", "undetermined": "indéterminé",
    "by": "par",
}  # fmt: skip


def kal(
    deal: Deal,
    title: str = "",
    ruling: str = "",
    rule: str = "",
    lang: str = "en",
    score: Mapping[str, int] | None = None,
) -> str:
    """The deal as a record file has it, a line for each turn; `ruling` is what is claimed of it, by `rule`, and `score`
    what the players are said to score."""
    written = _Written(deal, lang)
    text = written.text(title, ruling, rule)
    return text + (f"score: {written.points(score)}\n" if score else "")


class _Written:
    def __init__(self, deal: Deal, lang: str) -> None:
        self._deal, self._words, self._french = deal, FRENCH if lang == "fr" else ENGLISH, lang == "fr"

    def text(self, title: str, ruling: str, rule: str) -> str:
        deal, words = self._deal, self._words
        lines = [f"# {title}"] if title else []
        lines += ["lang: fr"] if self._french else []
        lines += [f"{words['variant']}: {deal.book}"]
        lines += [f"{words['players']}: {', '.join(map(self._name, deal.players))}"]
        lines += [f"{words['dealer']}: {self._name(deal.dealer)}"]
        lines += [f"{words['round']}: {deal.round}"] if deal.round else []
        lines += [f"{self._name(player)} {words['holds']}: {self._cards(held)}" for player, held in deal.hands]
        lines += [f"{words['discards']}: {self._cards((deal.first_discard,))}"]
        lines += [f"{words['settle']}: {question} = {reading}" for question, reading in deal.settled]
        lines += ["", *map(self._turn, deal.turns)]
        if ruling:
            lines.append(f"{words['ruling']} {deal.book}: {words[ruling]}" + (f" {words['by']} {rule}" if rule else ""))
        return "\n".join(lines) + "\n"

    def points(self, score: Mapping[str, int]) -> str:
        return ", ".join(f"{self._name(player)} {points}" for player, points in score.items())

    def _name(self, player: str) -> str:
        return FRENCH_NAMES[player] if self._french else player

    def _cards(self, cards: Sequence[str]) -> str:
        return " ".join(self._card(card) for card in cards)

    def _card(self, card: str) -> str:
        if not self._french or card == "JK":
            return card
        said, face = ("JK=", card[3:]) if is_joker(card) else ("", card)
        return said + FRENCH_RANKS.get(face[:-1], face[:-1]) + face[-1]

    def _turn(self, turn: Turn) -> str:
        player, acts = turn
        return f"{self._name(player)}: {'; '.join(map(self._act, acts))}"

    def _act(self, act: Act) -> str:
        cards = ", ".join(self._cards(meld.cards) for meld in act.melds) or self._cards(act.cards)
        end = self._words[act.end] if act.end else ""
        becomes = f", {self._card(act.becomes)}" if act.becomes else ""
        jokers = " ".join(["JK"] * act.jokers)
        return self._words[act.verb].format(cards, act.to, end, jokers, becomes, act.source)


def as_json(deal: Deal, id: str) -> dict[str, object]:
    """The deal as a JSON record."""
    record: dict[str, object] = {
        "id": id,
        "variant": deal.book,
        "players": list(deal.players),
        "dealer": deal.dealer,
        "deal": {player: list(held) for player, held in deal.hands},
        "first_discard": deal.first_discard,
        "turns": [{"player": player, "acts": [_json_act(act) for act in acts]} for player, acts in deal.turns],
    }
    if deal.settled:
        record["settle"] = dict(deal.settled)
    return {**record, "round": deal.round} if deal.round else record


def _json_act(act: Act) -> list[object]:
    match act.verb:
        case "lay":
            return ["lay", [list(meld.cards) for meld in act.melds]]
        case "add":
            return ["add", list(act.cards), act.to, *([act.end] if act.end else [])]
        case "swap":
            return ["swap", list(act.cards), act.to, act.jokers]
        case "shift":
            return ["shift", *act.cards, act.to, *([act.becomes] if act.becomes else [])]
        case "move":
            return ["move", list(act.cards), act.source, act.to]
        case _:
            return [act.verb, *act.cards]
