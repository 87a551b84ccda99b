package sse_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// split cuts the stream into pieces of n bytes and returns the frames.
func split(stream string, n int) (frames []sse.Frame) {
	var s sse.Splitter
	for stream != "" {
		n := min(n, len(stream))
		s.Write([]byte(stream[:n]), func(f sse.Frame) { frames = append(frames, f) })
		stream = stream[n:]
	}
	if last, ok := s.End(); ok {
		frames = append(frames, last)
	}
	return frames
}

var streams = map[string]struct {
	stream string
	want   []sse.Frame // Raw is checked by itself
}{
	"nothing": {"", nil},
	"events": {
		"data: a\n\ndata:b\n\n",
		[]sse.Frame{{Data: "a", HasData: true}, {Data: "b", HasData: true}},
	},
	"CRLF": {
		"event: x\r\ndata: a\r\n\r\ndata: b\r\n\r\n",
		[]sse.Frame{{Event: "x", Data: "a", HasData: true}, {Data: "b", HasData: true}},
	},
	"CR": {
		"data: a\r\rdata: b\r\r",
		[]sse.Frame{{Data: "a", HasData: true}, {Data: "b", HasData: true}},
	},
	"several lines of data": {
		"data: {\ndata:  \"a\": 1\ndata\ndata: }\n\n",
		[]sse.Frame{{Data: "{\n \"a\": 1\n\n}", HasData: true}},
	},
	"a byte order mark": {
		"\ufeffdata: a\n\n",
		[]sse.Frame{{Data: "a", HasData: true}},
	},
	"comments and unknown fields": {
		": PROCESSING\n\nid: 1\nretry: 5\nfoo\ndata: a\n: b\n\n",
		[]sse.Frame{{}, {Data: "a", HasData: true}},
	},
	"an end without an empty line": {
		"data: a\n\ndata: [DONE]",
		[]sse.Frame{{Data: "a", HasData: true}, {Data: "[DONE]", HasData: true}},
	},
	"objects that end in one line end": {
		"data: {}\ndata: {\"a\": 1}\r\n: b\ndata:{}\rdata: x\n\ndata: [DONE]\n",
		[]sse.Frame{{Data: "{}", HasData: true}, {Data: `{"a": 1}`, HasData: true}, {Data: "{}", HasData: true}, {Data: "x", HasData: true}, {Data: "[DONE]", HasData: true}},
	},
	"objects with names that end in one line end": {
		"event: a\ndata: {}\nevent: b\ndata: {}\r\nid: 1\r\nevent: c\rdata: {}\r",
		[]sse.Frame{{Event: "a", Data: "{}", HasData: true}, {Event: "b", Data: "{}", HasData: true}, {Event: "c", Data: "{}", HasData: true}},
	},
	"objects with names that end in CRLF": {
		"event: a\r\ndata: {}\r\nevent: b\r\ndata: {}\r\n",
		[]sse.Frame{{Event: "a", Data: "{}", HasData: true}, {Event: "b", Data: "{}", HasData: true}},
	},
	"an object and [DONE] that end in one line end": {
		"data: {}\ndata: [DONE]\n",
		[]sse.Frame{{Data: "{}", HasData: true}, {Data: "[DONE]", HasData: true}},
	},
	"an object and more lines of data": {
		"data: {}\ndata:\n\n" + "data: {\ndata: {}}\n\n" + "data: {}\ndata: x\ndata: {}\n\n",
		[]sse.Frame{{Data: "{}\n", HasData: true}, {Data: "{\n{}}", HasData: true}, {Data: "{}\nx\n{}", HasData: true}},
	},
	"an event of 1 MB": {
		"data: " + strings.Repeat("x", 1<<20) + "\n\n",
		[]sse.Frame{{Data: strings.Repeat("x", 1<<20), HasData: true}},
	},
}

func TestFramesDoNotDependOnCuts(t *testing.T) {
	for name, test := range streams {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{1, 2, 3, 7, len(test.stream) + 1} {
				if n < 7 && len(test.stream) > 1000 {
					n *= 1000
				}
				var raw strings.Builder
				var got []sse.Frame
				for _, f := range split(test.stream, n) {
					raw.WriteString(f.Raw)
					f.Raw = ""
					if f != (sse.Frame{}) || strings.HasPrefix(test.stream, ":") && len(got) == 0 {
						got = append(got, f)
					}
				}
				if raw.String() != test.stream {
					t.Fatalf("pieces of %d: the frames aren't the stream", n)
				}
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("pieces of %d: -want +got\n%s", n, diff)
				}
			}
		})
	}
}

// A frame that comes byte by byte takes time in proportion to its length. In quadratic time it would take a quarter of an hour.
func TestALongFrameTakesLinearTime(t *testing.T) {
	const n = 4 << 20
	var s sse.Splitter
	var frames []sse.Frame
	write := func(text string) { s.Write([]byte(text), func(f sse.Frame) { frames = append(frames, f) }) }
	write("data: ")
	for began, i := time.Now(), 0; i < n; i++ {
		if write("x"); len(frames) > 0 {
			t.Fatalf("a frame ends at byte %d", i)
		}
		if i%1000 == 0 && time.Since(began) > time.Minute {
			t.Fatalf("%d of %d bytes took %v", i, n, time.Since(began))
		}
	}
	write("\n\ndata: y")
	if len(frames) != 1 || len(frames[0].Data) != n || s.Held() != len("data: y") {
		t.Errorf("got %d frames, %d bytes are left", len(frames), s.Held())
	}
}

func TestWithKeepsOtherFields(t *testing.T) {
	for name, test := range map[string]struct{ raw, event, data, want string }{
		"LF":              {"id: 1\nevent: x\ndata: a\n: b\n\n", "x", "c", "id: 1\nevent: x\n: b\ndata: c\n\n"},
		"CRLF":            {"event: x\r\ndata: a\r\n\r\n", "x", "c", "event: x\r\ndata: c\r\n\r\n"},
		"several lines":   {"data: a\ndata: b\n\n", "", "c\nd", "data: c\ndata: d\n\n"},
		"one line end":    {"data: a\n", "", "c", "data: c\n"},
		"another type":    {"event: x\nid: 1\ndata: a\n\n", "y", "c", "id: 1\nevent: y\ndata: c\n\n"},
		"a type is added": {": b\ndata: a\n\n", "y", "c", ": b\nevent: y\ndata: c\n\n"},
	} {
		t.Run(name, func(t *testing.T) {
			f := split(test.raw, len(test.raw))[0]
			if got := f.With(test.event, test.data); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestStarts(t *testing.T) {
	for text, want := range map[string]struct{ starting, known bool }{
		"": {}, "d": {}, "data": {}, "data:": {true, true}, "event: x": {true, true}, "id:": {true, true}, ": hi": {true, true},
		"\xef": {}, "\ufeff": {}, "\ufeffev": {}, "\ufeffdata: x": {true, true}, "\ufeff{": {false, true},
		"{": {false, true}, "dates": {false, true}, "<html>": {false, true}, "\xefx": {false, true},
	} {
		if starting, known := sse.Starts(text); starting != want.starting || known != want.known {
			t.Errorf("%q: got %v, %v", text, starting, known)
		}
	}
}

func FuzzSplitter(f *testing.F) {
	for _, test := range streams {
		if len(test.stream) < 1000 {
			f.Add(test.stream, 3)
		}
	}
	f.Fuzz(func(t *testing.T, stream string, n int) {
		n = 1 + (n%16+16)%16
		var raw strings.Builder
		var cut, whole []sse.Frame
		for _, f := range split(stream, n) {
			raw.WriteString(f.Raw)
			if f.HasData {
				f.Raw = ""
				cut = append(cut, f)
			}
		}
		for _, f := range split(stream, len(stream)+1) {
			if f.HasData {
				f.Raw = ""
				whole = append(whole, f)
			}
		}
		if raw.String() != stream {
			t.Fatal("the frames aren't the stream")
		}
		if diff := cmp.Diff(whole, cut); diff != "" {
			t.Fatal(diff)
		}
	})
}
