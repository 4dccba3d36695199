from __future__ import annotations

import os
import signal
import threading

import pytest

from engine.errors import Missing
from pi.ending import told_to_end, wait_for_the_end


@pytest.fixture
def heeded(request):
    """A signal that is not ignored, though the tests be run under ``nohup``."""
    before = signal.signal(request.param, signal.SIG_DFL)
    yield request.param
    signal.signal(request.param, before)


@pytest.mark.parametrize("heeded", [signal.SIGTERM, signal.SIGHUP], indirect=True)
def test_a_signal_ends_it_even_before_it_is_waited_for(heeded):
    with told_to_end() as ended:
        os.kill(os.getpid(), heeded)
        wait_for_the_end(ended, lambda: True)
        assert ended.is_set()


def test_afterwards_a_signal_means_what_it_meant_before():
    before = signal.getsignal(signal.SIGTERM)
    with told_to_end():
        assert signal.getsignal(signal.SIGTERM) != before
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_terminal_that_is_closed_does_not_end_what_was_told_to_outlive_it():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with told_to_end() as ended:
            os.kill(os.getpid(), signal.SIGHUP)
            assert not ended.is_set()
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_part_that_has_died_is_said(monkeypatch):
    monkeypatch.setenv("WATCHDOG_USEC", "20000")
    with pytest.raises(Missing, match="stopped working"):
        wait_for_the_end(threading.Event(), lambda: False)
