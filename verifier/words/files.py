"""Files in words: why one cannot be read."""

from __future__ import annotations

import os
from pathlib import Path

from verifier.words.sentences import Pair, pick


def why_not(name: str, error: OSError, lang: str) -> str:
    """Why a file cannot be read, and what to do about it."""
    if isinstance(error, FileNotFoundError):
        near = _near(name)
        guess: Pair = (f"; did you mean {near}?", f" ; {near} peut-être ?") if near else ("", "")
        return pick((f"there is no such file{guess[0]}", f"il n'y a pas de tel fichier{guess[1]}"), lang)
    if isinstance(error, IsADirectoryError):
        every = os.path.join(name, "*.kal")
        hint = (f"this is a folder; give its files: {every}", f"c'est un dossier ; donnez ses fichiers : {every}")
        return pick(hint, lang)
    if isinstance(error, PermissionError):
        return pick(("you may not read this file", "vous n'avez pas le droit de lire ce fichier"), lang)
    return pick((f"cannot be read: {error.strerror}", f"ne peut pas être lu : {error.strerror}"), lang)


def _near(name: str) -> str:
    """A file beside it that has nearly this name."""
    from difflib import get_close_matches

    folder = Path(name).parent
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError:
        return ""
    found = get_close_matches(Path(name).name, names, 1, 0.7)
    return str(folder / found[0]) if found else ""
