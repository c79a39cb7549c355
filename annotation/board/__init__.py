"""The annotator's board: what it shows, what is kept of it, and what it sends."""
