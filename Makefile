# The commands of Tusac. `make help` lists them.
#
# Only pip is used, and only what the two lock files name, hash by hash. CI installs the same with uv.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

VENV ?= .venv
BIN := $(VENV)/bin
INSTALLER ?= $(BIN)/python -m pip --disable-pip-version-check --quiet install
# One worker more than cores, three to five: while one waits for a process or a clock, another works.
PYTEST_WORKERS ?= $(shell cores=$$(nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2); \
    echo $$((cores < 2 ? 3 : cores > 4 ? 5 : cores + 1)))
# now, later, new-year, leap-day or far-zone: what time the tests take it to be (tests/support/clocks.py).
CLOCK ?= now
# The compiled modules are kept, also on a machine that forbids it: a test starts a hundred processes.
UNDER_CLOCK = env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m tests.support.clocks $(CLOCK) --

# Given on the command line (make run PORT=8001) or in the environment.
export HOST PORT TUSAC_VAR TUSAC_DEMO WEB_WORKERS CELERY_WORKERS

.PHONY: help run test test-all test-sqlite test-postgres test-browser promises lint format bench fuzz explore mutants messages docs lock wheel release pythons clean

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.runtime ## start the club here; open the link it prints (TUSAC_DEMO=1: a demo club); Ctrl-C stops it
	@exec $(BIN)/python -m tusac_site.local

test: $(VENV)/.development ## every rule, command, page and permission once
	@$(UNDER_CLOCK) $(BIN)/python -m pytest -m "not thorough" -n $(PYTEST_WORKERS) --dist loadgroup $(ARGS)

test-all: ## all that CI runs: the whole suite, on SQLite and on PostgreSQL (CLOCK=later: a year ahead)
	@passed=yes; \
	$(MAKE) test-sqlite || passed=no; \
	$(MAKE) test-postgres $(ON_POSTGRES) || passed=no; \
	[ $$passed = yes ]

test-sqlite: $(VENV)/.development ## the half of test-all on SQLite
	@$(UNDER_CLOCK) $(BIN)/python -m pytest --half -n $(PYTEST_WORKERS) --dist loadgroup $(ARGS)

test-postgres: $(VENV)/.development ## the half of test-all on a PostgreSQL and a Redis started for it
	@$(UNDER_CLOCK) $(BIN)/python -m tests.support.servers --databases $(PYTEST_WORKERS) -- \
	    $(BIN)/python -m pytest --half -p tests.support.worker_database -n $(PYTEST_WORKERS) --dist loadgroup $(ARGS)

test-browser: $(VENV)/.development ## the part of test-all that drives a Chromium
	@$(UNDER_CLOCK) $(BIN)/python -m pytest -m browser $(ARGS)

promises: $(VENV)/.development ## print the promises of docs/operations.md with their proofs, and run these
	@$(BIN)/python -m pytest $$($(BIN)/python -m tests.support.promises) $(ARGS)

lint: $(VENV)/.development ## style, types, import arrows, migrations, deployment settings, translations, plain words
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python manage.py makemigrations --check --dry-run
	env -u DATABASE_URL -u REDIS_URL TUSAC_PRODUCTION=1 ALLOWED_HOSTS=club.example TUSAC_LOG_KEY="$$($(BIN)/python -c 'from games.log.integrity.notes import SigningKey; print(SigningKey.fresh().written())')" TUSAC_DEAL_KEY="$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(32))')" SECRET_KEY="$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))')" \
	    $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python -m tests.support.plain_words
	@if command -v msgfmt >/dev/null; then \
	    for po in $$(find tusac_site/locale -name '*.po' 2>/dev/null); do msgfmt --check -o /dev/null "$$po"; done; \
	else echo "msgfmt (gettext) is not installed: translations were not checked"; fi

format: $(VENV)/.development ## put the code into its form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.development ## measure: engine, moves through the whole stack, bytes a deal
	$(BIN)/python -m benchmarks $(ARGS)

fuzz: $(VENV)/.development ## 10,000 mutated deal records: what was refused, taken, and failed (FUZZ=, FUZZ_SEED=)
	@FUZZ=$${FUZZ:-10000} $(BIN)/python -m pytest -q -s tests/games/management/test_record_mutations.py $(ARGS)

explore: $(VENV)/.development ## random examples for ten minutes, with seeds and finds printed (MINUTES=, SEED=)
	@$(BIN)/python -m tests.support.explore --minutes $(or $(MINUTES),10) $(if $(SEED),--seed $(SEED)) $(ARGS)

mutants: $(VENV)/.development ## change one line at a time, ten minutes, and list what no test near by noticed (ARGS="--seed 7")
	@$(BIN)/python -m tests.support.mutants $(ARGS)

messages: $(VENV)/.development ## collect and compile the translations (needs gettext)
	$(BIN)/python manage.py makemessages --locale vi --locale fr --locale ja --ignore '$(VENV)/*' --ignore '.venv*/*' --ignore 'var/*' --no-location --no-obsolete
	$(BIN)/python manage.py compilemessages --ignore '$(VENV)/*' --ignore '.venv*/*'
	$(BIN)/python manage.py draw_cards

docs: $(VENV)-docs/.installed ## the documents as a site, in dist/docs; a link that leads nowhere is an error
	$(VENV)-docs/bin/mkdocs build --quiet --strict

lock: ## renew the lock files (needs uv; only for those who change requirements*.in)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-emit-find-links requirements.in -o requirements.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-emit-find-links requirements-dev.in -o requirements-dev.txt
	echo uv | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' - -o .ci/requirements.txt
	echo mkdocs | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' - -o docs/requirements.txt

wheel: $(VENV)/.development ## the whole club as one file to install, in dist/
	$(BIN)/python -m hatchling build -t wheel

release: $(VENV)/.development ## make VERSION=1.0.0: wheel, source archive, verifier, sums, tried and tagged (docs/releasing.md)
	@$(BIN)/python .ci/release.py "$(VERSION)"

clean: ## remove what tools made; never the club's data in var/
	rm -rf $(VENV) $(VENV)-docs .venv-3.* dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the virtual environment -----------------------------------------------------------------------

# A function of the shell: "version path" of each Python that is new enough, newest first. A name on
# PATH may be a shim of pyenv that only fails, so each is asked; pyenv's own are found off PATH too.
define LIST_PYTHONS
list_pythons() { \
    for version in 3.13 3.12 3.11; do \
        for candidate in "python$$version" python3 "$${PYENV_ROOT:-$${HOME:-}/.pyenv}"/versions/$$version.*/bin/python; do \
            if "$$candidate" -c 'import sys; said = "%d.%d" % sys.version_info[:2]; said == sys.argv[1] or sys.exit(1); print(said, sys.executable)' "$$version" 2>/dev/null; then \
                break; fi; \
        done; \
    done; }
endef

pythons: ## the Pythons of this machine that Tusac runs on, newest first
	@$(LIST_PYTHONS); list_pythons

# The newest Python; PYTHON=/path/to/python overrides.
$(BIN)/python:
	@$(LIST_PYTHONS); found="$(PYTHON)"; \
	if [ -z "$$found" ]; then found="$$(list_pythons)"; found="$${found%%$$'\n'*}"; found="$${found#* }"; \
	elif ! "$$found" -c 'import sys; raise SystemExit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'; then found=""; fi; \
	if [ -z "$$found" ]; then \
	    echo "Tusac needs Python 3.11, 3.12 or 3.13, and none was found. Install one, or say where it is: make run PYTHON=/path/to/python3.12"; exit 1; fi; \
	echo "Making $(VENV) with $$("$$found" --version)."; \
	if ! "$$found" -m venv --clear "$(VENV)"; then \
	    rm -rf "$(VENV)"; \
	    echo "Python could not make a virtual environment. On Debian and Ubuntu: apt install python3-venv"; exit 1; fi

$(VENV)/.runtime: requirements.txt | $(BIN)/python
	@echo "Installing what Tusac runs on (about half a minute, once)."
	@$(INSTALLER) --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.development: requirements-dev.txt | $(BIN)/python
	@echo "Installing what the tests and checks need (about a minute, once)."
	@$(INSTALLER) --require-hashes -r requirements-dev.txt
	@touch $@
	@touch $(VENV)/.runtime

# Apart from the club's own: nothing of it needs MkDocs.
$(VENV)-docs/.installed: BIN = $(VENV)-docs/bin
$(VENV)-docs/.installed: docs/requirements.txt | $(BIN)/python
	@$(VENV)/bin/python -m venv --clear $(VENV)-docs
	@$(INSTALLER) --require-hashes -r docs/requirements.txt
	@touch $@
