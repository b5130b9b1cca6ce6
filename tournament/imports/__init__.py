"""Reading player lists: a file or pasted text in, checked rows out. No database, no sentences.

read -> columns -> rows (or paste) -> match. Every fault is a RowError with a code; the page finds the words.
"""
