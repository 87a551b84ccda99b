package extproc_test

import (
	"context"
	"net/http"
	"sync"
	"testing"

	extprocv3 "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/extproc"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/server"
)

// An observing observer keeps what it gets.
type observing struct {
	mu       sync.Mutex
	outcomes []extproc.Outcome
	healed   int
}

// ObserveResponse implements extproc.Observer.
func (o *observing) ObserveResponse(outcome *extproc.Outcome) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.outcomes = append(o.outcomes, *outcome)
}

// ObserveHealed implements extproc.Observer.
func (o *observing) ObserveHealed() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.healed++
}

// take are the outcomes so far, for once.
func (o *observing) take() []extproc.Outcome {
	o.mu.Lock()
	defer o.mu.Unlock()
	outcomes := o.outcomes
	o.outcomes = nil
	return outcomes
}

// TestOutcomesAreObserved: each response to a request that offers tools is, once.
func TestOutcomesAreObserved(t *testing.T) {
	inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
		o := &observing{}
		s := start(t, apitest.Registry(), extproc.Config{Observer: o}, server.Config{})
		json := http.Header{"Content-Type": {"application/json"}}
		for name, test := range map[string]struct {
			ask, response, status string
			header                http.Header
			method                gateway.Method
			failed                bool
		}{
			"a call in text":      {apitest.Ask, apitest.Called, "200", json, gateway.Parsed, false},
			"one in a stream":     {apitest.AskLive, apitest.LiveCall + apitest.LiveStop + apitest.LiveDone, "200", events, gateway.Parsed, false},
			"text":                {apitest.Ask, apitest.Plain, "200", json, gateway.None, false},
			"a stream that ends":  {apitest.AskLive, apitest.LiveHello, "200", events, gateway.None, true},
			"an error in it":      {apitest.AskLive, apitest.LiveHello + "data: {\"error\":{\"message\":\"x\"}}\n\n", "200", events, gateway.None, true},
			"an error":            {apitest.Ask, `{}`, "503", json, gateway.None, true},
			"the caller's error":  {apitest.Ask, `{}`, "400", json, gateway.None, false},
			"one that is no gzip": {apitest.Ask, `{}`, "200", http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}}, gateway.None, config == late},
		} {
			s.run(trip{config: config, request: []string{test.ask}, response: []string{test.response}, status: test.status, header: test.header})
			eventually(t, name+" is observed", func() bool { o.mu.Lock(); defer o.mu.Unlock(); return len(o.outcomes) > 0 })
			got := o.take()
			if len(got) != 1 || got[0].Report.Method != test.method || got[0].Failed != test.failed || got[0].Left || got[0].FirstByte <= 0 {
				t.Errorf("%s: %+v", name, got)
			}
		}
		s.run(trip{config: config, request: []string{noTools}, response: []string{apitest.Called}})
		if got := o.take(); len(got) > 0 {
			t.Errorf("of a request without tools: %+v", got)
		}
	})
}

// TestWhoLeavesIsObserved: a client that leaves is not the upstream's failure.
func TestWhoLeavesIsObserved(t *testing.T) {
	o := &observing{}
	s := start(t, apitest.Registry(), extproc.Config{Observer: o}, server.Config{})
	ctx, leave := context.WithCancel(t.Context())
	e := s.open(ctx, trip{config: duplex, header: events, request: []string{apitest.AskLive}, response: []string{apitest.LiveHello}})
	e.doRequest()
	e.sendResponseHeaders()
	e.send(&extprocv3.ProcessingRequest{Request: &extprocv3.ProcessingRequest_ResponseBody{ResponseBody: &extprocv3.HttpBody{Body: []byte(apitest.LiveHello)}}})
	e.receive()
	leave()
	var got []extproc.Outcome
	eventually(t, "it is observed", func() bool { got = o.take(); return len(got) > 0 })
	if !got[0].Left || got[0].Failed {
		t.Errorf("got %+v", got)
	}
}

// TestHealedHistoriesAreObserved: once for each request.
func TestHealedHistoriesAreObserved(t *testing.T) {
	o := &observing{}
	s := start(t, apitest.Registry(), extproc.Config{Observer: o}, server.Config{})
	broken := `{"model":"qwen3","messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"city"}}]}]}`
	s.run(trip{config: duplex, request: []string{broken}, response: []string{apitest.Plain}})
	s.run(trip{config: duplex, request: []string{noTools}, response: []string{apitest.Plain}})
	if o.healed != 1 {
		t.Errorf("%d are observed", o.healed)
	}
}
