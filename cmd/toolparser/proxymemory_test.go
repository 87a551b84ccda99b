package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestProxyBoundsMemory: the start line says what the limit is and what it is from, and requests that are over it are refused.
func TestProxyBoundsMemory(t *testing.T) {
	upstream := httptest.NewServer(http.NotFoundHandler())
	defer upstream.Close()
	byDefault := startProxy(t, "--upstream", upstream.URL)
	byDefault.logs(`serving.* (max_memory)=[1-9]\d* max_memory_is="half of `)
	byDefault.drop()
	byDefault.stop()
	byDefault.wantEnd()

	p := startProxy(t, "--upstream", upstream.URL, "--max-memory", "1048576")
	address := p.logs(`serving address=(\S+) .*max_memory=1048576 max_memory_is=configured`)
	p.drop()
	client := &http.Client{}
	body := `{"model":"` + strings.Repeat("x", 1<<20) + `"}`
	if status, text := p.ask(client, http.MethodPost, address+"/chat/completions", body, "Content-Type", "application/json"); status != http.StatusServiceUnavailable || !strings.Contains(text, "--max-memory") {
		t.Errorf("status %d, %s", status, text)
	}
	client.CloseIdleConnections()
	p.stop()
	p.wantEnd()
}
