"""The command line: `python -m annotation`."""

import gc

import typer

from annotation.commands import (
    codebook,
    deciding,
    discussing,
    judging,
    known,
    labels,
    people,
    pooling,
    rounds,
    sampling,
    work,
)

app = typer.Typer(
    help="Accord: import a benchmark, give out the work, follow it, and settle what people said.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
work.register(app)
labels.register(app)
judging.register(app)
sampling.register(app)
pooling.register(app)
discussing.register(app)
deciding.register(app)
rounds.register(app)
app.add_typer(people.app, name="people")
app.add_typer(codebook.app, name="codebook")
app.add_typer(known.app, name="known")

if __name__ == "__main__":
    gc.freeze()  # what has been loaded stays to the end: the collector need not look through it again
    app(prog_name="python -m annotation")
