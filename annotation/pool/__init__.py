"""A pool: items that annotators take one by one, the reservations of it, and asking one more where people differ."""
