package kimi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/kimi"
)

// TestMarkerSplit cuts a section at every byte of every marker, and looks at
// what each delta holds: nothing of a marker is ever sent.
func TestMarkerSplit(t *testing.T) {
	output := "Hi " + sectionBegin + tokenCall("functions.f:0", `{"a": 1}`) + sectionEnd + " bye"
	for i := range len(output) {
		s := parsers.NewStream(kimi.Family(), parsers.Config{})
		content := s.Feed(output[:i]).Content
		content += s.Feed(output[i:]).Content
		last, _ := s.Finish(parsers.FinishStop)
		if content += last.Content; content != "Hi bye" {
			t.Errorf("cut at %d, the content is %q", i, content)
		}
	}
}

// TestFiveCallsInOneDelta proves that calls that come in one chunk go out in
// one delta, complete.
func TestFiveCallsInOneDelta(t *testing.T) {
	output := sectionBegin
	for i := range 5 {
		output += tokenCall(fmt.Sprintf("functions.f:%d", i), `{"a": 1}`)
	}
	s := parsers.NewStream(kimi.Family(), parsers.Config{})
	complete := make(map[int]bool)
	for _, d := range s.Feed(output + sectionEnd).ToolCalls {
		complete[d.Index] = d.Complete
	}
	for i := range 5 {
		if !complete[i] {
			t.Errorf("call %d isn't complete in the delta that held it", i)
		}
	}
	s.Finish(parsers.FinishStop)
}

// TestMalformedBeforeTwo proves that in one delta a malformed call costs the
// two good ones after it nothing.
func TestMalformedBeforeTwo(t *testing.T) {
	s := parsers.NewStream(kimi.Family(), parsers.Config{})
	d := s.Feed(sectionBegin + tokenCall("functions.f:0", `{"a": "b" "c`) +
		tokenCall("functions.f:1", `{"a": 1}`) + tokenCall("functions.f:2", `{"a": 2}`) + sectionEnd)
	var ids []string
	for _, c := range d.ToolCalls {
		if c.Begin && c.ID != "functions.f:0" {
			ids = append(ids, c.ID)
		}
	}
	if !slices.Equal(ids, []string{"functions.f:1", "functions.f:2"}) {
		t.Errorf("the calls started are %q", ids)
	}
	_, r := s.Finish(parsers.FinishStop)
	if len(r.ToolCalls) != 2 || len(r.InvalidToolCalls) != 1 {
		t.Errorf("%d calls, %d invalid", len(r.ToolCalls), len(r.InvalidToolCalls))
	}
}

// TestLongArgument streams an argument of 10 MB: its bytes go out as they come.
func TestLongArgument(t *testing.T) {
	arguments := `{"content": "` + strings.Repeat("0123456789abcde\\n", 10<<20/17) + `"}`
	output := sectionBegin + tokenCall("functions.f:0", arguments) + sectionEnd
	s := parsers.NewStream(kimi.Family(), parsers.Config{})
	sent, fed := 0, 0
	for piece := range slices.Chunk([]byte(output), 4096) {
		fed += len(piece)
		for _, c := range s.Feed(string(piece)).ToolCalls {
			sent += len(c.Arguments)
		}
		if fed < len(arguments) && fed-sent > 8192 {
			t.Fatalf("of %d bytes, %d were sent", fed, sent)
		}
	}
	if _, r := s.Finish(parsers.FinishStop); r.ToolCalls[0].Arguments != arguments {
		t.Error("the arguments aren't those written")
	}
}

// TestManyTextTokenTwins is linear, too.
func TestManyTextTokenTwins(t *testing.T) {
	var text, tokens strings.Builder
	for i := range 400 {
		fmt.Fprintf(&text, "{\"name\": \"f\", \"arguments\": {\"i\": %d}}\n", i)
		tokens.WriteString(tokenCall(fmt.Sprintf("functions.f:%d", i), fmt.Sprintf(`{"i":%d}`, i)))
	}
	r := parsers.Parse(kimi.Family(), text.String()+sectionBegin+tokens.String()+sectionEnd, parsers.Config{}, parsers.FinishStop)
	if len(r.ToolCalls) != 400 || r.Content != "" {
		t.Errorf("%d calls, content %q", len(r.ToolCalls), r.Content)
	}
}

// TestATagOfMuchSpaceIsNone: white space may come before a tag's word, but a tag has 1,024
// bytes at most, wherever the output is cut. With more the call it is in is malformed. (It is
// no case of testdata: a tag is read again from its start with each chunk.)
func TestATagOfMuchSpaceIsNone(t *testing.T) {
	for spaces, want := range map[int]int{8: 1, 900: 1, 1100: 0, 3000: 0} {
		output := `<|open|>tools<|sep|><|open|>call tool="get_weather" index="0"<|sep|><|open|>` + strings.Repeat("\n", spaces) +
			`argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>`
		for _, chunk := range []int{1, 7, 1000, len(output)} {
			s := parsers.NewStream(kimi.Family(), parsers.Config{})
			for piece := range slices.Chunk([]byte(output), chunk) {
				s.Feed(string(piece))
			}
			_, result := s.Finish(parsers.FinishStop)
			if len(result.ToolCalls) != want || len(result.InvalidToolCalls) != 1-want {
				t.Errorf("%d newlines, in chunks of %d bytes: calls %v, invalid %v", spaces, chunk, result.ToolCalls, result.InvalidToolCalls)
			}
		}
	}
}
