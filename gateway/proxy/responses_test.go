package proxy_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestCallInTextOfAResponseBecomesAnItem(t *testing.T) {
	s := start(t, sends(asJSON, responded), nil)
	r := s.do(http.MethodPost, "/v1/responses", askResponse)
	got := s.text(r)
	if !strings.Contains(got, `"output":[{"id":"fc_`) || !strings.Contains(got, `"arguments":"{\"city\": \"Oslo\"}"`) || !strings.HasSuffix(got, `],"x":1.50}`) {
		t.Errorf("got %s", got)
	}
	if method := r.Header.Get("X-Toolparser-Method"); method != "parsed" {
		t.Errorf("the method is %s", method)
	}
}

func TestStreamedCallInTextOfAResponseBecomesAnItem(t *testing.T) {
	s := start(t, sends(asEvents, liveCreated, liveItem, liveText, liveEnd), nil)
	got := s.text(s.do(http.MethodPost, "/v1/responses", askLiveResponse))
	rest, begun := strings.CutPrefix(got, liveCreated)
	var kinds []string
	for line := range strings.Lines(rest) {
		if kind, ok := strings.CutPrefix(line, "event: "); ok {
			kinds = append(kinds, strings.TrimSpace(kind))
		}
	}
	want := "response.output_item.added response.function_call_arguments.delta response.function_call_arguments.done response.output_item.done response.completed"
	if !begun || strings.Join(kinds, " ") != want || strings.Contains(got, "<tool_call>") {
		t.Errorf("got %s", got)
	}
}

// What isn't a new response, or can't hold calls, comes through byte for byte.
func TestOtherRequestsForResponsesPassThrough(t *testing.T) {
	for _, test := range []struct{ method, path, request string }{
		{http.MethodGet, "/v1/responses/resp_1", ""},
		{http.MethodDelete, "/v1/responses/resp_1", ""},
		{http.MethodPost, "/v1/responses/resp_1/cancel", askResponse},
		{http.MethodGet, "/v1/responses/resp_1/input_items", ""},
		{http.MethodGet, "/v1/responses", ""},
		{http.MethodPost, "/v1/responses", `{"model":"qwen3","input":"Hi","tools":[{"type":"web_search"}]}`},
		{http.MethodPost, "/v1/responses", `{"tool_choice":"none",` + askResponse[1:]},
	} {
		var path string
		s := start(t, func(w http.ResponseWriter, r *http.Request) {
			path = r.Method + " " + r.URL.Path
			sends(asJSON, responded)(w, r)
		}, nil)
		if got := s.text(s.do(test.method, test.path, test.request)); got != responded {
			t.Errorf("%s %s: got %s", test.method, test.path, got)
		}
		if want := test.method + " /api" + test.path; path != want {
			t.Errorf("the upstream got %s, want %s", path, want)
		}
	}
}
