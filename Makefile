# The everyday commands. Only `python3` (3.11 or newer) and `make` are needed before.
# Set-up is skipped while the requirement files are unchanged: a hall has no internet.

PORT ?= 8000
PYTEST ?=
VENV := .venv
PY := $(VENV)/bin/python
FILES := requirements.txt requirements-dev.txt constraints.txt
SUM := $(shell cat $(FILES) | cksum | tr ' ' '-')
RUN_STAMP := $(VENV)/.installed-run-$(SUM)
DEV_STAMP := $(VENV)/.installed-dev-$(SUM)

.PHONY: help run test bench bench-seating lint format messages screenshots setup setup-dev clean

help:
	@echo "make run       start Spadille on this machine (PORT=$(PORT))"
	@echo "make test      lint, then every test that can run here"
	@echo "make lint      ruff, mypy, import-linter"
	@echo "make format    let ruff format and repair"
	@echo "make bench     measure speed"
	@echo "make bench-seating  every cell of the seating records (long)"
	@echo "make messages  collect the sentences to translate"
	@echo "make screenshots  take the pictures of the guide and the README"

run: setup
	@exec $(PY) manage.py up --port $(PORT)

test: lint
	$(PY) -m tests.run $(PYTEST)

bench: setup-dev
	$(PY) -m tests.bench

bench-seating: setup-dev
	$(PY) -m tests.bench.seating_cells

lint: setup-dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -c 'from importlinter.cli import lint_imports_command as main; main()' --no-logo

format: setup-dev
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

screenshots: setup-dev
	$(PY) -m tests.browser.screenshots

messages: setup-dev
	$(PY) manage.py update_messages

setup: $(RUN_STAMP)
setup-dev: $(DEV_STAMP)

$(PY):
	@for python in python3.11 python3.12 python3.13 python3 python; do \
	    if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	    echo "Spadille needs Python 3.11 or newer; here is $$(python3 --version 2>&1 || echo none)." >&2; exit 1; \
	fi; \
	if ! $$found -c 'import ensurepip, venv' 2>/dev/null; then \
	    echo "Python's venv module is missing. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; \
	fi; \
	rm -rf $(VENV) && $$found -m venv $(VENV)

$(RUN_STAMP): | $(PY)
	@$(call install,requirements.txt)
	@rm -f $(VENV)/.installed-* && touch $@

$(DEV_STAMP): | $(PY)
	@$(call install,requirements-dev.txt)
	@rm -f $(VENV)/.installed-* && touch $(RUN_STAMP) $@

define install
echo "Installing $(1) ..."; \
$(PY) -m pip install --quiet --disable-pip-version-check --no-input -r $(1) || { \
    echo "The packages of $(1) could not be installed. The first set-up needs the internet; later ones do not." >&2; \
    exit 1; }
endef

clean:
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache htmlcov .coverage
