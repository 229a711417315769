"""What all tests and the benchmarks share: a league, the commands, keys, boards, a forge and mail. No test is here.

`league.League` is a small real league that is told a story: `small(folder).start().writes("red", "PASS").run(1)`.
"""
