"""The command line of `python -m annotation`: reads options, calls one verb, prints what it did."""
