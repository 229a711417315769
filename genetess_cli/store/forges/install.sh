#!/usr/bin/env bash
# Install what genetess needs on a forge's worker, and print the path by which it is run there.
#
# The program is the folder of the project that this file is in, and is run from there. Its libraries are wheels, known by
# their hashes, so nothing is built and nothing of what is installed is run. Rulesets of the league's own are wheels that
# it has in its folder `packages`. Several calls do not touch each other.
set -euo pipefail
shopt -s nullglob

own=("$PWD"/packages/*.whl)
program=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
place=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/genetess.XXXXXX")
cd "$place"

fail() {
  echo "genetess: $1" >&2
  exit 1
}

# What installs sees how the worker starts Python and reaches the package index, and nothing else: no token, no key.
kept=(UV_PYTHON_DOWNLOADS=never "UV_CACHE_DIR=$place/cache")
while read -r name; do
  case $name in
    PATH | LD_LIBRARY_PATH | HOME | LANG | SSL_CERT_* | *_proxy | *_PROXY | PIP_*INDEX* | PIP_*CERT* | PIP_TRUSTED_HOST | UV_*INDEX*)
      kept+=("$name=${!name}") ;;
  esac
done < <(compgen -e)
alone() { env -i "${kept[@]}" "$@"; }

python=
for each in python3 python3.14 python3.13 python3.12 python3.11; do
  if alone "$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; then
    python=$each
    break
  fi
done
[ "$python" ] || fail "no Python 3.11 or later here (python3 is $(alone python3 --version 2>&1 | tail -n 1)). Use a worker that has it: ubuntu-24.04, debian 12, or an image such as python:3.13."

alone "$python" -m pip --disable-pip-version-check install --quiet --no-cache-dir --root-user-action ignore --no-deps \
  --no-compile --target uv --only-binary :all: --require-hashes -r "$program/requirements-uv.lock" >&2 \
  || fail "pip could not install uv, see above. If there is no pip: apt-get install python3-pip."
alone uv/bin/uv venv --quiet --no-config --python "$python" venv >&2
install=(alone uv/bin/uv pip install --quiet --no-config --python venv --no-deps --no-build)
"${install[@]}" --require-hashes --find-links "$program/.github/wheels" -r "$program/requirements.lock" >&2 \
  || fail "the libraries could not be installed for $(alone "$python" --version), see above."
[ ${#own[@]} = 0 ] || "${install[@]}" "${own[@]}" >&2 || fail "a wheel in packages/ could not be installed, see above."
rm -rf uv cache

packages=$(echo venv/lib/python3*/site-packages)
echo "$program" > "$packages/genetess.pth"
printf '#!/bin/sh\nexec "%s" -I -m genetess_cli "$@"\n' "$place/venv/bin/python" > genetess
chmod +x genetess
echo "$(alone ./genetess --version) at ${PROGRAM_REF:-$program}" >&2
echo "genetess=$place/genetess" >> "${GITHUB_OUTPUT:-/dev/null}"
echo "$place/genetess"
