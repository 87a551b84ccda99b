package parsers

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
)

// deltasOutput has text, a call in progress at several chunks' ends, an invalid call, and text
// that is held back until the end.
const deltasOutput = "ab {f|12345} c{g//w|1} \u3000{h|!} d "

// TestDeltasAreThoseOfAStream: the sequence yields what Feed and Finish return, empty ones left
// out, and has the same result.
func TestDeltasAreThoseOfAStream(t *testing.T) {
	nonEmpty := func(run *toyRun) []string {
		return slices.DeleteFunc(run.deltas, func(d string) bool { return d == "" })
	}
	everyCut(deltasOutput, func(chunks []string) {
		want := streamToy(Config{}, chunks...)
		stop := func() FinishReason { return FinishStop }
		for name, run := range map[string]func(s *Stream, got *toyRun){
			"Deltas": func(s *Stream, got *toyRun) {
				for d := range s.Deltas(slices.Values(chunks), stop) {
					got.add(d)
				}
			},
			"TryDeltas": func(s *Stream, got *toyRun) {
				for d, err := range s.TryDeltas(failing(chunks, nil), stop) {
					if err != nil {
						t.Error(err)
					}
					got.add(d)
				}
			},
		} {
			got, s := new(toyRun), NewStream(toyFamily(), Config{})
			if s.Result() != nil {
				t.Errorf("%s: a result before the end", name)
			}
			run(s, got)
			if diff := diffOf(nonEmpty(want), got.deltas); diff != "" {
				t.Errorf("%s of %q: %s", name, chunks, diff)
			}
			if diff := diffOf(want.result, s.Result()); diff != "" {
				t.Errorf("%s of %q: %s", name, chunks, diff)
			}
		}
	})
}

// failing yields the chunks, and then the error if there is one.
func failing(chunks []string, err error) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, chunk := range chunks {
			if !yield(chunk, nil) {
				return
			}
		}
		if err != nil {
			yield("", err)
		}
	}
}

// TestTheFinishReasonIsAskedBehindTheLastChunk: none counts as FinishUnspecified.
func TestTheFinishReasonIsAskedBehindTheLastChunk(t *testing.T) {
	const cut = "a {f|1"
	for _, want := range []FinishReason{FinishStop, FinishLength} {
		ended, asked := false, 0
		chunks := func(yield func(string) bool) {
			ended = yield(cut)
		}
		s := NewStream(toyFamily(), Config{Options: Options{AcceptIncomplete: true}})
		for range s.Deltas(chunks, func() FinishReason {
			asked++
			if !ended {
				t.Error("the reason is asked while there are chunks")
			}
			return want
		}) {
		}
		if diff := diffOf(Parse(toyFamily(), cut, Config{Options: Options{AcceptIncomplete: true}}, want), s.Result()); asked != 1 || diff != "" {
			t.Errorf("%v: asked %d times, %s", want, asked, diff)
		}
	}
	s := NewStream(toyFamily(), Config{})
	for range s.Deltas(slices.Values([]string{cut}), nil) {
	}
	if diff := diffOf(Parse(toyFamily(), cut, Config{}, FinishUnspecified), s.Result()); diff != "" {
		t.Error(diff)
	}
}

// TestLeavingTheLoopEndsTheChunksAndClosesTheStream: what parsing takes goes back to the family.
func TestLeavingTheLoopEndsTheChunksAndClosesTheStream(t *testing.T) {
	source := func(given, ended *int) iter.Seq[string] {
		return func(yield func(string) bool) {
			defer func() { *ended++ }()
			for _, chunk := range []string{"a", "b", "c"} {
				if *given++; !yield(chunk) {
					return
				}
			}
		}
	}
	for name, leave := range map[string]func(s *Stream, chunks iter.Seq[string]){
		"Deltas": func(s *Stream, chunks iter.Seq[string]) {
			for range s.Deltas(chunks, nil) {
				break
			}
		},
		"TryDeltas": func(s *Stream, chunks iter.Seq[string]) {
			lifted := func(yield func(string, error) bool) {
				for chunk := range chunks {
					if !yield(chunk, nil) {
						return
					}
				}
			}
			for _, err := range s.TryDeltas(lifted, nil) {
				if err != nil {
					t.Error(err)
				}
				break
			}
		},
	} {
		given, ended := 0, 0
		s := NewStream(toyFamily(), Config{})
		leave(s, source(&given, &ended))
		if given != 1 || ended != 1 || s.session != nil || s.Result() != nil {
			t.Errorf("%s: %d chunks were given, ended %d times; session %v, result %v", name, given, ended, s.session, s.Result())
		}
	}
}

// TestAFailingSourceEndsTheSequence: with its error, after the output that came before.
func TestAFailingSourceEndsTheSequence(t *testing.T) {
	broken := errors.New("connection reset")
	s := NewStream(toyFamily(), Config{})
	var content string
	var errs []error
	for d, err := range s.TryDeltas(failing([]string{"a ", "b ", "c"}, broken), nil) {
		if err != nil {
			errs = append(errs, err)
			continue // there is nothing behind it
		}
		content += d.Content
	}
	if content != "a b c" || !slices.Equal(errs, []error{broken}) || s.session != nil || s.Result() != nil {
		t.Errorf("content %q, errors %v, session %v, result %v", content, errs, s.session, s.Result())
	}
}

func TestReadChunks(t *testing.T) {
	long := strings.Repeat(deltasOutput, 1000)
	broken := errors.New("broken")
	for name, tc := range map[string]struct {
		reader io.Reader
		want   string
		err    error
	}{
		"whole":            {strings.NewReader(long), long, nil},
		"byte by byte":     {iotest.OneByteReader(strings.NewReader(long)), long, nil},
		"data with EOF":    {iotest.DataErrReader(strings.NewReader(long)), long, nil},
		"nothing":          {strings.NewReader(""), "", nil},
		"an error":         {iotest.ErrReader(broken), "", broken},
		"data, then error": {io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(broken)), "ab", broken},
	} {
		var got strings.Builder
		var failed error
		for chunk, err := range ReadChunks(tc.reader) {
			if len(chunk) > readBytes || failed != nil || (chunk == "") != (err != nil) {
				t.Errorf("%s: %d bytes, %v behind %v", name, len(chunk), err, failed)
			}
			got.WriteString(chunk)
			failed = err
		}
		if got.String() != tc.want || !errors.Is(failed, tc.err) || (failed == nil) != (tc.err == nil) {
			t.Errorf("%s: %d bytes, %v, want %d, %v", name, got.Len(), failed, len(tc.want), tc.err)
		}
	}
	r := strings.NewReader(long)
	for _, err := range ReadChunks(r) {
		if err != nil {
			t.Error(err)
		}
		break
	}
	if r.Len() != len(long)-readBytes {
		t.Errorf("%d bytes were read behind the loop's end", len(long)-readBytes-r.Len())
	}
}

// What a stream has returned stays as it was, whatever comes after.
func TestDeltaStringsStay(t *testing.T) {
	output := strings.Repeat("some text, {f|arguments&arguments 2}\n[ {g|1!2} ]", 200)
	f := toyFamily()
	s := NewStream(f, Config{})
	var live []string // strings that share the stream's memory
	var copies []string
	keep := func(d *Delta) {
		live = append(live, d.Content)
		for _, c := range d.ToolCalls {
			live = append(live, c.Arguments)
		}
		for _, text := range live[len(copies):] {
			copies = append(copies, strings.Clone(text))
		}
	}
	for i := range output {
		keep(s.Feed(output[i : i+1]))
	}
	d, result := s.Finish(FinishStop)
	keep(d)
	before := *result
	before.Content = strings.Clone(result.Content)
	for range 3 {
		Parse(f, strings.ToUpper(output), Config{}, FinishStop)
		next := NewStream(f, Config{})
		next.Feed(strings.ToUpper(output))
		next.Close()
	}
	for i := range live {
		if live[i] != copies[i] {
			t.Fatalf("a delta's string changed from %q to %q", copies[i], live[i])
		}
	}
	if result.Content != before.Content {
		t.Error("the result's content changed")
	}
}

// The last delta belongs to its stream, not to the memory that the next one uses.
func TestLastDeltaStays(t *testing.T) {
	f := toyFamily()
	s := NewStream(f, Config{})
	s.Feed("a {f|1")
	d, _ := s.Finish(FinishStop)
	before := showDelta(d)
	NewStream(f, Config{}).Feed("b {g|2}{h|3")
	if got := showDelta(d); got != before {
		t.Errorf("the delta changed from %s to %s", before, got)
	}
}

func TestAnAbandonedStreamLeavesNothingBehind(t *testing.T) {
	f := toyFamily()
	for range 10 {
		s := NewStream(f, Config{Options: Options{DisableRepair: true}, PriorToolCalls: 5})
		s.Feed("[[^{e//M|1}{f/x/p|1} y [{g|1")
		s.Close()
		s.Close()
		got := Parse(f, "a{f//m|1}b]", Config{}, FinishStop)
		if want := parseToy("a{f//m|1}b]", Config{}); diffOf(want, got) != "" {
			t.Fatal(diffOf(want, got))
		}
	}
}

// TestSessionsLetGo: a session in its pool holds nothing of a request or of an output, though its
// fields are cleared one by one.
func TestSessionsLetGo(t *testing.T) {
	f := toyFamily()
	s := f.session()
	cfg := Config{
		Tools: NewTools([]Tool{{Name: "f"}}), Options: Options{Formats: []string{"x"}, SeparateReasoning: true},
		Work: new(Work), Hold: func(int) error { return nil }, ToolChoice: ToolChoice{Name: "f"}, Markers: NewMarkers(f),
		SpecialTokens: new(SpecialTokens),
	}
	cfg.mask = newTokenMask(f, &cfg)
	for i := range reflect.TypeFor[Config]().NumField() {
		if v := reflect.ValueOf(cfg).Field(i); holds(v.Type()) && v.IsZero() {
			t.Errorf("the test sets no %s", v.Type())
		}
	}
	s.reset(f, &cfg, nil)
	s.collector.from("a<b>{f|1} c")
	s.last("a<b>{f|1} c", FinishStop)
	s.release()
	for name, v := range map[string]reflect.Value{"cfg": reflect.ValueOf(s.cfg), "given": reflect.ValueOf(s.collector.request)} {
		for i := range v.NumField() {
			if field := v.Field(i); holds(field.Type()) && !field.IsZero() && field.Kind() != reflect.Struct {
				t.Errorf("%s.%s is left", name, v.Type().Field(i).Name)
			}
		}
	}
	if s.cfg.Options.Formats != nil {
		t.Error("the formats are left")
	}
	for _, w := range []contentWriter{s.collector.placed.content, *s.collector.placed.reasoning} {
		if w.room, w.request = nil, nil; !reflect.ValueOf(w).IsZero() {
			t.Errorf("a content is left: %+v", w)
		}
	}
}

// holds reports whether values of the type hold others.
func holds(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Float64, reflect.Uint8:
		return false
	case reflect.Struct:
		for i := range t.NumField() {
			if holds(t.Field(i).Type) {
				return true
			}
		}
		return false
	}
	return true
}

func TestFeedPanicsAfterFinish(t *testing.T) {
	s := NewStream(toyFamily(), Config{})
	s.Finish(FinishStop)
	defer func() {
		if recover() == nil {
			t.Error("Feed after Finish must panic")
		}
	}()
	s.Feed("a")
}

func TestParserSeesDefaultLimits(t *testing.T) {
	for _, tc := range []struct{ set, want Limits }{
		{Limits{}, Limits{DefaultDepth, DefaultArgumentBytes, DefaultToolCalls}},
		{Limits{1, 2, 3}, Limits{1, 2, 3}},
		{Limits{Depth: MaxDepth + 1}, Limits{MaxDepth, DefaultArgumentBytes, DefaultToolCalls}},
	} {
		p := new(toyParser)
		f := toyFamily()
		f.NewParser = func() Parser { return p }
		s := NewStream(f, Config{Limits: tc.set})
		if got := p.cfg.Limits; got != tc.want {
			t.Errorf("%v: the parser sees %v, want %v", tc.set, got, tc.want)
		}
		s.Close()
	}
}

// Large results share the parse's buffers, which then aren't used again.
func TestLargeResultsStay(t *testing.T) {
	for _, o := range []Options{{}, {DisableRepair: true}} {
		var b, content strings.Builder
		var want []string
		for i := range 12 {
			arguments := strings.Repeat(string(rune('a'+i)), i%4*buffers.MaxKept/2+1)
			text := strings.Repeat(string(rune('A'+i)), buffers.MaxKept/4)
			fmt.Fprintf(&b, "{f/id%d/p|%s}%s{x//a|%s}", i, arguments, text, arguments)
			want = append(want, arguments)
			fmt.Fprintf(&content, " %s{x//a|%s}", text, arguments)
		}
		f := toyFamily()
		r := Parse(f, b.String(), Config{Options: o}, FinishStop)
		for range 3 {
			Parse(f, strings.ToUpper(strings.ReplaceAll(b.String(), "f/", "f/x")), Config{Options: o}, FinishStop)
		}
		for i, call := range r.ToolCalls {
			if call.Arguments != want[i] || r.InvalidToolCalls[i].Arguments != want[i] {
				t.Errorf("%+v: the arguments of call %d changed", o, i)
			}
		}
		if r.Content != content.String()[1:] || len(r.ToolCalls) != 12 {
			t.Errorf("%+v: the content of %d calls changed", o, len(r.ToolCalls))
		}
	}
}

// An empty piece is no event.
func TestEmptyPiece(t *testing.T) {
	s := NewStream(toyFamily(), Config{})
	s.Feed("a ")
	if d := s.Feed(""); !d.Empty() {
		t.Errorf("got %s", showDelta(d))
	}
	if d, _ := s.Finish(FinishStop); d.Empty() {
		t.Error("the white space at the end is missing")
	}
}

func TestAttemptOfTheResult(t *testing.T) {
	got := parseToy("{f//f|1}{g|1}", Config{}).Attempts
	want := []Attempt{{Family: "toy", Confidence: 0.7, ToolCallCount: 2}}
	if diff := diffOf(want, got); diff != "" {
		t.Error(diff)
	}
}

// A unary parse that changes nothing gives the output itself back.
func TestUntouchedContentIsNotCopied(t *testing.T) {
	f := toyFamily()
	output := strings.Repeat("plain text ", 1000)
	Parse(f, output, Config{}, FinishStop)
	if got := testing.AllocsPerRun(100, func() { Parse(f, output, Config{}, FinishStop) }); got > 1 && !raceEnabled {
		t.Errorf("%v allocations, want 1 for the result", got)
	}
}

func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes pools forget")
	}
	f := toyFamily()
	f.NewID = func(string, int, func(string) bool) string { return "id" }
	s := NewStream(f, Config{})
	for _, text := range []string{"prose", "{f|"} {
		s.Feed(text)
		if got := testing.AllocsPerRun(2000, func() { s.Feed("word") }); got != 0 {
			t.Errorf("after %q, %v allocations a piece", text, got)
		}
	}
	s.Close()
}

func TestConcurrentParses(t *testing.T) {
	f := toyFamily()
	outputs := []string{"a {f|1} b", "[{f|1!2}]{g//M|1}{g//m|1}", "x ^ y {f/i/p|1}"}
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			output := outputs[i%len(outputs)]
			want := parseToy(output, strictly)
			for range 200 {
				if got := Parse(f, output, strictly, FinishStop); diffOf(want, got) != "" {
					t.Errorf("%q: %s", output, diffOf(want, got))
				}
			}
		})
	}
	wg.Wait()
}

func TestNamesOfTheContract(t *testing.T) {
	for got, want := range map[string]string{
		ReasonLimit.String():        "LIMIT",
		ReasonMalformed.String():    "MALFORMED",
		Reason(200).String():        "UNSPECIFIED",
		SegmentReasoning.String():   "REASONING",
		SegmentToolCall.String():    "TOOL_CALL",
		SegmentKind(200).String():   "UNSPECIFIED",
		RepairWhiteSpace.String():   "WHITE_SPACE",
		RepairMissingComma.String(): "MISSING_COMMA",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestChunks has an output of several chunks, cut where ParseChunks cuts it.
func TestChunks(t *testing.T) {
	f := toyFamily()
	output := strings.Repeat("some text, {f|arguments&arguments 2}\n[ {g|1!2} ]", 3*ChunkBytes/40)
	cfg := Config{Limits: Limits{ToolCalls: 1 << 20}}
	asked := 0
	count := func() error { asked++; return nil }

	whole := Parse(f, output, cfg, FinishStop)
	chunked, err := ParseChunks(f, output, cfg, FinishStop, count)
	if err != nil || !reflect.DeepEqual(chunked, whole) {
		t.Errorf("in chunks the result is another, error %v", err)
	}
	if want := len(output) / ChunkBytes; asked < want {
		t.Errorf("proceed was called %d times, want %d", asked, want)
	}
	s := NewStream(f, cfg)
	delta, err := s.FeedChunks(output, nil, count)
	if err != nil {
		t.Fatal(err)
	}
	text := delta.Content
	delta, streamed := s.Finish(FinishStop)
	if !reflect.DeepEqual(streamed, whole) || text+delta.Content != whole.Content {
		t.Error("the stream's result is another")
	}
}

func TestChunksCanBeInterrupted(t *testing.T) {
	f := toyFamily()
	output := strings.Repeat("some text, {f|arguments}\n", 3*ChunkBytes/24)
	enough := errors.New("enough")
	proceed := func(times int) func() error {
		return func() error {
			if times--; times < 0 {
				return enough
			}
			return nil
		}
	}
	for times := range 3 {
		if result, err := ParseChunks(f, output, Config{}, FinishStop, proceed(times)); !errors.Is(err, enough) || result != nil {
			t.Errorf("after %d: %v", times, err)
		}
		s := NewStream(f, Config{})
		if _, err := s.FeedChunks(output, nil, proceed(times)); !errors.Is(err, enough) {
			t.Errorf("after %d: %v", times, err)
		}
		s.Close()
	}
	if result := Parse(f, "{f|1}", Config{}, FinishStop); len(result.ToolCalls) != 1 {
		t.Errorf("the next result is %v", result)
	}
}
