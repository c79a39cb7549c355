"""Accounts, sign-ins and what belongs to a person; raters and their pseudonyms."""
