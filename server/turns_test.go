package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/llama3"
)

func turnsService(t *testing.T) *Service {
	t.Helper()
	registry, err := parsers.NewRegistry(llama3.Family())
	if err != nil {
		t.Fatal(err)
	}
	return NewService(registry)
}

// turnsOf is how many turns something takes.
func turnsOf(s *Service, do func()) int {
	before := s.turns.Count()
	do()
	return int(s.turns.Count() - before)
}

// slowSchema takes 998 steps for each byte of an argument a.
const slowSchema = `{"properties":{"a":{"pattern":"(?:a?){998}b"}}}`

func slowCall(n int) string {
	return fmt.Sprintf(`{"name": "f", "parameters": {"a": %q}}`, strings.Repeat("a", n))
}

func toolsOf(schema string) []*toolparserv1.Tool {
	return []*toolparserv1.Tool{{Function: &toolparserv1.FunctionDefinition{Name: "f", Parameters: schema}}}
}

func startOf(schema string) *toolparserv1.StreamStart {
	return &toolparserv1.StreamStart{Family: "llama3", Tools: toolsOf(schema), Options: &toolparserv1.ParseOptions{ValidateArguments: true}}
}

var cleanOptions = &toolparserv1.ParseOptions{ContentPolicy: toolparserv1.ContentPolicy_CONTENT_POLICY_CLEAN}

// TestInputsAreTurns: the inputs of one request of a multiplexed stream are as many turns as they are work, whichever
// that is.
func TestInputsAreTurns(t *testing.T) {
	const outputs = 30
	start := func(s *toolparserv1.StreamStart) *toolparserv1.MultiplexInput {
		return &toolparserv1.MultiplexInput{Input: &toolparserv1.MultiplexInput_Start{Start: s}}
	}
	delta := func(text string) *toolparserv1.MultiplexInput {
		return &toolparserv1.MultiplexInput{Input: &toolparserv1.MultiplexInput_Delta{Delta: text}}
	}
	finish := &toolparserv1.MultiplexInput{Input: &toolparserv1.MultiplexInput_Finish{}}
	cancel := &toolparserv1.MultiplexInput{Input: &toolparserv1.MultiplexInput_Cancel{}}
	prose := &toolparserv1.StreamStart{Family: "llama3"}
	clean := &toolparserv1.StreamStart{Family: "llama3", Options: cleanOptions}
	held := strings.Repeat("<|eot_id|>", 4<<10) // it waits for a call
	for _, test := range []struct {
		name string
		// before is the request before, and inputs are of the one that counts, for each output.
		before, inputs func(i int) []*toolparserv1.MultiplexInput
		// least is how many turns it takes for ten outputs, or more.
		least int
	}{
		{
			"starts with schemas to compile", nil, func(i int) []*toolparserv1.MultiplexInput {
				return []*toolparserv1.MultiplexInput{start(startOf(fmt.Sprintf(`{"allOf":[{"pattern":"(?:abcd){990}"},{"pattern":"(?:abcd){989}%d"}]}`, i))), cancel}
			}, 2,
		},
		{
			"finishes with a call to check", func(int) []*toolparserv1.MultiplexInput {
				return []*toolparserv1.MultiplexInput{start(startOf(slowSchema)), delta(slowCall(100))}
			}, func(int) []*toolparserv1.MultiplexInput { return []*toolparserv1.MultiplexInput{finish} }, 10,
		},
		{
			"finishes with content to clean", func(int) []*toolparserv1.MultiplexInput {
				return []*toolparserv1.MultiplexInput{start(clean), delta(held)}
			}, func(int) []*toolparserv1.MultiplexInput { return []*toolparserv1.MultiplexInput{finish} }, 10,
		},
		{
			"deltas", func(int) []*toolparserv1.MultiplexInput { return []*toolparserv1.MultiplexInput{start(prose)} },
			func(int) []*toolparserv1.MultiplexInput {
				return []*toolparserv1.MultiplexInput{delta(strings.Repeat("a ", 16<<10))}
			}, 5,
		},
		{
			"starts with many tools", nil, func(i int) []*toolparserv1.MultiplexInput {
				tools := make([]*toolparserv1.Tool, 1000)
				for n := range tools {
					tools[n] = &toolparserv1.Tool{Function: &toolparserv1.FunctionDefinition{Name: fmt.Sprint("f", n)}}
				}
				return []*toolparserv1.MultiplexInput{start(&toolparserv1.StreamStart{Family: "llama3", Tools: tools})}
			}, 10,
		},
		{
			"starts with long schemas", nil, func(i int) []*toolparserv1.MultiplexInput {
				return []*toolparserv1.MultiplexInput{start(&toolparserv1.StreamStart{
					Family: "llama3", Tools: toolsOf(fmt.Sprintf(`{"a":[%s%d]}`, strings.Repeat("1,", 64<<10), i)),
				})}
			}, 10,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := turnsService(t)
			m := s.newMultiplexer(t.Context())
			defer m.close()
			step := func(of func(i int) []*toolparserv1.MultiplexInput) {
				var inputs []*toolparserv1.MultiplexInput
				for i := range outputs {
					for _, input := range of(i) {
						inputs = append(inputs, &toolparserv1.MultiplexInput{Output: uint64(i), Input: input.GetInput()})
					}
				}
				if err := m.turn.Begin(); err != nil {
					t.Fatal(err)
				}
				defer m.turn.End()
				r, err := m.step(inputs)
				if err != nil {
					t.Fatal(err)
				}
				for _, output := range r.response.GetOutputs() {
					if output.GetError() != nil {
						t.Fatal(output.GetError())
					}
				}
			}
			if test.before != nil {
				step(test.before)
			}
			if got := turnsOf(s, func() { step(test.inputs) }); got < test.least*outputs/10 {
				t.Errorf("%d turns, want %d or more", got, test.least*outputs/10)
			}
		})
	}
}

// TestCallsAreTurns: so are unary calls, whatever of them is work.
func TestCallsAreTurns(t *testing.T) {
	for _, test := range []struct {
		name    string
		request *toolparserv1.ParseToolCallsRequest
		least   int
	}{
		{"620 calls to check", &toolparserv1.ParseToolCallsRequest{
			ModelOutput: strings.Join(slices.Repeat([]string{slowCall(50)}, 620), ";"), Tools: toolsOf(slowSchema),
			Options: &toolparserv1.ParseOptions{ValidateArguments: true},
		}, 21},
		{"content to clean", &toolparserv1.ParseToolCallsRequest{ModelOutput: strings.Repeat("<|eot_id|>", 100<<10), Options: cleanOptions}, 3 * 16},
		{"one long schema", &toolparserv1.ParseToolCallsRequest{Tools: toolsOf(`{"a":[` + strings.Repeat("1,", 512<<10) + `1]}`)}, 60},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := turnsService(t)
			test.request.Family = "llama3"
			got := turnsOf(s, func() {
				if _, err := s.ParseToolCalls(t.Context(), test.request); err != nil {
					t.Fatal(err)
				}
			})
			if got < test.least {
				t.Errorf("%d turns, want %d or more", got, test.least)
			}
		})
	}
}

// TestSegmentsAreTurns: so is the response of a result that lists much.
func TestSegmentsAreTurns(t *testing.T) {
	s, list := turnsService(t), make([]parsers.Segment, 1<<20)
	for i := range list {
		list[i] = parsers.Segment{Kind: parsers.SegmentText + parsers.SegmentKind(i%2)*3, Span: parsers.Span{Start: i, End: i + 1}}
	}
	got := turnsOf(s, func() {
		turn := s.turns.Turn(t.Context())
		if err := turn.Begin(); err != nil {
			t.Fatal(err)
		}
		defer turn.Finish()
		response, err := (&job{}).response(turn, &parsers.Result{Segments: list})
		if told := response.GetDiagnostics().GetSegments(); err != nil || len(told) != len(list) || told[len(list)-1].GetSpan().GetEnd() != 1<<20 {
			t.Errorf("%d segments, error %v", len(told), err)
		}
	})
	if want := len(list) * partBytes / admit.TurnBytes; got < want {
		t.Errorf("%d turns, want %d or more", got, want)
	}
}
