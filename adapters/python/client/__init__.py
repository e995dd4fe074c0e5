"""A small conforming client. Numbers in brackets are clauses of the contract."""
