package apitest

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/gateway"
)

// Snippets are what contents are made of: text and calls, whole and damaged, of the family
// "hermes", for the tools get_weather and run_shell.
var Snippets = []string{
	"Hello ", "I look.\n\n", "a < b, {1} [x] ", "`<tool_call>` ", "😀é ", " \n", "<think>Hm.</think>\n",
	`<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>`,
	"<tool_call>\n{\"name\": \"run_shell\", \"arguments\": {\"command\": \"ls \\\"x\\\"\"}}\n</tool_call>\n",
	`<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo",}}</tool_call>`,
	`<tool_call>{"name": "get_weather", "arguments": {"city": <x>}}</tool_call>`,
	`<tool_call>{"name": "get_weather", "argum`,
	`{"name": "get_weather", "arguments": {"city": "Rome"}} `,
	"&lt;tool_call&gt;", "</tool_call>", "```json\n{\"name\": \"get_weather\", \"arguments\": {}}\n```\n",
}

// BenchmarkBodies times fixes of responses of 4 KB, which body makes of a text.
func BenchmarkBodies(b *testing.B, r gateway.Request, body func(text string) string) {
	f := Fixer(b, gateway.Policy{})
	prose := strings.Repeat("The weather in Oslo is fine today, and so it was. ", 80)
	for name, response := range map[string]string{
		"text": body(prose),
		"call": body(prose + `<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>`),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(response)))
			for b.Loop() {
				r.FixBody(f, response)
			}
		})
	}
}

// Arguments are what structured calls have, whole and damaged.
var Arguments = []string{
	`{}`, ``, `{"city": "Oslo"}`, `{"city":"Oslo"}`, `{"city": "Oslo",}`, `{"city": "say "hi" now"}`, `{"city": <x>}`, `{"city": "Os`, ` {"city": "Oslo", "days": 3}`,
}

// One is an element of a list.
func One[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// Cut cuts a text into pieces at random, between code points.
func Cut(r *rand.Rand, text string) (pieces []string) {
	for text != "" {
		n := min(len(text), 1+r.IntN(1+r.IntN(20)))
		for n < len(text) && !utf8.RuneStart(text[n]) {
			n++
		}
		pieces = append(pieces, text[:n])
		text = text[n:]
	}
	return pieces
}

// cutBytes cuts a stream into pieces at random.
func cutBytes(r *rand.Rand, stream string) (pieces []string) {
	for stream != "" {
		n := min(len(stream), 1+r.IntN(100))
		pieces = append(pieces, stream[:n])
		stream = stream[n:]
	}
	return pieces
}

// Quote is a text as a JSON string.
func Quote(s string) string {
	text, _ := json.Marshal(s) // a string can always be encoded
	return string(text)
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// Seeds are the first inputs of Streams: a seed, and a text in the message.
func Seeds(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed, "")
	}
	f.Add(uint64(1), "<tool_call>{\"name\": \"run_shell\", \"arguments\": {\"command\": \"ls\"}}</tool_call> and more")
}

// Stream sends a stream through, cut at random, and returns what the client gets, with its report. If that is reported as
// unchanged, it must have the upstream's events; comments and others that wait for nothing may overtake
// what may be in a call.
func Stream(t *testing.T, r *rand.Rand, request gateway.Request, f *gateway.Fixer, upstream string) (string, gateway.Report) {
	t.Helper()
	got, report := Pipe(request, f, cutBytes(r, upstream)...)
	if !report.Changed {
		if diff := cmp.Diff(sorted(upstream), sorted(got)); diff != "" {
			t.Errorf("a stream that is reported as unchanged isn't the upstream's: %s", diff)
		}
	}
	if report.Fault != nil {
		t.Error(report.Fault)
	}
	return got, report
}

// sorted are the events of a stream.
func sorted(stream string) []string {
	list := strings.Split(Lines(stream), "\n\n")
	slices.Sort(list)
	return list
}

// Lines is a stream whose lines all end in LF.
func Lines(stream string) string { return lineEnds.Replace(stream) }
