BENCH ?= .
# As the program is built.
PGO = -pgo=$(CURDIR)/cmd/toolparser/default.pgo
FUZZTIME ?= 10s

.PHONY: help
help: ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

.PHONY: test
test: ## Run the tests
	go test ./...

.PHONY: test-clients
test-clients: ## Test the clients in other languages against the server
	.ci/run clients

.PHONY: test-vllm
test-vllm: ## Test the plugin in the real vLLM, and the proxy in front of it (downloads 3.7 GB)
	clients/python/test-vllm.sh

.PHONY: test-sglang
test-sglang: ## Test the plugin in the real SGLang (downloads 3.7 GB)
	clients/python/test-sglang.sh

.PHONY: ci
ci: ## Run all that CI runs
	.ci/run

.PHONY: lint
lint: ## Lint the code and the contract
	.ci/run vet proto breaking lint tidy

.PHONY: generate
generate: ## Format the contract and generate gen/ from it
	go tool -modfile=tools/go.mod buf format -w
	go tool -modfile=tools/go.mod buf generate

.PHONY: checkgenerate
checkgenerate: ## Check that gen/ is what the contract generates
	.ci/run generated

.PHONY: bench
bench: ## Run the benchmarks (BENCH=regexp picks some)
	go test -run='^$$' -bench='$(BENCH)' -benchmem $(PGO) ./...

.PHONY: profile
profile: ## Profile the benchmarks anew, those of short calls twice, for cmd/toolparser/default.pgo
	@set -e; profiles=$$(mktemp -d); trap 'rm -rf "$$profiles"' EXIT; export GODEBUG=asyncpreemptoff=1; \
	for pkg in $$(go list ./parsers/... ./families/... ./chatapi/... ./gateway/... ./internal/... ./server); do \
		go test -pgo=off -run='^$$' -bench=. -benchtime=0.7s -o "$$profiles/test" \
			-cpuprofile="$$profiles/$$(echo $$pkg | tr / _).prof" $$pkg; \
	done; \
	go test -pgo=off -run='^$$' -bench=//ShortCall -benchtime=1.4s -o "$$profiles/test" \
		-cpuprofile="$$profiles/short.prof" ./families/cases; \
	cd bench && go run ./profile -o ../cmd/toolparser/default.pgo "$$profiles"/*.prof

PEERS ?= -o ../RESULTS.md
SUITES ?= -o SUITES.md

.PHONY: peers
peers: ## Measure next to other projects' parsers, into bench/RESULTS.md (PEERS=-quick prints)
	cd bench/peers && go run $(PGO) . $(PEERS)

.PHONY: proxy
proxy: ## Measure toolparser proxy next to httputil.ReverseProxy alone (PROXY=flags of bench/proxy)
	cd bench && go run $(PGO) ./proxy $(PROXY)

.PHONY: proxy-attack
proxy-attack: ## Attack toolparser proxy, and report its memory (ATTACK=flags of bench/proxy/attack)
	go build $(PGO) -o bin/toolparser ./cmd/toolparser
	cd bench && go run ./proxy/attack $(ATTACK) ../bin/toolparser --max-memory 268435456

.PHONY: adversarial
adversarial: ## Print the damaged examples that take the most work, each repeated to 16 MiB
	cd bench && go test ./adversarial -run='^TestDamagedExamples$$' -long -v -timeout 1h

.PHONY: truth
truth: ## Look for calls that are accepted and aren't what the model wrote, in a million outputs (TRUTH=flags of bench/truth)
	cd bench && go run $(PGO) ./truth $(TRUTH)

.PHONY: confidence
confidence: ## Print how many calls of each confidence are right, in the sample that docs/use/confidence.md shows
	cd bench && go run $(PGO) ./truth -n 30000 -confidence

.PHONY: falsecalls
falsecalls: ## Look for calls in 2,000 texts that have none, with each family (FALSECALLS=flags of bench/falsecalls)
	cd bench/falsecalls && go run $(PGO) . $(FALSECALLS)

.PHONY: suites
suites: ## Ask this project what the tests of llama.cpp and of three JSON libraries ask, into bench/SUITES.md (SUITES=-open prints)
	cd bench && go run ./suites $(SUITES)

.PHONY: mutants
mutants: ## Look for conditions of the rooms that no test needs (MUTANTS=flags of bench/mutants)
	cd bench && go run ./mutants $(MUTANTS)

.PHONY: fuzz
fuzz: ## Run every fuzz target for FUZZTIME (10s)
	@set -e; for pkg in $$(go list ./...); do \
		for target in $$(go test -run='^$$' -list='^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; \
			go test -run='^$$' -fuzz="^$$target\$$" -fuzztime=$(FUZZTIME) $$pkg; \
		done; \
	done

LOADTIME ?=

# load runs bench/load against a binary built here, for LOADTIME or the time given.
define load
	CGO_ENABLED=$(or $(CGO_ENABLED),0) go build -o $(CURDIR)/.load-server ./cmd/toolparser
	cd bench && go run ./load -server $(CURDIR)/.load-server -duration $(or $(LOADTIME),$(2)) $(1); \
		code=$$?; rm -f $(CURDIR)/.load-server; exit $$code
endef

.PHONY: soak
soak: ## 1,000 streams for ten minutes: memory and goroutines stay flat (LOADTIME)
	$(call load,soak,10m)

.PHONY: chaos
chaos: ## Kill and restart the server under load: no answer is lost (LOADTIME)
	$(call load,chaos,1m)

.PHONY: overload
overload: ## Several times the load that the server can take, from a processor of its own (LOADTIME)
	$(call load,overload,1m)

.PHONY: attack
attack: ## Attack a server that has 1 GiB of address space, or GOMEMLIMIT: it lives (CGO_ENABLED=1, ATTACK=part of a name)
	$(call load,attack,1m)

.PHONY: crowd
crowd: ## 1,000 streams of 1,000 deltas at a time: the results of unary calls
	$(call load,crowd,1m)

.PHONY: peak
peak: ## Idle streams, as many calls as the server can answer and half of them, next to an echo (LOADTIME)
	$(call load,peak,1m)

.PHONY: deltas
deltas: ## What a delta costs the server, on streams and multiplexed
	$(call load,deltas,1m)

.PHONY: site
site: ## Make a static site in site/: the page on WebAssembly, and the documentation (needs Node.js)
	cd packages/site && go run . ../../site

.PHONY: release
release: ## Build what a release has into dist/, without publishing it: programs, archives, SBOMs, checksums
	.ci/goreleaser release --snapshot --clean --skip=sign
