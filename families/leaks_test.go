package families

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/parsers"
)

// leaked lists the leaks of an output: the text of each, after its kind.
func leaked(f *parsers.Family, output string, config parsers.Config) string {
	result := parsers.Parse(f, output, config, parsers.FinishStop)
	var out []string
	for _, l := range result.Leaks {
		out = append(out, fmt.Sprintf("%s %s", l.Kind, output[l.Span.Start:l.Span.End]))
	}
	return strings.Join(out, ", ")
}

// TestNothingIsMissedSilently: in every family, what is left of any family's calls is a leak, and what only looks like that isn't.
func TestNothingIsMissedSilently(t *testing.T) {
	markers := Registry().Markers()
	tools := parsers.NewTools(declared)
	for _, test := range []struct {
		output, want string
		but          string // families in which this is something else
	}{
		{"It is cold in Oslo.", "", ""},
		{"The answer is 4.[/TOOL_CALLS]", "MARKER [/TOOL_CALLS]", ""},
		{"Done.\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>", "MARKER </｜DSML｜invoke>, MARKER </｜DSML｜tool_calls>", ""},
		{"I read it.\n</tool_call>", "MARKER </tool_call>", ""},
		{"I read it. <tool_call", "MARKER <tool_call", ""},
		{"I read it. <function", "MARKER <function", ""},
		{"See #include <functional> and a <function or two.", "", ""},
		{"Is <search>a</search> in <summary>, <time> or <code>?", "", ""},
		{"Write `<tool_call>` and `<｜DSML｜invoke>` here.", "", ""},
		{"An example:\n\n```xml\n<tool_call>\n<get_weather>\n```\n\nThat was it.", "", ""},
		{"get_weather says that it is cold; see get_weather(), and search_web too.", "", ""},
		{"Let me see.\n\n<get_weather>\nOslo\n</get_weather>", "DECLARED_NAME get_weather", ""},
		{"See [get_weather](https://example.com/), and [get_weather]: it is [get_weather][1].", "", ""},
		{"I called [tool:get_weather] there.", "DECLARED_NAME get_weather", ""},
	} {
		for _, f := range All() {
			if len(f.Formats) == 0 || strings.Contains(" "+test.but+" ", " "+f.Name+" ") {
				continue
			}
			if got := leaked(f, test.output, parsers.Config{Markers: markers, Tools: tools}); got != test.want {
				t.Errorf("%s: %q has the leaks %q, want %q", f.Name, test.output, got, test.want)
			}
		}
	}
}

// TestAnnouncedCalls: a marker before what can't be read is an invalid call, too, up to its closer.
func TestAnnouncedCalls(t *testing.T) {
	registry := Registry()
	const output = "Hm. <tool_call>\n<plain>get_weather</param> {\"city\": \"Oslo\"}\n</tool_call> So."
	for _, policy := range []parsers.ContentPolicy{parsers.ContentJoined, parsers.ContentVerbatim, parsers.ContentClean} {
		for _, name := range []string{"hermes", "auto", "llama3", "deepseek"} {
			f, err := registry.Find(name, "")
			if err != nil {
				t.Fatal(err)
			}
			config := parsers.Config{Markers: registry.Markers(), Tools: parsers.NewTools(declared), Options: parsers.Options{ContentPolicy: policy}}
			result := parsers.Parse(f, output, config, parsers.FinishStop)
			if got := leaked(f, output, config); got != "ANNOUNCED <tool_call>" {
				t.Errorf("%s: the leaks are %q", name, got)
			}
			if len(result.InvalidToolCalls) != 1 {
				t.Errorf("%s: %d invalid calls", name, len(result.InvalidToolCalls))
				continue
			}
			call := result.InvalidToolCalls[0]
			span := output[call.Span.Start:call.Span.End]
			if call.Reason != parsers.ReasonMalformed || !strings.HasPrefix(span, "<tool_call>") || !strings.HasSuffix(span, "</tool_call>") {
				t.Errorf("%s: %s %q", name, call.Reason, span)
			}
		}
	}
}

// TestLeaksAreTheSameInStreams: of what is left of a format's example without its beginning, or its end, however it is cut.
func TestLeaksAreTheSameInStreams(t *testing.T) {
	config := parsers.Config{Markers: Registry().Markers(), Tools: parsers.NewTools(declared)}
	families := All()
	for i, f := range families {
		for _, other := range []*parsers.Family{f, families[(i+7)%len(families)]} {
			for _, format := range other.Formats {
				for _, output := range []string{format.Example[len(format.Example)/3:], "Hm. " + format.Example[:2*len(format.Example)/3], "`" + format.Example} {
					whole := parsers.Parse(f, output, config, parsers.FinishStop)
					for _, size := range []int{1, 2, 7} {
						s := parsers.NewStream(f, config)
						for rest := output; rest != ""; {
							n := min(size, len(rest))
							s.Feed(rest[:n])
							rest = rest[n:]
						}
						_, streamed := s.Finish(parsers.FinishStop)
						if diff := cmp.Diff(settled(whole), settled(streamed)); diff != "" {
							t.Errorf("%s: %q in pieces of %d (-whole +streamed):\n%s", f.Name, output, size, diff)
						}
					}
				}
			}
		}
	}
}
