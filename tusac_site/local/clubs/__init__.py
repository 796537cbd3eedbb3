"""Many clubs on one machine: each has its own folder, database, keys, log, broker and processes.

`tusac clubs run` starts all of them. They share only code: the program loads it once, and each club begins as a copy of
it (0326).
"""
