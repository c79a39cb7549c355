# The commands of this project; `make` lists them. They run from this folder, in an environment of their own (.venv).

PORT ?= 8501
PYTHON ?= python3
PY := .venv/bin/python
PIP_INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check
ADDRESS := http://127.0.0.1:$(PORT)
LINT_IMPORTS := .venv/bin/lint-imports --no-logo
LOCK := $(PY) -m piptools compile --quiet --strip-extras --annotation-style=line --no-header --no-allow-unsafe \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options $(UPGRADE)

.DEFAULT_GOAL := help
.PHONY: help run test check static format texts lock

help:  ## List the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

run: .venv/run.stamp  ## Start Accord on this computer (PORT=8501); makes the demo when there is no database yet
	@$(PY) -m annotation demo --if-empty
	@echo "Accord is at $(ADDRESS) (Ctrl+C stops it)"
	@$(PY) -m streamlit run app.py --server.port $(PORT)

test: .venv/dev.stamp  ## The checks and the tests, browser and PostgreSQL included
	@bash tests/browser/setup.sh
	@$(MAKE) --no-print-directory static
	$(PY) -m pytest -n 2 --dist worksteal

check: static  ## The quick part: the checks, and the tests that need neither browser nor PostgreSQL
	$(PY) -m pytest -n 2 -m "not browser and not postgres and not long"

static: .venv/dev.stamp  ## The checks alone: style, format, types, directions between the rooms
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(LINT_IMPORTS)

format: .venv/dev.stamp  ## Put the code into the common form
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

texts: .venv/run.stamp  ## Bring the catalogs in locale/ to the texts that the code has now
	@$(PY) -m languages

lock: .venv/dev.stamp  ## Pin what requirements*.txt ask for; UPGRADE=--upgrade also moves to newer versions
	@$(LOCK) --output-file requirements.lock requirements.txt
	@$(LOCK) --constraint requirements.lock --output-file requirements-dev.lock requirements-dev.txt

# Where the interpreter is gone (upgraded, moved), what was installed for it counts no more.
$(shell [ -x .venv/bin/python ] || rm -f .venv/run.stamp .venv/dev.stamp)

# Installing happens once per lock file: where the stamp is newer there is nothing to do, not even online.
.venv/run.stamp: requirements.lock | .venv/bin/python
	@echo "Installing what Accord needs into .venv"
	@$(PIP_INSTALL) --requirement requirements.lock
	@touch $@

.venv/dev.stamp: requirements-dev.lock | .venv/bin/python
	@echo "Installing what Accord and its tests need into .venv"
	@$(PIP_INSTALL) --requirement requirements-dev.lock
	@touch $@

.venv/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo "Accord needs Python 3.11 or newer, and there is no $(PYTHON) here: install it, or name another with PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Accord needs Python 3.11 or newer, and $(PYTHON) is `$(PYTHON) --version`: install a newer one, or name it with PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv || { echo "$(PYTHON) could not make .venv (on Debian, install python3-venv)" >&2; rm -rf .venv; exit 1; }
