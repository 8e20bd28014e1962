# Every target sets up what it needs in .venv first; see scripts/setup.sh. ARGS goes to the command:
#   make test ARGS="-k dice"

ARGS =

help:
	@echo "make play     play in the browser"
	@echo "make terminal play Aliens vs Predator in the terminal"
	@echo "make test     run the whole test suite"
	@echo "make lint     formatting, types (of the page too) and import rules"
	@echo "make format   format the code and mend what ruff can"
	@echo "make ci       everything that CI runs"
	@echo "make lock     write the lock files again after a change of dependencies"
	@echo "make clean    remove .venv and what tools left"

play:
	@scripts/setup.sh play
	@.venv/bin/affray serve $(ARGS)

terminal:
	@scripts/setup.sh play
	@.venv/bin/affray play avp $(ARGS)

test:
	@scripts/setup.sh dev
	.venv/bin/pytest -n auto $(ARGS)

lint:
	@scripts/setup.sh dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy --strict src/affray
	.venv/bin/lint-imports --no-logo
	.venv/bin/python scripts/make_types.py --check
	.venv/bin/node node_modules/typescript/bin/tsc

format:
	@scripts/setup.sh dev
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

ci:
	@.ci/run

lock:
	@scripts/lock.sh $(ARGS)

clean:
	rm -rf .venv node_modules build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests bench scripts -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || :

.PHONY: help play terminal test lint format ci lock clean
