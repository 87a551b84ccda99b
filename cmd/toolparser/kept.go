package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
)

// noteMember is the member of a kept line that says why the line was kept. A run that reads the line
// ignores it.
const noteMember = "toolparser"

// A lineNote says why a line was kept.
type lineNote struct {
	Line    int      `json:"line"`
	Reasons []string `json:"reasons"`
	// Text is the line itself, if it is no JSON object.
	Text string `json:"text,omitempty"`
}

// A keptLines is a file of lines to look at, each with the reasons. Without a file, nothing is kept.
type keptLines struct {
	file *os.File
	out  *bufio.Writer
}

// createKept creates the file; the path is empty if no lines are kept.
func createKept(path string) (*keptLines, error) {
	if path == "" {
		return &keptLines{}, nil
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &keptLines{file: file, out: bufio.NewWriter(file)}, nil
}

// keep writes a line with the reasons.
func (k *keptLines) keep(line logLine, reasons ...string) error {
	if k.file == nil {
		return nil
	}
	text, err := withNote(bytes.TrimSpace(line.text), lineNote{Line: line.number, Reasons: reasons})
	if err != nil {
		return err
	}
	_, err = k.out.Write(append(text, '\n'))
	return err
}

func (k *keptLines) close() error {
	if k.file == nil {
		return nil
	}
	return errors.Join(k.out.Flush(), k.file.Close())
}

// withNote is a line with its note as the last member; the line is a member of the note if it is no object.
func withNote(line []byte, note lineNote) ([]byte, error) {
	object := bytes.HasPrefix(line, []byte("{")) && json.Valid(line)
	if object {
		line = bytes.TrimSpace(withoutMember(line, noteMember))
		line = bytes.TrimSpace(line[:len(line)-1]) // without its closing brace
	} else {
		note.Text, line = string(line), []byte("{")
	}
	var raw bytes.Buffer
	encoder := json.NewEncoder(&raw)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(note); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Write(line)
	if !bytes.HasSuffix(line, []byte("{")) {
		b.WriteString(", ")
	}
	b.WriteString(`"` + noteMember + `": `)
	b.Write(bytes.TrimSpace(raw.Bytes()))
	b.WriteByte('}')
	return b.Bytes(), nil
}

// withoutMember is a JSON object without the members of this name; the rest of it keeps its bytes.
func withoutMember(object []byte, name string) []byte {
	if !bytes.Contains(object, []byte(name)) {
		return object
	}
	in := json.NewDecoder(bytes.NewReader(object))
	if _, err := in.Token(); err != nil { // the brace
		return object
	}
	for in.More() {
		start := in.InputOffset() // a comma is after it, except before the first member
		key, err := in.Token()
		var value json.RawMessage
		if err != nil || in.Decode(&value) != nil {
			return object
		}
		if key != name {
			continue
		}
		head, rest := object[:start:start], object[in.InputOffset():]
		if bytes.HasSuffix(head, []byte("{")) {
			rest = bytes.TrimPrefix(bytes.TrimSpace(rest), []byte(","))
		}
		return withoutMember(append(head, rest...), name)
	}
	return object
}
