"""The simulator: whole hands of Lexicon played from a seed, with the mistakes and the mishaps of a real table.

:func:`pi.simulate.director.simulate` plays; what lies where at each moment can be read without pictures
(:mod:`pi.simulate.readings`), or drawn and written as a recording (:mod:`pi.simulate.recording`).
"""
