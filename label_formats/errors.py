"""What can be wrong with a label file of another tool: the file, the format that was asked for, or one row."""


class BadFile(Exception):
    """The file as a whole cannot be read in its format; the message says why and what to do."""


class NoSuchFormat(Exception):
    """A format was asked for that nobody reads; the message names those that there are."""


class BadRow(ValueError):
    """Why one row, or one answer within it, is not taken; caught by the reader, which knows the row and its id."""
