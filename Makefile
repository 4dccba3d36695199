# make run    sets up what is needed and plays the recorded hands on http://localhost:8000
# make test   sets up what is needed and checks everything
# make bench  measures; SHARED=folder names further pictures to measure on
# make arm-lab       asks whether all that a Pi needs is there ready built, and reads a picture on ARM (root, qemu, network)
# make camera-lab    reads tables through the real picamera2 and libcamera in a Debian 13 root (root, debootstrap, network)
# make install-lab   installs, upgrades and uninstalls in clean Debian 12 and 13 roots (root, debootstrap, network)
#
# Targets are relative on purpose: make cannot have spaces in a target, and the folder's own name may hold one.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := run
.PHONY: run test lint bench soak words install-lab arm-lab camera-lab clean picture

PYTHON := .venv/bin/python
# What is set up stays set up until one of the files that say how has changed.
STATE := $(shell cat pyproject.toml constraints-bookworm.txt systemd/packages systemd/environment | sha256sum | cut -c1-16)
READY := .venv/.ready-$(STATE)
READY_DEV := .venv/.ready-dev-$(STATE)
READY_BENCH := .venv/.ready-bench-$(STATE)
SHARED ?=
ROUNDS ?= 3
ARGS ?=

run: $(READY) words
	@$(PYTHON) -m pi.cli demo $(ARGS) || [ $$? = 130 ]  # Ctrl-C is how it is meant to end

test: lint
	@$(PYTHON) -m pytest -n 2 --dist loadfile --no-loadscope-reorder

lint: $(READY_DEV) words
	@$(PYTHON) -m ruff check .
	@$(PYTHON) -m ruff format --check .
	@$(PYTHON) -m mypy
	@$(PYTHON) -c 'import sys; from importlinter.cli import lint_imports_command as lint; sys.argv[0] = "lint-imports"; lint()'

bench: $(READY_BENCH) words
	@data="$(SHARED)"; if [ -d "$$data/data" ]; then data="$$data/data"; fi; \
	$(PYTHON) tests/bench/bench_reader.py $${data:+"$$data"}; \
	if [ -n "$$data" ]; then $(PYTHON) tests/bench/bench_cards.py "$$data"; fi; \
	$(PYTHON) tests/bench/bench_follow.py --hands 100; \
	$(PYTHON) tests/bench/bench_live.py; \
	$(PYTHON) tests/bench/bench_words.py $${data:+"$$data"}; \
	$(PYTHON) tests/bench/bench_ruling.py; \
	$(PYTHON) tests/bench/bench_bell.py; \
	$(PYTHON) tests/bench/bench_mount.py $${data:+"$$data"}; \
	$(PYTHON) tests/bench/bench_drive.py; \
	$(PYTHON) tests/bench/bench_viewers.py; \
	$(PYTHON) tests/bench/bench_link.py --tables 250 --hands 2 --faults; \
	$(PYTHON) tests/bench/bench_pages.py

# The README's picture, taken anew when the page has changed.
picture: $(READY_DEV) words
	@PYTHONPATH=. $(PYTHON) tests/system/table_picture.py

soak: $(READY_DEV) words
	@$(PYTHON) tests/bench/soak.py --rounds $(ROUNDS)
	@$(PYTHON) tests/bench/soak_requests.py

arm-lab: $(READY)
	@tests/lab/arm $(ARGS)

camera-lab:
	@tests/lab/camera

install-lab:
	@tests/lab/install $(ARGS)

words: $(READY)
	@$(PYTHON) -m engine.words.build >/dev/null

$(READY):
	@systemd/packages run
	@echo "Setting up the environment; this takes a minute or two, once."
	@systemd/environment run
	@touch $(READY)

$(READY_DEV):
	@systemd/packages test
	@echo "Setting up the environment; this takes a minute or two, once."
	@systemd/environment dev
	@touch $(READY) $(READY_DEV)

# What the reader is compared with is no part of it: without it the rest is measured.
$(READY_BENCH): $(READY_DEV)
	@systemd/environment bench || echo "RapidOCR cannot be installed here: it is not measured."
	@touch $(READY_BENCH)

clean:
	@rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@rm -rf engine/words/data
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
