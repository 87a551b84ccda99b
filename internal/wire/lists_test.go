package wire

import (
	"strings"
	"testing"

	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// mostTools is how many tools a request has at most, by default.
const mostTools = 1024

// emptyTools take two bytes each where they are encoded.
func emptyTools(n int) []*toolparserv1.Tool {
	tools := make([]*toolparserv1.Tool, n)
	for i := range tools {
		tools[i] = new(toolparserv1.Tool)
	}
	return tools
}

// decoded is a message as the service sees it that takes lists of so many elements.
func decoded[M proto.Message](t *testing.T, listed int, sent proto.Message, empty M) M {
	t.Helper()
	data, err := proto.Marshal(sent)
	if err != nil {
		t.Fatal(err)
	}
	c := Codec{Buffers: mem.DefaultBufferPool(), Listed: listed}
	if err := c.Unmarshal(mem.BufferSlice{mem.SliceBuffer(data)}, empty); err != nil {
		t.Fatal(err)
	}
	return empty
}

// TestListsAreCutBeforeTheyAreDecoded: one element too many is left of them, and what
// has no such list is as it was.
func TestListsAreCutBeforeTheyAreDecoded(t *testing.T) {
	const listed = 3000
	for sent, want := range map[int]int{listed: listed, listed + 1: listed + 1, 100_000: listed + 1} {
		request := &toolparserv1.ParseToolCallsRequest{
			Family: "f", ModelOutput: strings.Repeat("x", uncountedBytes), Tools: emptyTools(sent),
			Options: &toolparserv1.ParseOptions{Formats: make([]string, listed)},
		}
		got := decoded(t, listed, request, new(toolparserv1.ParseToolCallsRequest))
		if len(got.GetTools()) != want || sent <= listed && !proto.Equal(got, request) {
			t.Errorf("%d tools are %d", sent, len(got.GetTools()))
		}
		item := decoded(t, listed, &toolparserv1.BatchParseToolCallsRequest{Id: "i", Request: request}, new(toolparserv1.BatchParseToolCallsRequest))
		if n := len(item.GetRequest().GetTools()); n != want || item.GetId() != "i" {
			t.Errorf("%d tools are %d in a batch", sent, n)
		}
		start := &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Start{
			Start: &toolparserv1.StreamStart{Family: "f", Tools: request.GetTools()},
		}}
		begun := decoded(t, listed, start, new(toolparserv1.StreamToolCallsRequest))
		if n := len(begun.GetStart().GetTools()); n != want || begun.GetStart().GetFamily() != "f" {
			t.Errorf("%d tools are %d in a stream", sent, n)
		}
		options := &toolparserv1.ParseOptions{Formats: make([]string, sent)}
		formats := decoded(t, listed, &toolparserv1.ParseToolCallsRequest{Family: "f", Options: options}, new(toolparserv1.ParseToolCallsRequest))
		if n := len(formats.GetOptions().GetFormats()); n != want {
			t.Errorf("%d formats are %d", sent, n)
		}
	}
}

// TestListsOfManyOutputsAreBounded: the outputs of a request may have many tools
// together, and not any number.
func TestListsOfManyOutputsAreBounded(t *testing.T) {
	for _, test := range []struct{ outputs, tools, want int }{
		{256, mostTools, 256},
		{257, mostTools, MaxInputs + 1},
	} {
		sent := new(toolparserv1.MultiplexToolCallsRequest)
		for n := range test.outputs {
			sent.Inputs = append(sent.Inputs, &toolparserv1.MultiplexInput{Output: uint64(n), Input: &toolparserv1.MultiplexInput_Start{
				Start: &toolparserv1.StreamStart{Tools: emptyTools(test.tools)},
			}})
		}
		got := decoded(t, mostTools, sent, new(MultiplexRequest))
		if n := len(got.GetInputs()); n != test.want {
			t.Errorf("%d outputs of %d tools: %d inputs", test.outputs, test.tools, n)
		}
	}
}

// BenchmarkEmptyTools is what a request of eight million of them takes.
func BenchmarkEmptyTools(b *testing.B) {
	data := []byte(strings.Repeat("\x22\x00", 8<<20))
	for name, most := range map[string]int{"counted": mostTools, "uncounted": len(data)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c := Codec{Buffers: mem.DefaultBufferPool(), Listed: most}
				if err := c.Unmarshal(mem.BufferSlice{mem.SliceBuffer(data)}, new(toolparserv1.ParseToolCallsRequest)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
