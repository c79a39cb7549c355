"""What leaves the house: labels, gold and reports."""
