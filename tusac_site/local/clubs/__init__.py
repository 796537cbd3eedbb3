"""Many clubs on one machine: each has a folder, a database, keys, a log, a broker and processes of its own.

`tusac clubs run` starts all of them. What they have in common is code alone: the program loads it once, and each club
begins as a copy of it (0326).
"""
