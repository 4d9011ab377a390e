"""The command `kalooki`."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from verifier.commands import words_help as words
from verifier.commands.terminal import echo_error, language, speak_utf8

INTERNAL = 70
"""The exit status after a mistake of ours."""

INTERRUPTED = 130
PIPE_CLOSED = 141

_COMMANDS = {
    "judge": "verifier.commands.judge:judge",
    "rules": "verifier.commands.rules:rules",
    "check": "verifier.commands.check:check",
    "compare": "verifier.commands.compare:compare",
    "audit": "verifier.commands.audit:audit",
}
"""Each command and where it is; its module is loaded when it is called."""


class _Commands(click.Group):
    """A group that loads its commands when they are asked for, and that never ends in a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name, place in _COMMANDS.items() if find_spec(place.split(":")[0])]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        module, attribute = _COMMANDS[name].split(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; whatever goes wrong ends quietly, or in one line."""
        speak_utf8()
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:
            _forget_output()
            ctx.exit(PIPE_CLOSED)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except Exception as error:
            echo_error(_our_mistake(error))
            ctx.exit(INTERNAL)


def _forget_output() -> None:
    """Nobody reads on: what is left in the buffer goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _our_mistake(error: Exception) -> str:
    """One line that says what happened, where, and whose mistake it is."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else ""
    what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    if language() == "fr":
        return f"erreur interne, par notre faute : {what} ({place}). Merci de la signaler avec le fichier jugé."
    return f"internal error, and the mistake is ours: {what} ({place}). Please report it together with the record."


@click.group(cls=_Commands, help=words.MAIN)
@click.version_option(package_name="kalooki", message="%(package)s %(version)s")
def main() -> None:
    """Every command takes --help."""
