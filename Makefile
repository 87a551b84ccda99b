BENCH ?= .
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
	go test -run='^$$' -bench='$(BENCH)' -benchmem ./...

.PHONY: fuzz
fuzz: ## Run every fuzz target for FUZZTIME (10s)
	@set -e; for pkg in $$(go list ./...); do \
		for target in $$(go test -run='^$$' -list='^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; \
			go test -run='^$$' -fuzz="^$$target\$$" -fuzztime=$(FUZZTIME) $$pkg; \
		done; \
	done
