package parsers

import (
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
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
