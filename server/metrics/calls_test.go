package metrics

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// TestTimesOfMessages: a message's time is that between it and its answer, without what the
// client does before, between and after them, and without handing the answer over.
func TestTimesOfMessages(t *testing.T) {
	const service = "toolparser.v1.ToolParserService"
	for _, method := range []string{"StreamToolCalls", "MultiplexToolCalls", "BatchParseToolCalls"} {
		synctest.Test(t, func(t *testing.T) {
			c := newCalls()
			call := interceptors.CallMeta{Service: service, Method: method, Typ: interceptors.BidiStream}
			r, _ := c.ServerReporter(context.Background(), call)
			for _, err := range []error{nil, nil, io.EOF} {
				time.Sleep(time.Hour)
				r.PostMsgReceive(nil, err, time.Hour)
				time.Sleep(3 * time.Millisecond)
				r.PostMsgSend(nil, nil, time.Millisecond)
			}
			r.PostCall(nil, 3*time.Hour)
			registry := prometheus.NewRegistry()
			registry.MustRegister(c.messages, c.seconds)
			recorder := httptest.NewRecorder()
			promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/", nil))
			got := recorder.Body.String()
			if method == "BatchParseToolCalls" { // it reads ahead of its answers
				if got != "" {
					t.Errorf("%s: %s", method, got)
				}
				return
			}
			labels := `{grpc_method="` + method + `"} `
			for _, want := range []string{"_count" + labels + "3\n", "_sum" + labels + "0.006\n"} {
				if !strings.Contains(got, "toolparser_stream_message_seconds"+want) {
					t.Errorf("no %s in %s", want, got)
				}
			}
			if strings.Contains(got, "grpc_server_handling_seconds") {
				t.Errorf("the life of a stream is among the times of calls: %s", got)
			}
		})
	}
}
