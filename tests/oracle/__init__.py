"""An oracle for three books, written from their texts alone.

It says legal, illegal or undetermined for one play in rami-40, kalooki-40 and kalooki-51. Its figures were typed from
the sources, its cards are strings such as `10♥`, `JK` and `JK=9♣`, and it knows neither the rule files nor the
engines: `figures`, `melds`, `plays` and `samples` import nothing of the project. Only `bridge` does, which puts a
play before the engines.
"""
