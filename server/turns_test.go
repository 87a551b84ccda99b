package server

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/llama3"
	qwen3coder "github.com/toolparser/toolparser/parsers/qwen3_coder"
)

func turnsService(t *testing.T) *Service {
	t.Helper()
	registry, err := parsers.NewRegistry(llama3.Family(), qwen3coder.Family())
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

// TestListsAreTurns: so is the response of a result that lists much.
func TestListsAreTurns(t *testing.T) {
	const n = 200_000
	segments, calls, invalid := make([]parsers.Segment, n), make([]parsers.ToolCall, n), make([]*parsers.InvalidToolCall, n)
	for i := range n {
		segments[i] = parsers.Segment{Kind: parsers.SegmentText + parsers.SegmentKind(i%2)*3, Span: parsers.Span{Start: i, End: i + 1}}
		invalid[i] = &parsers.InvalidToolCall{}
	}
	for _, test := range []struct {
		name   string
		result *parsers.Result
		told   func(*toolparserv1.ParseToolCallsResponse) int
		least  int
	}{
		{"segments", &parsers.Result{Segments: segments}, func(r *toolparserv1.ParseToolCallsResponse) int { return len(r.GetDiagnostics().GetSegments()) }, n * partBytes},
		{"calls", &parsers.Result{ToolCalls: calls}, func(r *toolparserv1.ParseToolCallsResponse) int { return len(r.GetResult().GetToolCalls()) }, n * partBytes * callParts},
		{"invalid calls", &parsers.Result{InvalidToolCalls: invalid}, func(r *toolparserv1.ParseToolCallsResponse) int { return len(r.GetInvalidToolCalls()) }, n * partBytes * callParts},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := turnsService(t)
			turn := s.turns.Turn(t.Context())
			if err := turn.Begin(); err != nil {
				t.Fatal(err)
			}
			defer turn.Finish()
			var response *toolparserv1.ParseToolCallsResponse
			made := turnsOf(s, func() {
				var err error
				response, err = (&job{reported: tellLimits{invalid: n}}).response(turn, test.result)
				if told := test.told(response); err != nil || told != n {
					t.Errorf("%d are listed, error %v", told, err)
				}
			})
			if want := test.least / admit.TurnBytes; made < want {
				t.Errorf("%d turns, want %d or more", made, want)
			}
			if measured := turnsOf(s, func() { _ = checkResponse(turn, response, 1, "") }); measured != 2 {
				t.Errorf("its bytes are counted in %d turns, want a long one, and the next", measured)
			}
		})
	}
}

// TestAnswersAreEncodedInTurns: to count the bytes of an answer and to encode it is work, for a long turn if it is much.
func TestAnswersAreEncodedInTurns(t *testing.T) {
	registry, err := parsers.NewRegistry(llama3.Family())
	if err != nil {
		t.Fatal(err)
	}
	var answer *toolparserv1.ParseToolCallsResponse
	s, err := New(registry, WithServerOptions(grpc.ChainStreamInterceptor(
		func(_ any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, _ grpc.StreamHandler) error {
			return stream.SendMsg(&toolparserv1.StreamToolCallsResponse{Result: answer})
		},
	)))
	if err != nil {
		t.Fatal(err)
	}
	ends := newEndings(slog.New(slog.DiscardHandler), nil, s.service.turns)
	listener := bufconn.Listen(1 << 20)
	go s.Serve(t.Context(), listener) //nolint:errcheck // what isn't served fails the test
	defer s.Stop()
	connection, err := grpc.NewClient("passthrough:///bufconn", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = connection.Close() }()
	client := toolparserv1.NewToolParserServiceClient(connection)
	for _, test := range []struct{ segments, turns int }{{10, 0}, {1000, 1}, {100_000, 1}} {
		answer = &toolparserv1.ParseToolCallsResponse{Diagnostics: &toolparserv1.Diagnostics{Segments: make([]*toolparserv1.Segment, test.segments)}}
		for i := range answer.GetDiagnostics().GetSegments() {
			answer.Diagnostics.Segments[i] = &toolparserv1.Segment{Kind: textSegment}
		}
		counted := turnsOf(s.service, func() {
			_, err := ends.unary(t.Context(), nil, nil, func(context.Context, any) (any, error) { return answer, nil })
			if err != nil {
				t.Fatal(err)
			}
		})
		encoded := turnsOf(s.service, func() {
			stream, err := client.StreamToolCalls(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if got, err := stream.Recv(); err != nil || len(got.GetResult().GetDiagnostics().GetSegments()) != test.segments {
				t.Fatal(err)
			}
		})
		if counted != test.turns || encoded != test.turns {
			t.Errorf("%d segments: %d turns to count the bytes, %d to encode them; want %d each", test.segments, counted, encoded, test.turns)
		}
	}
}

// A lookingParser looks at a KiB for each byte of the output.
type lookingParser struct {
	work   *parsers.Work
	looked func()
}

func (p *lookingParser) Reset(c *parsers.Config, _ parsers.Handler) { p.work = c.Work }
func (p *lookingParser) Finish(parsers.FinishReason)                {}
func (p *lookingParser) Parse(piece []byte) {
	for range piece {
		p.looked()
		p.work.Add(1 << 10)
	}
}

// TestOneTurnIsOneTurn: what a turn did before a parse, or does after it, makes it no longer than others.
func TestOneTurnIsOneTurn(t *testing.T) {
	var tools []*toolparserv1.Tool // 48 KiB to read
	for i := range 6 {
		tools = append(tools, &toolparserv1.Tool{Function: &toolparserv1.FunctionDefinition{
			Name: fmt.Sprint("f", i), Parameters: `{"a":"` + strings.Repeat("a", 8<<10-20) + fmt.Sprint(i) + `"}`,
		}})
	}
	output := strings.Repeat("a", 60)
	for name, call := range map[string]func(s *Service) error{
		"a unary call, and its fallback": func(s *Service) error {
			_, err := s.ParseToolCalls(t.Context(), &toolparserv1.ParseToolCallsRequest{
				Family: "looking", FallbackFamilies: []string{"again"}, Tools: tools, ModelOutput: output,
			})
			return err
		},
		"inputs of a multiplexed stream": func(s *Service) error {
			m := s.newMultiplexer(t.Context())
			defer m.close()
			inputs := []*toolparserv1.MultiplexInput{{Input: &toolparserv1.MultiplexInput_Start{Start: &toolparserv1.StreamStart{Family: "looking", Tools: tools}}}}
			for range 3 {
				inputs = append(inputs, &toolparserv1.MultiplexInput{Input: &toolparserv1.MultiplexInput_Delta{Delta: output}})
			}
			if err := m.turn.Begin(); err != nil {
				return err
			}
			defer m.turn.End()
			_, err := m.step(inputs)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			var s *Service
			looked := map[uint64]int{} // in each turn, in KiB
			family := func(name string) *parsers.Family {
				return &parsers.Family{Name: name, NewParser: func() parsers.Parser {
					return &lookingParser{looked: func() { looked[s.turns.Count()]++ }}
				}}
			}
			registry, err := parsers.NewRegistry(family("looking"), family("again"))
			if err != nil {
				t.Fatal(err)
			}
			s = NewService(registry)
			first := s.turns.Count() + 1
			if err := call(s); err != nil {
				t.Fatal(err)
			}
			if n := looked[first] + 48; n > admit.TurnBytes>>10+1 {
				t.Errorf("the first turn looks at %d KiB", n)
			}
			for turn, n := range looked {
				if n > admit.TurnBytes>>10 {
					t.Errorf("turn %d looks at %d KiB", turn, n)
				}
			}
		})
	}
}

// taggedCall is a call whose values are read by the types in the schema of its tool.
const taggedCall = "<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>"

// longSchema is a schema that takes longer to read than a turn.
var longSchema = `{"description":"` + strings.Repeat("a", 512<<10) + `"}`

// A leavingContext is that of a caller who leaves as soon as it would have to wait for a turn.
type leavingContext struct {
	context.Context
	leave func()
}

func (c leavingContext) Done() <-chan struct{} {
	c.leave()
	return c.Context.Done()
}

// impatient is a turn of a caller who doesn't wait.
func impatient(t *testing.T, s *Service) *admit.Turn {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	t.Cleanup(leave)
	turn := s.turns.Turn(leavingContext{ctx, leave})
	if err := turn.Begin(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(turn.End)
	return turn
}

// TestLongSchemasAreReadInLongTurns: a parser reads the schema of a tool at once, however long that is.
func TestLongSchemasAreReadInLongTurns(t *testing.T) {
	for schema, want := range map[string]codes.Code{`{"type":"object"}`: codes.OK, longSchema: codes.Canceled} {
		s := turnsService(t)
		if err := s.turns.LongTurn(t.Context()).Begin(); err != nil {
			t.Fatal(err)
		}
		f, err := s.families().Find("qwen3_coder", "")
		if err != nil {
			t.Fatal(err)
		}
		turn := impatient(t, s)
		account := s.memory.Account(turn.Context())
		defer account.End()
		config := parsers.Config{Tools: parsers.NewTools([]parsers.Tool{{Name: "f", Parameters: schema}})}
		if _, err := parseChain([]*parsers.Family{f}, taggedCall, config, parsers.FinishStop, turn, &account); status.Code(err) != want {
			t.Errorf("with a schema of %d bytes, while the long turn is taken: error %v", len(schema), err)
		}
	}
}

// TestLongSchemaIsReadOnce: a stream waits for a long turn when a tool with a long schema is first called, and for no other of its
// deltas.
func TestLongSchemaIsReadOnce(t *testing.T) {
	s := turnsService(t)
	busy := s.turns.LongTurn(t.Context())
	turn := impatient(t, s)
	session := s.newSession(turn.Context(), turn)
	defer session.forget()
	if err := session.start(&toolparserv1.StreamStart{Family: "qwen3_coder", Tools: toolsOf(longSchema)}); err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct {
		text string
		busy bool
	}{{"Text.", true}, {taggedCall, false}, {"More text.", true}, {taggedCall, true}, {"The end.", true}} {
		if step.busy {
			if err := busy.Begin(); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := session.delta(chunk{field: "delta", text: step.text}); err != nil {
			t.Fatalf("delta %d: %v", i, err)
		}
		busy.End()
	}
	if err := busy.Begin(); err != nil {
		t.Fatal(err)
	}
	if e, err := session.end(parsers.FinishStop, false); err != nil || len(e.result.GetResult().GetToolCalls()) != 2 {
		t.Errorf("%d calls, error %v", len(e.result.GetResult().GetToolCalls()), err)
	}
}
