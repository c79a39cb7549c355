"""Agreement between people who labelled the same targets: numbers only, no database and no screens."""

__all__ = ["errors", "ratings", "report", "results", "scale"]
