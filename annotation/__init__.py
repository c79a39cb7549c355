"""What is known and who said it: items, codebooks, people, assignments, judgments and decisions."""
