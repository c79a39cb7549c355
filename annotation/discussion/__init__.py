"""Talking about what people differ on, and answering it again."""
