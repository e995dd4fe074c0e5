"""A small conforming client. Numbers in parentheses are clauses of the contract."""
