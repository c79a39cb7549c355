"""How good labels are while they are made: known items and repeats mixed in unsaid, and a pause by a person's hand."""
