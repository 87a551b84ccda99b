package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// answers are the lines that a batch writes, after those of an earlier run.
type answers struct {
	file   io.Writer
	out    *bufio.Writer
	before int // lines of an earlier run
	// Of an earlier run only:
	path  string
	lines *bufio.Reader
	begin func() error // makes the file ready for more lines; nil when it is
}

func newAnswers(w io.Writer) *answers { return &answers{file: w, out: bufio.NewWriter(w)} }

// resumeAnswers opens a file to write after its last complete line. Nothing is changed before
// that is known to be right.
func resumeAnswers(path string) (*answers, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err == nil && !info.Mode().IsRegular() {
		return nil, usageError{fmt.Errorf("--output %s is no regular file: a run can't continue after what it has", path)}
	}
	lines, whole, err := wholeLines(file)
	if err != nil {
		return nil, err
	}
	a := newAnswers(file)
	a.path, a.before = path, lines
	a.lines = bufio.NewReader(io.NewSectionReader(file, 0, whole))
	a.begin = func() error {
		if err := file.Truncate(whole); err != nil { // a line that was cut off is written again
			return err
		}
		_, err := file.Seek(whole, io.SeekStart)
		return err
	}
	return a, nil
}

// wholeLines counts the lines that have an end, and their bytes.
func wholeLines(r io.Reader) (lines int, whole int64, err error) {
	buffer := make([]byte, 64<<10)
	for read := int64(0); ; {
		n, err := r.Read(buffer)
		lines += bytes.Count(buffer[:n], []byte("\n"))
		if end := bytes.LastIndexByte(buffer[:n], '\n'); end >= 0 {
			whole = read + int64(end) + 1
		}
		read += int64(n)
		if errors.Is(err, io.EOF) {
			return lines, whole, nil
		}
		if err != nil {
			return 0, 0, err
		}
	}
}

// maxAnswerBytes bounds an answer in JSON, which has ten times the bytes of its request at most, and 64 KiB.
const maxAnswerBytes = 10*server.DefaultMaxRequestBytes + 64<<10

// next is the next answer of the earlier run, which must be the item's.
func (a *answers) next(item *toolparserv1.BatchParseToolCallsRequest) (*toolparserv1.BatchParseToolCallsResponse, error) {
	line, err := wholeLine(a.lines, maxAnswerBytes)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", a.path, err)
	}
	answer := new(toolparserv1.BatchParseToolCallsResponse)
	if protojson.Unmarshal(line, answer) != nil {
		return nil, usageError{fmt.Errorf("--output %s has a line that is no answer of a batch: want another file", a.path)}
	}
	if answer.GetId() != item.GetId() {
		return nil, a.ofOthers(fmt.Sprintf("an answer to %q where the input has %q", answer.GetId(), item.GetId()))
	}
	return answer, nil
}

// compare reports whether a line is answered as in the earlier run.
func (a *answers) compare(before, now *toolparserv1.BatchParseToolCallsResponse, line logLine) error {
	if !proto.Equal(withoutMadeIDs(before), withoutMadeIDs(now)) {
		return a.ofOthers(fmt.Sprintf("another answer to line %d than the line gets now", line.number))
	}
	return nil
}

// enough is io.EOF, if the earlier run had no more answers than there are items.
func (a *answers) enough(items int) error {
	if a.before > items {
		return a.ofOthers(fmt.Sprintf("more answers (%d) than there are items (%d)", a.before, items))
	}
	return io.EOF
}

func (a *answers) ofOthers(why string) error {
	return usageError{fmt.Errorf("--output %s has %s: it was made of another input, or with other flags; want another file, or no --resume", a.path, why)}
}

// withoutMadeIDs is an answer without the ids that differ from run to run.
func withoutMadeIDs(answer *toolparserv1.BatchParseToolCallsResponse) *toolparserv1.BatchParseToolCallsResponse {
	answer = proto.CloneOf(answer)
	calls := answer.GetResponse().GetResult().GetToolCalls()
	for i, call := range answer.GetResponse().GetDiagnostics().GetToolCalls() {
		if call.GetIdSynthesized() && i < len(calls) {
			calls[i].Id = ""
		}
	}
	return answer
}

// write writes an answer.
func (a *answers) write(answer *toolparserv1.BatchParseToolCallsResponse) error {
	if err := a.ready(); err != nil {
		return err
	}
	raw, err := jsonMapping.Marshal(answer)
	if err != nil {
		return err
	}
	return writeLine(a.out, raw)
}

func (a *answers) ready() error {
	if a.begin == nil {
		return nil
	}
	defer func() { a.begin = nil }()
	return a.begin()
}

// close ends what is written. right: nothing is wrong with what an earlier run wrote.
func (a *answers) close(right bool) error {
	var err error
	if right {
		err = a.ready()
	}
	err = errors.Join(err, a.out.Flush())
	if file, ok := a.file.(*os.File); ok && file != os.Stdout {
		err = errors.Join(err, file.Close())
	}
	return err
}
