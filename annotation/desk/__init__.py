"""The adjudicator's desk: what is disputed, what is decided on it, and what goes back to an annotator."""
