package main

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
)

// columnsFrame is the text of a frame with these columns, and what all rows share. The offsets begin at 5, as those of a
// part of a larger column.
func columnsFrame(t *testing.T, shared string, columns map[string][]string) string {
	t.Helper()
	var header columnsHeader
	var buffers []byte
	for name, rows := range columns {
		header.Rows = len(rows)
		text := strings.Join(rows, "")
		header.Columns = append(header.Columns, struct {
			Name  string `json:"name"`
			Bytes int    `json:"bytes"`
		}{name, len(text)})
		at := uint64(5)
		buffers = binary.LittleEndian.AppendUint64(buffers, at)
		for _, row := range rows {
			at += uint64(len(row))
			buffers = binary.LittleEndian.AppendUint64(buffers, at)
		}
		buffers = append(buffers, text...)
		buffers = append(buffers, make([]byte, padded(len(text))-len(text))...)
	}
	header.Request = json.RawMessage(shared)
	head, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(head)))) + string(head) + string(buffers)
}

// readColumns reads an answer: the names, arguments and confidences of its calls, and for each row its number of calls, its
// status, its confidence and its reasons.
func readColumns(t *testing.T, answer string) (names, arguments []string, sure []float64, rows [][4]any) {
	t.Helper()
	length := int(binary.BigEndian.Uint32([]byte(answer)))
	var header struct {
		Rows, Calls, Reasons int
		Buffers              []int
	}
	if err := json.Unmarshal([]byte(answer[4:4+length]), &header); err != nil || (4+length)%8 != 0 {
		t.Fatalf("%v: %q", err, answer)
	}
	rest := []byte(answer[4+length:])
	next := func(i int) []byte {
		at := 0
		for _, n := range header.Buffers[:i] {
			at += padded(n)
		}
		return rest[at : at+header.Buffers[i]]
	}
	offset := func(buffer []byte, i int) int { return int(binary.LittleEndian.Uint32(buffer[4*i:])) }
	texts := func(i, n int) (list []string) {
		for row := range n {
			list = append(list, string(next(i + 1)[offset(next(i), row):offset(next(i), row+1)]))
		}
		return list
	}
	number := func(i, row int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(next(i)[8*row:])) }
	for call := range header.Calls {
		sure = append(sure, number(7, call))
	}
	statuses, reasons := texts(8, header.Rows), texts(12, header.Reasons)
	for row := range header.Rows {
		why := strings.Join(reasons[offset(next(11), row):offset(next(11), row+1)], " ")
		rows = append(rows, [4]any{offset(next(0), row+1) - offset(next(0), row), statuses[row], number(10, row), why})
	}
	return texts(3, header.Calls), texts(5, header.Calls), sure, rows
}

// TestColumns: each row of a frame of columns has what a request of its own would have.
func TestColumns(t *testing.T) {
	w := startWorker(t)
	defer w.end()
	conn := w.connect(t)
	asked := columnsFrame(t, `{"family": "hermes", "finish_reason": "FINISH_REASON_STOP"}`, map[string][]string{
		"output": {
			`Zürich <tool_call>{"name": "f", "arguments": {"a": 1}}</tool_call><tool_call>{"name": "g", "arguments": {"b": 2,}}</tool_call>`,
			"no call", `{"name": "h", "parameters": {}}`, `<tool_call>{"name": "f", "arguments": {"a"`, "", `<tool_call>{"name": "x", "arguments": {}}</tool_call>`, "y",
		},
		"family": {"", "", "llama3", "", "", "", "nobody"},
		"tools":  {"", "", "", "", "", `[{"name": "x"}]`, ""},
	})
	answers := askFrames(t, conn, "c"+asked, `p{"family": "hermes", "model_output": "go on"}`)
	if answers[0][0] != 'a' || !strings.Contains(answers[1], "go on") {
		t.Fatalf("answers %q", answers)
	}
	names, arguments, sure, rows := readColumns(t, answers[0][1:])
	if !slices.Equal(names, []string{"f", "g", "h", "x"}) || !slices.Equal(arguments, []string{`{"a": 1}`, `{"b": 2}`, `{}`, `{}`}) || !slices.Equal(sure, []float64{1, 0.8, 1, 1}) {
		t.Errorf("calls %q %q %v", names, arguments, sure)
	}
	for i, want := range [][4]any{
		{2, "calls", 0.8, ""}, {0, "none", 1.0, ""}, {1, "calls", 1.0, ""}, {0, "invalid", 1.0, "INCOMPLETE"}, {0, "none", 1.0, ""}, {1, "calls", 1.0, ""},
	} {
		if rows[i] != want {
			t.Errorf("row %d: %v, want %v", i, rows[i], want)
		}
	}
	if last := rows[6]; last[1] != "error" || !strings.Contains(last[3].(string), "nobody") {
		t.Errorf("the row of an unknown family: %v", last)
	}
}

// TestBrokenColumns: what isn't columns is an error of the request alone.
func TestBrokenColumns(t *testing.T) {
	w := startWorker(t)
	defer w.end()
	conn := w.connect(t)
	good := columnsFrame(t, `{"family": "hermes"}`, map[string][]string{"output": {"a", "b"}})
	wrong := strings.Replace(good, "\x06\x00\x00\x00\x00\x00\x00\x00", "\xff\xff\xff\x00\x00\x00\x00\x00", 1)
	answers := askFrames(t, conn, "c", "c\xff\xff\xff\xff{}", "c\x00\x00\x00\x02{}", "c"+good[:len(good)-8], "c"+columnsFrame(t, `{"nothing": 1}`, nil), "c"+wrong, "c"+good)
	for i, answer := range answers[:5] {
		if answer[0] != 'e' {
			t.Errorf("answer %d: %q", i, answer)
		}
	}
	if _, _, _, rows := readColumns(t, answers[5][1:]); rows[0][1] != "error" || rows[1][1] != "error" {
		t.Errorf("wrong offsets: %v", rows)
	}
	if _, _, _, rows := readColumns(t, answers[6][1:]); rows[0][1] != "none" || rows[1][1] != "none" {
		t.Errorf("after them: %v", rows)
	}
}
