package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"math"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/toolparser/toolparser/client"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/protoerror"
	"github.com/toolparser/toolparser/server"
)

// Columns are many outputs at once, as data engines have them. Such a frame has a header in JSON, after its length in four
// bytes, and then buffers, each up to a multiple of eight bytes. Their order and their numbers are Arrow's: little endian,
// a column of texts is offsets and bytes.

// A columnsHeader begins the frame of a request.
type columnsHeader struct {
	Rows int `json:"rows"`
	// Columns are those that the frame has, with the bytes of their texts.
	Columns []struct {
		Name  string `json:"name"`
		Bytes int    `json:"bytes"`
	} `json:"columns"`
	// Request has what all outputs share.
	Request json.RawMessage `json:"request"`
}

// The columns of a request.
const (
	columnOutput = "output"
	columnFamily = "family"
	columnModel  = "model"
	columnTools  = "tools"
)

// What is said of an output.
const (
	outputCalls   = "calls"   // it has accepted calls, and no invalid ones
	outputInvalid = "invalid" // it has invalid calls
	outputNone    = "none"    // it has neither
	outputError   = "error"   // it wasn't parsed
)

// textColumn is a column of texts in a request: Arrow's large_string.
type textColumn struct {
	offsets, text []byte
}

// at is the text of a row. The offsets may begin anywhere, but not lead out of the text.
func (c textColumn) at(row int) (string, bool) {
	first := binary.LittleEndian.Uint64(c.offsets)
	start, end := binary.LittleEndian.Uint64(c.offsets[8*row:])-first, binary.LittleEndian.Uint64(c.offsets[8*row+8:])-first
	if start > end || end > uint64(len(c.text)) {
		return "", false
	}
	return string(c.text[start:end]), true
}

// columnsOf reads a request.
func columnsOf(text []byte) (rows int, columns map[string]textColumn, shared *toolparserv1.ParseToolCallsRequest, err error) {
	var header columnsHeader
	broken := status.Error(codes.InvalidArgument, "no columns are in this frame: this worker and its caller are of different versions")
	if len(text) < 4 || uint64(binary.BigEndian.Uint32(text)) > uint64(len(text)-4) {
		return 0, nil, nil, broken
	}
	length := int(binary.BigEndian.Uint32(text))
	if err := json.Unmarshal(text[4:4+length], &header); err != nil || header.Rows < 0 || header.Rows > len(text) {
		return 0, nil, nil, broken
	}
	shared = new(toolparserv1.ParseToolCallsRequest)
	if err := protojson.Unmarshal(header.Request, shared); err != nil {
		return 0, nil, nil, status.Errorf(codes.InvalidArgument, "not a ParseToolCallsRequest in JSON: %s", protoerror.Of(header.Request, err))
	}
	rest := text[4+length:]
	take := func(n int) []byte {
		if n < 0 || padded(n) > len(rest) {
			err = broken
			return make([]byte, 0)
		}
		part := rest[:n]
		rest = rest[padded(n):]
		return part
	}
	columns = map[string]textColumn{}
	for _, c := range header.Columns {
		columns[c.Name] = textColumn{offsets: take(8 * (header.Rows + 1)), text: take(c.Bytes)}
	}
	return header.Rows, columns, shared, err
}

// padded is the room of a buffer with n bytes.
func padded(n int) int { return (n + 7) &^ 7 }

// parseColumns answers a frame of columns.
func parseColumns(ctx context.Context, service *server.Service, text []byte) ([]byte, error) {
	rows, columns, shared, err := columnsOf(text)
	if err != nil {
		return nil, err
	}
	results, tools := newColumnResults(rows), toolsColumn{}
	for row := range rows {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		request, err := rowOf(row, columns, shared, &tools)
		if err != nil {
			results.fail(err)
			continue
		}
		response, err := service.ParseToolCalls(ctx, request)
		if err != nil {
			results.fail(err)
			continue
		}
		results.add(response)
	}
	return results.frame(), nil
}

// rowOf is the request of a row.
func rowOf(row int, columns map[string]textColumn, shared *toolparserv1.ParseToolCallsRequest, tools *toolsColumn) (*toolparserv1.ParseToolCallsRequest, error) {
	request := proto.CloneOf(shared)
	for name, column := range columns {
		text, ok := column.at(row)
		switch {
		case !ok:
			return nil, status.Errorf(codes.InvalidArgument, "the offsets of the column %q are wrong", name)
		case name == columnOutput:
			request.ModelOutput = text
		case text == "": // the row has what all outputs share
		case name == columnFamily:
			request.Family, request.Model = text, ""
		case name == columnModel:
			request.Model = text
		case name == columnTools:
			list, err := tools.read(text)
			if err != nil {
				return nil, err
			}
			request.Tools = list
		}
	}
	return request, nil
}

// toolsColumn keeps the tools of the last row: those of the next row are often the same.
type toolsColumn struct {
	text  string
	tools []*toolparserv1.Tool
	err   error
}

func (t *toolsColumn) read(text string) ([]*toolparserv1.Tool, error) {
	if text != t.text {
		t.text = text
		t.tools, t.err = client.ToolsFromJSON([]byte(text))
	}
	return t.tools, t.err
}

// columnResults are the columns of an answer.
type columnResults struct {
	rows                       int
	callOffsets, reasonOffsets []byte
	ids, names, arguments      texts
	callConfidence, confidence []byte
	statuses, reasons          texts
}

// texts are a column of texts in an answer: Arrow's string.
type texts struct {
	offsets, text []byte
	rows          int
}

func (t *texts) add(text string) {
	t.text = append(t.text, text...)
	t.offsets = binary.LittleEndian.AppendUint32(t.offsets, uint32(len(t.text))) //nolint:gosec // an answer is bounded by its frame
	t.rows++
}

func newColumnResults(rows int) *columnResults {
	r := &columnResults{rows: rows, callOffsets: make([]byte, 4, 4*(rows+1)), reasonOffsets: make([]byte, 4, 4*(rows+1))}
	for _, t := range []*texts{&r.ids, &r.names, &r.arguments, &r.statuses, &r.reasons} {
		t.offsets = make([]byte, 4, 4*(rows+1))
	}
	return r
}

// end ends a row.
func (r *columnResults) end(status string, confidence float64) {
	r.statuses.add(status)
	r.confidence = binary.LittleEndian.AppendUint64(r.confidence, math.Float64bits(confidence))
	r.callOffsets = binary.LittleEndian.AppendUint32(r.callOffsets, uint32(r.names.rows))       //nolint:gosec // fewer than bytes
	r.reasonOffsets = binary.LittleEndian.AppendUint32(r.reasonOffsets, uint32(r.reasons.rows)) //nolint:gosec // fewer than bytes
}

// fail adds a row that can't be parsed.
func (r *columnResults) fail(err error) {
	r.reasons.add(status.Convert(err).Message())
	r.end(outputError, 0)
}

// add adds the row of a response.
func (r *columnResults) add(response *toolparserv1.ParseToolCallsResponse) {
	calls, invalid := response.GetResult().GetToolCalls(), response.GetInvalidToolCalls()
	for i, call := range calls {
		r.ids.add(call.GetId())
		r.names.add(call.GetFunction().GetName())
		r.arguments.add(call.GetFunction().GetArguments())
		r.callConfidence = binary.LittleEndian.AppendUint64(r.callConfidence, math.Float64bits(response.GetDiagnostics().GetToolCalls()[i].GetConfidence()))
	}
	for _, call := range invalid {
		r.reasons.add(call.GetReason().String()[len("INVALID_REASON_"):])
	}
	status := outputNone
	switch {
	case len(invalid) > 0:
		status = outputInvalid
	case len(calls) > 0:
		status = outputCalls
	}
	r.end(status, response.GetDiagnostics().GetConfidence())
}

// frame is the text of the answer. Its header has the lengths of the buffers.
func (r *columnResults) frame() []byte {
	buffers := [][]byte{
		r.callOffsets, r.ids.offsets, r.ids.text, r.names.offsets, r.names.text, r.arguments.offsets, r.arguments.text, r.callConfidence,
		r.statuses.offsets, r.statuses.text, r.confidence, r.reasonOffsets, r.reasons.offsets, r.reasons.text,
	}
	header := struct {
		Rows    int   `json:"rows"`
		Calls   int   `json:"calls"`
		Reasons int   `json:"reasons"`
		Buffers []int `json:"buffers"`
	}{Rows: r.rows, Calls: r.names.rows, Reasons: r.reasons.rows}
	size := 0
	for _, b := range buffers {
		header.Buffers = append(header.Buffers, len(b))
		size += padded(len(b))
	}
	head, err := json.Marshal(header)
	if err != nil {
		panic(err) // numbers have JSON
	}
	for len(head)%8 != 4 { // so that the buffers begin at a multiple of eight bytes
		head = append(head, ' ')
	}
	text := make([]byte, 4, 4+len(head)+size)
	binary.BigEndian.PutUint32(text, uint32(len(head))) //nolint:gosec // a few hundred
	text = append(text, head...)
	for _, b := range buffers {
		text = append(text, b...)
		text = text[:len(text)+padded(len(b))-len(b)]
	}
	return text
}
