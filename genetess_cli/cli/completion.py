"""`genetess completion`: the script that lets a shell complete commands, games and seats."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command

SHELLS = ("bash", "zsh", "fish")


@click.command("completion", cls=Command)
@click.argument("shell", type=click.Choice(SHELLS), default="bash")
def command(shell: str) -> None:
    """Print the script that completes commands, games and seats in SHELL: bash, zsh or fish.

    To have it in every new shell, once:
      genetess completion bash >> ~/.bashrc
      genetess completion zsh >> ~/.zshrc
      genetess completion fish > ~/.config/fish/completions/genetess.fish
    """
    from click.shell_completion import get_completion_class

    from genetess_cli.cli.group import genetess

    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(genetess, {}, "genetess", "_GENETESS_COMPLETE").source())
