# The two commands: `make verify` (the main job, against the mock) and `make test`.
# Each does its own set-up: all it needs on a fresh machine is Swift 6.2 or newer.

SWIFT ?= swift
ASSAY := .build/release/assay
PYTHON := .build/venv/bin/python
CONTRACTS := contracts/mondrian.json contracts/serial-ocr.json contracts/memorai.json contracts/landmark.json
REPORTS := reports
# On Linux the Swift runtime goes into the binary: it runs where no Swift is, and starts faster. macOS has its own.
STATIC := $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

.PHONY: help verify test lint format build clean headers python

help:
	@echo "make verify   build, start the mock of each contract, verify all four over real sockets; JUnit in $(REPORTS)/"
	@echo "make test     run all tests"
	@echo "make lint     formatting, and the layers of DESIGN.md"
	@echo "make build    build the command: $(ASSAY)"
	@echo "make format   format all sources"
	@echo "make clean    remove what was built"

verify: build
	@.ci/verify $(ASSAY) $(REPORTS) $(CONTRACTS)

build: headers
	$(SWIFT) build -c release --product assay $(STATIC)

test: headers python
	$(SWIFT) build --build-tests
	ASSAY_PYTHON="$(CURDIR)/$(PYTHON)" $(SWIFT) test --skip-build

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests
	.ci/layers

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests

clean:
	rm -rf .build $(REPORTS)

# libcurl's headers: part of the SDK on macOS, a package elsewhere.
headers:
	@.ci/need-libcurl

# Independent readers of the reports, and the interpreter the foreign backends run on.
python: $(PYTHON)

$(PYTHON): .ci/requirements.txt
	@.ci/need-python
	python3 -m venv .build/venv
	.build/venv/bin/pip install --quiet --disable-pip-version-check --requirement .ci/requirements.txt
	@touch $@
