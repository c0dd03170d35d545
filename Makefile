# Every target needs Go alone, except `race`, which also needs a C compiler.
GO ?= go
RUN ?= runs/quick
FUZZTIME ?= 10s

.PHONY: help build check ports test race fuzz bench cover round web chaos manifests

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

build: ## build bin/jieqi
	$(GO) build -o bin/jieqi ./cmd/jieqi

check: ## formatting, vet, staticcheck, layers
	@files=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go')); \
	if [ -n "$$files" ]; then echo "not gofmt-clean, run gofmt -w on:"; echo "$$files"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) test -count=1 .

ports: ## builds for arm64 and js/wasm; tests of what has assembly, without it
	GOARCH=arm64 $(GO) build ./...
	GOOS=js GOARCH=wasm $(GO) build ./...
	$(GO) vet -tags purego ./nnue/... ./trainer/kernel/...
	$(GO) test -tags purego ./nnue/... ./trainer/kernel/...

test: ## all tests, under five minutes on two cores
	$(GO) test -timeout 10m ./...

race: ## all tests under the race detector (needs a C compiler)
	@command -v $${CC:-cc} >/dev/null || { echo "make race needs a C compiler (cc) for the race detector: install one, or set CC"; exit 1; }
	CGO_ENABLED=1 $(GO) test -race -short -timeout 30m ./...

chaos: ## a hub and its workers killed and lied to, ten minutes
	JIEQI_CHAOS=1 $(GO) test -count=1 -timeout 30m -run TestChaos -v ./cmd/internal/cluster

manifests: ## the manifests of docs/manifests, decoded strictly
	cd docs/manifests && $(GO) vet . && $(GO) test -count=1 .

fuzz: ## every fuzz target for FUZZTIME each
	@set -e; for pkg in $$($(GO) list ./...); do \
	  for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
	    echo "== $$pkg $$target"; $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x $$pkg; \
	  done; \
	done

bench: build ## the speed of everything as ratios, two minutes; NET= a network file, PEER= another engine's command
	$(GO) run ./cmd/internal/figures -net '$(NET)' -peer '$(PEER)'

cover: ## coverage by package, and bin/cover.html
	@mkdir -p bin
	$(GO) test -coverprofile bin/cover.out ./...
	$(GO) tool cover -html bin/cover.out -o bin/cover.html
	$(GO) tool cover -func bin/cover.out | tail -1

web: ## bin/web: the pages to play and to look into positions, as static files for any host
	GOOS=js GOARCH=wasm $(GO) build -ldflags='-s -w' -o bin/web.wasm ./cmd/web
	$(GO) run ./cmd/internal/website -wasm bin/web.wasm -out bin/web

round: build ## a quick run from material alone: two rounds of self-play, training and gate, a report
	bin/jieqi round run --run $(RUN) --preset quick
