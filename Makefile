# `make play` and `make test` set up everything they need.
# They require Python 3.11 or newer, git and make. Everything they install stays in .venv.

# The system's own Python first: packages such as Debian's python3-venv belong to it, and it stays after updates. The
# others are for systems whose own is too old. A Python that cannot make an environment is passed over.
PYTHONS := python3 python3.15 python3.14 python3.13 python3.12 python3.11 python
PYTHON ?= $(shell for needed in "import venv, ensurepip" ""; do for p in $(PYTHONS); do \
	$$p -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null && $$p -c "$$needed" 2>/dev/null && echo $$p && exit; \
	done; done)
VENV := .venv
RUN := $(VENV)/bin/python
# The tests start Python dozens of times, so keep compiled bytecode even if the environment disables it.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: install play test check coverage lint types imports bench figures soak arena review texts screenshots games requirements clean help

help:            ## list the targets
	@grep -hE '^[a-z]+: .*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

install: $(VENV)/run.done   ## install the bot's dependencies into .venv
	@echo "Installed. Next: $(RUN) -m bot doctor"

play: $(VENV)/run.done      ## run the bot in your browser, without a Discord token
	@$(RUN) -m bot playground

test: $(VENV)/dev.done      ## run all tests
	@$(RUN) -m pytest -n auto --dist worksteal

check: lint types imports test      ## check lint, types and import contracts, and run all tests

# A fixed seed, so that reaching a rare branch of the rules does not depend on luck.
coverage: $(VENV)/dev.done      ## measure test coverage: 100% of bot/rules by tests/rules alone, 90% overall (without tests/process, whose processes it cannot measure)
	@$(RUN) -m pytest -n auto --dist worksteal tests/rules --hypothesis-seed=0 --cov --cov-report=
	@$(RUN) -m coverage report --include='bot/rules/*' --fail-under=100
	@$(RUN) -m pytest -n auto --dist worksteal --ignore=tests/rules --ignore=tests/process --cov --cov-append --cov-fail-under=90

lint: $(VENV)/dev.done
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .

types: $(VENV)/dev.done
	@$(RUN) -m mypy

imports: $(VENV)/dev.done
	@$(VENV)/bin/lint-imports --no-cache

soak: $(VENV)/dev.done      ## run the long tests: 200 busy tables, 100 kills and other failures under load, several processes; then long random walks (an hour and a half)
	@SOAK=1 $(RUN) -m pytest tests/process/test_budget.py tests/process/test_kill_under_load.py tests/process/test_many_tables.py \
		tests/process/test_two_processes.py tests/process/test_failover.py tests/process/test_anything.py tests/process/test_postgres.py \
		tests/process/test_downtime.py tests/process/test_debug_log.py --log-cli-level=INFO
	@SOAK=1 $(RUN) -m pytest -n auto --dist worksteal tests/e2e/whole_games tests/players/test_sense.py tests/players/test_levels.py \
		tests/players/test_truth.py tests/players/three_thirteen/test_prospects.py tests/puzzles/test_kinds.py tests/operations/test_move_to_postgres.py \
		tests/db/test_failover.py tests/e2e/older/test_damaged_columns.py tests/db/contract/test_fortnight.py tests/db/contract/test_deal_fortnight.py tests/ui/building/test_notty_hints.py tests/ui/building/test_parity.py \
		tests/rules/contract/test_views.py tests/rules/huxxy/test_best_turn.py tests/rules/huxxy/test_rules_groups.py tests/rules/notty/test_discards.py \
		tests/rules/rummy/test_laydown.py tests/rules/rummy/test_melds.py tests/rules/three_thirteen/test_arrangement.py \
		--durations=40

bench: $(VENV)/dev.done      ## run the benchmarks
	@$(RUN) -m pytest tests/bench --benchmark-only

figures: $(VENV)/dev.done      ## print code metrics: lines, imports, and what a click costs
	@$(RUN) -m scripts.figures

review: $(VENV)/run.done      ## measure how accurately each level plays, as reviews grade it (half an hour); writes docs/review.md
	$(RUN) -m scripts.review

arena: $(VENV)/run.done      ## measure how strong the computer players are (half an hour); writes docs/players.md
	@for match in "huxxy 200 100" "three-thirteen 500 40" "notty 200 200" "rummy 2000 200" "six-holes 1000 200"; do \
		set -- $$match; \
		$(RUN) -m bot arena $$1 --games $$2 --games-apart $$3 --write docs/players.md || exit 2; done

texts: $(VENV)/dev.done      ## collect and compile the texts of all languages
	@$(RUN) -m scripts.texts

screenshots: $(VENV)/dev.done      ## redraw the pictures in the documentation
	@$(RUN) -m scripts.screenshots
	@if git cat-file -e 0839ae9 2>/dev/null; then $(RUN) -m scripts.before_and_after; fi

games: $(VENV)/dev.done      ## play every game in a browser by pressing its controls, with screenshots in build/games
	@$(RUN) -m scripts.whole_games build/games

requirements: $(VENV)/dev.done      ## recompile the hashed requirements from pyproject.toml
	@$(VENV)/bin/uv pip compile --quiet --generate-hashes --no-strip-extras --no-emit-index-url --universal --python-version 3.11 \
		--custom-compile-command 'make requirements' pyproject.toml -o requirements.txt
	@$(VENV)/bin/uv pip compile --quiet --generate-hashes --no-strip-extras --no-emit-index-url --universal --python-version 3.11 \
		--custom-compile-command 'make requirements' -c requirements.txt --extra postgres pyproject.toml -o requirements-postgres.txt
	@$(VENV)/bin/uv pip compile --quiet --generate-hashes --no-strip-extras --no-emit-index-url --universal --python-version 3.11 \
		--custom-compile-command 'make requirements' -c requirements-postgres.txt --extra dev --extra postgres pyproject.toml -o requirements-dev.txt

clean:           ## remove the environment and files that tools leave behind
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks .coverage build *.egg-info

# The packages of an environment belong to one version of Python. After an upgrade of the system, its Python is another,
# or gone, and the environment is made anew.
ifeq ($(shell $(RUN) -c "import os, sys, sysconfig; sys.exit(not os.path.isdir(sysconfig.get_path('purelib')))" 2>/dev/null && echo fits),)
.PHONY: $(VENV)/bin/python $(VENV)/run.done $(VENV)/dev.done
endif

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install it (Debian, Ubuntu: apt install python3), then try again." >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing: install it (Debian, Ubuntu: apt install python3-venv), then try again." >&2; exit 2; }
	@echo "Creating $(VENV) with $$($(PYTHON) --version) ..."
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); exit 2; }

$(VENV)/run.done: requirements.txt | $(VENV)/bin/python
	@echo "Installing what the bot needs ..."
	@$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(VENV)/dev.done: requirements-dev.txt | $(VENV)/bin/python
	@echo "Installing what the bot and its tests need ..."
	@$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@
