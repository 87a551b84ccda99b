package extproc_test

import (
	"strconv"
	"strings"
	"testing"

	modev3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"

	"github.com/toolparser/toolparser/gateway/extproc"
	"github.com/toolparser/toolparser/gateway/history"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/server"
)

// Where Envoy sends on what it gets back, the history of a request is healed, with tools and without; else it is a copy that is read.
func TestHistoriesAreHealedInFullDuplex(t *testing.T) {
	for name, config := range configurations {
		t.Run(name, func(t *testing.T) {
			for _, tools := range []string{"", "," + apitest.Tools} {
				broken := `{"model":"qwen3","messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"city"}}]}]` + tools + `}`
				want := broken
				if config.GetRequestBodyMode() == modev3.ProcessingMode_FULL_DUPLEX_STREAMED {
					want = strings.Replace(broken, `"{\"city"`, `"{\"invalid_arguments\": \"{\\\"city\"}"`, 1)
				}
				for _, trailers := range []bool{false, true} {
					got := standard(t).run(trip{config: config, trailers: trailers, sized: !trailers, request: apitest.Pieces(broken, 10), response: []string{apitest.Plain}})
					if got.request != want || got.response != apitest.Plain {
						t.Errorf("the request is %s, the response %s", got.request, got.response)
					}
					if length := strconv.Itoa(len(want)); !trailers && got.length != length || trailers && got.length != "" {
						t.Errorf("the Content-Length is %s, want %s", got.length, length)
					}
				}
			}
		})
	}
}

// With "pass", no history is changed.
func TestHistoriesPassWhereTheSettingSaysSo(t *testing.T) {
	const broken = `{"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{"}}]}]}`
	s := start(t, apitest.Registry(), extproc.Config{History: history.Pass}, server.Config{})
	if got := s.run(trip{config: duplex, request: []string{broken}, response: []string{apitest.Plain}}); got.request != broken {
		t.Errorf("the request is %s", got.request)
	}
}
