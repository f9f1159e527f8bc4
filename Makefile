# The two commands: `make verify` (the main job, against the mock) and `make test`.
# Each does its own set-up: all it needs on a fresh machine is Swift 6.2 or newer.

SWIFT ?= swift
ASSAY := .build/release/assay
PYTHON := .build/venv/bin/python
CONTRACTS := contracts/mondrian.json contracts/serial-ocr.json contracts/memorai.json contracts/landmark.json
REPORTS := reports
# How often `make soak` verifies each contract.
RUNS ?= 200
GUIDES ?= $(firstword $(wildcard docs ../shared/documents ../../shared/documents))
# On Linux the Swift runtime goes into the binary: it runs where no Swift is, and starts faster. macOS has its own.
STATIC := $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

PREFIX ?= /usr/local
# More flags for `swift build`, such as --disable-sandbox where a package manager has a sandbox of its own.
SWIFT_FLAGS ?=

.PHONY: help verify test check lint format build install clean headers python readers conformance bench fuzz sanitize promises docs picture \
  soak properties derive-score integration version dist deb image formula dist-check mutants

help:
	@echo "make verify   build, start the mock of each contract, verify all four over real sockets; JUnit in $(REPORTS)/"
	@echo "make test     run all tests"
	@echo "make check    run the tests of the pure layers, which need no server, process or Python"
	@echo "make lint     formatting, the layers of DESIGN.md, and the words of texts"
	@echo "make promises write what each contract promises into a page beside it"
	@echo "make docs     build the documentation of AssayKit into .build/docs; a warning fails"
	@echo "make picture  take the pictures of reports again; DOCUMENTS=DIR says where the guides are"
	@echo "make derive-score  score the drafts of assay derive against contracts made by hand"
	@echo "make properties  try what holds of every run on many more wrong responses and cut recordings than make test"
	@echo "make soak     verify each contract against its mock RUNS=200 times at --jobs 8: each passes, no verdict varies; then"
	@echo "              through a lossy relay, every hostile backend and client, the slow ones too, and what many checks leave"
	@echo "make integration  verify servers and clients that are not ours, from PyPI: Datasette, Gradio, pygeoapi, MLflow, Jupyter,"
	@echo "              MCP, GraphQL, OpenAI's and Anthropic's clients"
	@echo "make build    build the command: $(ASSAY)"
	@echo "make install  put the command, its completions and manual page below PREFIX=/usr/local"
	@echo "make dist     build the archive of a release into $(DIST): one static command for Linux, licences, SBOM, checksums"
	@echo "make deb      the same as a Debian package; make image as a container image; make formula for Homebrew"
	@echo "make dist-check  prove what they promise: empty and Debian roots, HTTPS, sizes, linters, speed; needs root"
	@echo "make format   format all sources"
	@echo "make conformance  every official JSON and JSON Schema suite, one line each"
	@echo "make bench    parser and validator beside peers, verify beside a bare curl loop, as ratios in one run"
	@echo "make fuzz     fuzz what reads anything from outside, a minute each"
	@echo "make mutants  break the sources in COUNT=200 places, one at a time, and count the changes that the tests catch"
	@echo "make sanitize run all tests under the Address and the Thread Sanitizer"
	@echo "make clean    remove what was built"

verify: build
	@.ci/verify $(ASSAY) $(REPORTS) $(CONTRACTS)

build: headers
	$(SWIFT) build -c release --product assay $(STATIC) $(SWIFT_FLAGS)

# DESTDIR is for those who make packages: it stands before every path.
install: build
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,bin share/man/man1 share/bash-completion/completions \
	  share/zsh/site-functions share/fish/vendor_completions.d)
	install -m 755 $(ASSAY) $(DESTDIR)$(PREFIX)/bin/assay
	$(ASSAY) man > $(DESTDIR)$(PREFIX)/share/man/man1/assay.1
	$(ASSAY) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/assay
	$(ASSAY) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_assay
	$(ASSAY) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/assay.fish

# A release. The command is linked with static libraries, so that it runs on any Linux of this architecture.
DIST ?= .build/packages
LIBRARIES := .build/dist-libraries
VERSION = $(shell sed -n 's/^public let assayVersion = "\(.*\)"$$/\1/p' Sources/AssayKit/Version.swift)
REPOSITORY ?= $(shell sed -n 's/^public let assayRepository = "\(.*\)"$$/\1/p' Sources/AssayReport/Repository.swift)
# The owner's decision: whom the Debian package names as its maintainer.
MAINTAINER ?= Assay maintainers <OWNER@users.noreply.github.com>
STAGED = $(DIST)/assay-$(VERSION)-linux-$(subst aarch64,arm64,$(shell uname -m))

# Functions in sections of their own, so that the linker leaves out the unused and keeps one of those that are the same.
STATIC_EXECUTABLE := -Xswiftc -static-executable -Xswiftc -Xfrontend -Xswiftc -function-sections -debug-info-format none \
  -Xswiftc -use-ld=lld -Xswiftc -ld-path="$(CURDIR)/.ci/link" -Xlinker --icf=all

version:
	@echo $(VERSION)

dist:
	@.ci/need-python
	@.ci/static-libraries $(LIBRARIES)
	ASSAY_SMALL=1 PKG_CONFIG_PATH="$(CURDIR)/$(LIBRARIES)/lib/pkgconfig" $(SWIFT) build -c release --product assay \
	  --scratch-path .build/dist --disable-index-store $(STATIC_EXECUTABLE) $(SWIFT_FLAGS)
	@.ci/dist .build/dist/release/assay $(LIBRARIES) $(DIST)

# These take what `make dist` made.
$(STAGED)/bin/assay:
	@$(MAKE) dist

deb: $(STAGED)/bin/assay
	@.ci/deb $(STAGED) $(DIST) "$(MAINTAINER)"

image: $(STAGED)/bin/assay
	@.ci/image $(STAGED) $(DIST)/image assay:$(VERSION)

# Of the archives that are there, of every architecture.
formula:
	@.ci/formula $(DIST) $(REPOSITORY)

# SPEED=no leaves out what another load on the machine disturbs, and the ordinary build to compare with.
SPEED ?= yes
dist-check: $(if $(filter no,$(SPEED)),,build) deb image formula
	@SPEED=$(SPEED) .ci/dist-check $(STAGED) $(DIST) $(ASSAY)

# No test is XCTest's, so none is looked up in an index of the sources, and the index is left out. Debug information is
# too, a sixth of the time to build: a failed test names its place all the same. TESTS=--disable-index-store for a debugger.
TESTS := --disable-index-store -debug-info-format none
RUN := $(SWIFT) test --skip-build $(TESTS) --disable-xctest --enable-swift-testing
# Only the tests whose names fit: make test FILTER=CommandFixtureTests
FILTER ?= .
PURE := Assay(Text|JSON|HTTP|Regex|Schema|Observation|Findings|Contract|Judging|Lint|Diff|Report)Tests

# Read by Package.swift. What is built for the tests is not what `swift build` builds: one of the two, not both in turn.
test check docs soak properties: export ASSAY_OPTIMISE := 1

test: headers python readers
	$(SWIFT) build --build-tests $(TESTS)
	@# Three tests at a time: many wait for servers, and hundreds of servers and processes at once would starve one another on two cores.
	ASSAY_PYTHON="$(CURDIR)/$(PYTHON)" SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=3 $(RUN) --filter '$(FILTER)'

check: headers
	$(SWIFT) build --build-tests $(TESTS)
	$(RUN) --filter '$(PURE)' --skip 'ReaderTests|BrowserTests|isReadByOthers'

promises: build
	@.ci/promises $(ASSAY) $(CONTRACTS)

docs: headers
	$(SWIFT) build --target AssayKit
	@.ci/docs "$$($(SWIFT) build --show-bin-path)/Modules" .build/docs

DOCUMENTS ?= docs
picture: build
	@.ci/picture $(ASSAY) $(DOCUMENTS) fixtures/reports/picture.png fixtures/reports/drift.png \
	  fixtures/reports/history.png

soak: build python
	@.ci/soak $(ASSAY) $(RUNS) $(CONTRACTS)
	@.ci/chaos $(ASSAY) $(RUNS) $(CONTRACTS)
	$(SWIFT) build --build-tests $(TESTS)
	ASSAY_SOAK=1 ASSAY_PROGRAM="$(abspath $(ASSAY))" ASSAY_PYTHON="$(CURDIR)/$(PYTHON)" $(RUN) --no-parallel --filter 'Hostile(Backend|Client)Tests|ResourceTests'

# What holds of every run, tried on many more wrong responses than `make test` tries.
properties: python
	$(SWIFT) build --build-tests $(TESTS)
	ASSAY_PATIENT_TESTS=1 $(RUN) --filter 'PropertyTests'

# All of them where none is named: make integration SERVERS="gradio mlflow".
SERVERS ?=
integration: build
	@.ci/need-python
	@.ci/integration $(ASSAY) .build/integration $(REPORTS)/integration $(SERVERS)
	@test -n "$(SERVERS)" || .ci/protocols $(ASSAY) .build/integration
	@test -n "$(SERVERS)" || .ci/integration-described $(ASSAY) .build/integration-described $(REPORTS)/integration-described

# The guides of the four systems are beside the checkout, or nowhere.
derive-score: build
	@.ci/derive-score $(ASSAY) $(GUIDES)

lint: headers
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests
	.ci/layers
	.ci/prose

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests

clean:
	rm -rf .build $(REPORTS)

# The headers of libcurl, zlib, cmark-gfm and libyaml.
headers:
	@.ci/need-libraries

# Independent readers of the reports, and the interpreter the foreign backends run on.
python: $(PYTHON)

$(PYTHON): .ci/requirements.txt
	@.ci/need-python
	python3 -m venv .build/venv
	.build/venv/bin/pip install --quiet --disable-pip-version-check --requirement .ci/requirements.txt
	@# For its one file of axe-core; the browser it would bring is not wanted.
	.build/venv/bin/pip install --quiet --disable-pip-version-check --no-deps axe-playwright-python==0.1.8 || \
	  echo "note: there is no axe-core, so the tests of accessibility are skipped" >&2
	@touch $@

# Programs that read what Assay writes, and come from the system: a browser, shells.
readers:
	@.ci/need-readers

# Official suites, one line each; needs shared/suites beside the package or ASSAY_SUITES.

conformance: headers
	@mkdir -p .build
	@$(SWIFT) build --build-tests $(TESTS) > .build/conformance.txt 2>&1 || { cat .build/conformance.txt; exit 1; }
	@$(RUN) --no-parallel --filter 'ParsingSuiteTests|ConformanceTests|AnnotationTests|OutputTests' > .build/conformance.txt 2>&1; status=$$?; \
	awk -f fixtures/conformance.awk .build/conformance.txt || status=1; \
	if [ $$status -ne 0 ]; then grep -A1 'recorded an issue' .build/conformance.txt; fi; exit $$status

PEERS := orjson pysimdjson yyjson jsonschema-rs sourcemeta-jsonschema

# Peers come from PyPI into a virtual environment of their own; without Python the table has Assay alone. The end-to-end
# part takes nginx where it is installed; BENCH=--quick makes it short, and leaves out what takes minutes.
# SETS="--schemas FOLDER --documents FOLDER" adds sets that others publish; those beside the checkout are found.
SUITES := $(firstword $(wildcard ../shared/suites ../../shared/suites))
SETS ?= $(if $(SUITES),--schemas $(SUITES)/schema-benchmark --documents $(SUITES)/json-documents)
bench: headers build
	$(SWIFT) build -c release --product assay-bench $(STATIC)
	@if python3 -m venv .build/peers && .build/peers/bin/pip install -q $(PEERS); then \
	  .build/peers/bin/python fixtures/bench/peers.py .build/release/assay-bench fixtures/bench .build/bench; \
	else \
	  echo "no Python or no PyPI: Assay alone"; .build/release/assay-bench fixtures/bench .build/bench; \
	fi
	@test -z "$(SETS)" || { test -x .build/peers/bin/python && .build/peers/bin/python fixtures/bench/sets.py .build/release/assay-bench $(SETS); }
	python3 fixtures/bench/wire.py $(ASSAY) .build/release/assay-bench .build/bench $(BENCH)

FUZZ_SECONDS ?= 60
# All of them where none is named: make fuzz FUZZ_TARGETS="events heads".
FUZZ_TARGETS ?=
fuzz: headers
	ASSAY_FUZZ=1 $(SWIFT) build -c release --scratch-path .build/fuzz --product assay-fuzz -Xswiftc -sanitize=fuzzer,address
	@.ci/fuzz .build/fuzz/release/assay-fuzz $(FUZZ_SECONDS) $(FUZZ_TARGETS)

# MUTANTS="--only LiveSource --seed 2" picks files and places.
COUNT ?= 200
MUTANTS ?=
mutants: headers
	.ci/mutants --count $(COUNT) $(MUTANTS)

# The tests under the sanitizers, each built apart. What they add to memory and time is no test's fault: the bounds on those
# are left out. What a Swift program holds to its end the leak checker takes for lost, so that one is off.
SANITIZERS ?= address thread
sanitize: export ASSAY_SANITIZE := 1
sanitize: export ASSAY_OPTIMISE := 1
# A sanitizer names the lines.
sanitize: TESTS := --disable-index-store
sanitize: export ASAN_OPTIONS := detect_leaks=0
# A process under the Thread Sanitizer sleeps for a second at its end, unless it is told not to.
sanitize: export TSAN_OPTIONS := halt_on_error=1 atexit_sleep_ms=0
sanitize: headers python
	@for sanitizer in $(SANITIZERS); do \
	  $(SWIFT) build --build-tests $(TESTS) --scratch-path .build/$$sanitizer --sanitize=$$sanitizer || exit 1; \
	  preload=; \
	  if [ $$sanitizer-$$(uname) = thread-Linux ]; then \
	    preload="$(CURDIR)/.build/thread/mutex.so"; \
	    clang -O2 -shared -fPIC .ci/mutex-for-tsan.c -o $$preload || exit 1; \
	  fi; \
	  LD_PRELOAD=$$preload ASSAY_PYTHON="$(CURDIR)/$(PYTHON)" $(RUN) --scratch-path .build/$$sanitizer \
	    --sanitize=$$sanitizer --no-parallel --filter '$(FILTER)' || exit 1; \
	done
