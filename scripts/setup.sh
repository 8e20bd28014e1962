#!/bin/sh
# Sets up .venv in the repository root, from the lock files.
#
#   scripts/setup.sh play    what running the games needs
#   scripts/setup.sh dev     that, and what the tests and checks need
#
# uv does it where it is installed, venv + pip otherwise. Nothing happens while .venv is up to date. For dev, what
# tests need besides Python (a browser, a database server) is installed by apt-get where one may do so.
# PYTHON=... names the interpreter to make .venv with.
set -eu

kind=${1:-dev}
case $kind in
    play) lock=requirements.lock ;;
    dev) lock=requirements-dev.lock ;;
    *) echo "usage: scripts/setup.sh [play|dev]" >&2; exit 2 ;;
esac

cd "$(dirname "$0")/.."
unset VIRTUAL_ENV PYTHONHOME PYTHONPATH || :

say() { echo "setup: $*" >&2; }
fail() { say "$*"; exit 1; }

# Contents, not dates, tell whether .venv is up to date, since a checkout touches files. The place counts too:
# a .venv does not survive a move of the folder.
fingerprint() { pwd; cat pyproject.toml uv.lock requirements.lock requirements-dev.lock package-lock.json scripts/setup.sh | cksum; }
now=$(fingerprint)

stamped() { [ -f ".venv/.affray-$1" ] && [ "$(cat ".venv/.affray-$1")" = "$now" ]; }

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

# Debian's package of the database server is told not to start one: tests start their own.
system_packages() {
    missing=
    command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
    command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 ||
        missing="$missing postgresql"
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "installing$missing with apt-get"
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
            apt-get install -y -qq --no-install-recommends $missing; } >/dev/null || fail "apt-get could not install$missing"
    else
        say "some tests are skipped: they need$missing (Debian, Ubuntu: sudo apt-get install$missing)"
    fi
}
[ "$kind" = play ] || system_packages

if { stamped dev || stamped "$kind"; } && new_enough .venv/bin/python; then
    exit 0
fi

# Prints the first interpreter that is new enough and can make environments. Failing that, prints the first
# that is new enough, if any, and returns 1.
find_python() {
    lacking=
    for name in ${PYTHON:+"$PYTHON"} python3 python3.15 python3.14 python3.13 python3.12 python3.11 python; do
        new_enough "$name" || continue
        if "$name" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            echo "$name"
            return 0
        fi
        lacking=${lacking:-$name}
    done
    echo "$lacking"
    return 1
}

with_uv() {
    group=--no-dev
    [ "$kind" = dev ] && group=--dev
    # --inexact: setting up for play removes no development tools.
    UV_PROJECT_ENVIRONMENT=.venv uv sync --quiet --frozen --inexact "$group" ${PYTHON:+--python "$PYTHON"} &&
        uv pip check --quiet --python .venv/bin/python
}

pip() { PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1 .venv/bin/python -m pip "$@"; }

with_pip() {
    if ! new_enough .venv/bin/python || ! pip --version >/dev/null 2>&1; then
        "$1" -m venv --clear .venv || return 1
    fi
    pip install --quiet --no-deps --require-hashes -r "$lock" || return 1
    pip install --quiet --no-deps --no-build-isolation --editable . || return 1
    problems=$(pip check) || { echo "$problems" >&2; return 1; }
}

# The checker of the page's types; npm and the node under it come from PyPI.
with_npm() {
    [ "$kind" = play ] || .venv/bin/npm ci --silent || fail "npm could not install what package-lock.json lists"
}

for stamp in .venv/.affray-play .venv/.affray-dev; do
    [ ! -f "$stamp" ] || [ "$(head -n 1 "$stamp")" = "$(pwd)" ] || rm -rf .venv
    rm -f "$stamp"
done

but=
if command -v uv >/dev/null 2>&1; then
    say "installing into .venv with uv"
    if with_uv; then
        with_npm
        echo "$now" >".venv/.affray-$kind"
        exit 0
    fi
    but="uv could not do it; "
fi

if python=$(find_python); then
    say "${but}installing into .venv with $python, venv and pip"
    with_pip "$python" || fail "could not install what $lock lists into .venv (see above)"
    with_npm
    echo "$now" >".venv/.affray-$kind"
elif [ -n "$python" ]; then
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    fail "${but}Python $version is here without venv: install python$version-venv (Debian, Ubuntu), or install uv"
else
    fail "${but}no Python 3.11 or newer is here: install one, or name it with PYTHON=/path/to/python, or install uv"
fi
