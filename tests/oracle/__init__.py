"""An oracle for the eight books, written from their texts alone.

It says legal, illegal or undetermined for what one player does in a turn, or several players in turn. Its figures were
typed from the sources, its cards are strings such as `10♥`, `JK` and `JK=9♣`, and it knows neither the rule files nor
the engines: nothing here imports from the project but `bridge`, which puts a play before the engines, and `mutation`,
which spoils them.
"""
