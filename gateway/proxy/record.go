package proxy

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gopkg.in/natefinch/lumberjack.v2"
)

const (
	// DefaultLogOutputsBytes is the default of Config.LogOutputsBytes: 256 MiB.
	DefaultLogOutputsBytes = 256 << 20
	// minLogOutputsBytes is the least Config.LogOutputsBytes: one record may take much of a file.
	minLogOutputsBytes = 64 << 20
	// recordFiles is how many files there are, the current one included.
	recordFiles = 4
	// maxRecordedBytes is how much is kept of a body, as it came and as it went.
	maxRecordedBytes = 1 << 20
)

// A recorder writes what came from upstreams and what went to clients into a file: bodies, and never
// headers. Old files are removed.
type recorder struct {
	file *lumberjack.Logger
}

// A record is one response.
type record struct {
	Time     time.Time `json:"time"`
	Route    string    `json:"route"`
	Upstream string    `json:"upstream"`
	Model    string    `json:"model"`
	Method   string    `json:"method"`
	Status   int       `json:"status"`
	Came     string    `json:"came"` // from the upstream, decompressed
	Went     string    `json:"went"` // to the client; empty if it got another response
	Cut      bool      `json:"cut,omitempty"`
}

// newRecorder writes to a file in a folder, which it makes. The files take as many bytes at most.
func newRecorder(folder string, bytes int) (*recorder, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("log outputs: %w", err)
	}
	path := filepath.Join(folder, "outputs.jsonl")
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("log outputs: %w", err)
	}
	_ = file.Close() // nothing was written
	return &recorder{&lumberjack.Logger{Filename: path, MaxSize: bytes / recordFiles >> 20, MaxBackups: recordFiles - 1}}, nil
}

// write writes a record.
func (r *recorder) write(entry *record) error {
	line, err := json.Marshal(entry)
	if err == nil {
		_, err = r.file.Write(append(line, '\n'))
	}
	return err
}

func (r *recorder) close() {
	if r != nil {
		_ = r.file.Close() // what was written is
	}
}

// A tape keeps the start of a body.
type tape struct {
	text []byte
	cut  bool
}

func (t *tape) add(text string) {
	room := maxRecordedBytes - len(t.text)
	if len(text) > room {
		text, t.cut = text[:room], true
	}
	t.text = append(t.text, text...)
}
