package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A startedWorker is a worker that a test started.
type startedWorker struct {
	workerReady
	end func() (exit int)
}

func startWorker(t *testing.T, args ...string) *startedWorker {
	t.Helper()
	in, endInput := io.Pipe()
	out, says := io.Pipe()
	exit := make(chan int, 1)
	go func() {
		exit <- run(context.Background(), append([]string{"worker"}, args...), stdio{in: in, out: says, err: t.Output()})
	}()
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	w := &startedWorker{end: func() int {
		_ = endInput.Close()
		select {
		case code := <-exit:
			return code
		case <-time.After(10 * time.Second):
			t.Fatal("the worker didn't end with its input")
			return 0
		}
	}}
	if err := json.Unmarshal(line, &w.workerReady); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *startedWorker) connect(t *testing.T) net.Conn {
	t.Helper()
	conn, err := net.Dial(w.Network, w.Address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	return conn
}

// askFrames sends requests, each a kind and its text, at once, and returns the answers in the same form.
func askFrames(t *testing.T, conn net.Conn, requests ...string) (answers []string) {
	t.Helper()
	var sent []byte
	for _, r := range requests {
		sent = binary.BigEndian.AppendUint32(append(sent, r[0]), uint32(len(r)-1))
		sent = append(sent, r[1:]...)
	}
	if _, err := conn.Write(sent); err != nil {
		t.Fatal(err)
	}
	for _, r := range requests {
		header := make([]byte, frameHeader)
		if _, err := io.ReadFull(conn, header); err != nil {
			t.Fatalf("after %q: %v", answers, err)
		}
		text := make([]byte, binary.BigEndian.Uint32(header[1:]))
		if _, err := io.ReadFull(conn, text); err != nil {
			t.Fatal(err)
		}
		if header[0] == frameAnswer && r[0] == frameColumns {
			answers = append(answers, string(header[0])+string(text))
			continue
		}
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			t.Fatal(err)
		}
		plain, _ := json.Marshal(value)
		answers = append(answers, string(header[0])+string(plain))
	}
	return answers
}

const workerOutput = `{\"name\": \"f\", \"parameters\": {}}`

func TestWorkerAnswersInOrder(t *testing.T) {
	w := startWorker(t)
	answers := askFrames(t, w.connect(t),
		`p{"family": "llama3", "model_output": "Hi. `+workerOutput+`"}`,
		`p{"family": "nobody", "model_output": "Hi."}`,
		`s{"start": {"family": "llama3"}}`,
		`s{"delta": "Hi. `+workerOutput[:11]+`"}`,
		`s{"delta": "`+workerOutput[11:]+`"}`,
		`s{"finish": {}}`,
		`p{"famly": "llama3"}`,
		`s{"delta": "before a start"}`,
		`f{}`,
		`z{}`,
	)
	for i, want := range []string{
		`a{"diagnostics":`, `e{"code":5,`, `a{}`, `a{`, `a{`, `a{`, `e{"code":3,`, `e{"code":3,`, `a{"families":`, `e{"code":3,`,
	} {
		if !strings.HasPrefix(answers[i], want) {
			t.Errorf("answer %d is %.120s, want %s…", i, answers[i], want)
		}
	}
	if want := `"name":"f"`; !strings.Contains(answers[0], want) || !strings.Contains(answers[5], want) {
		t.Errorf("%s is not in %s, or not in %s", want, answers[0], answers[5])
	}
	if code := w.end(); code != exitOK {
		t.Errorf("it ended with code %d", code)
	}
	if _, err := os.Stat(filepath.Dir(w.Address)); !os.IsNotExist(err) {
		t.Errorf("its folder is left: %v", err)
	}
}

// TestWorkerRefusesWhatInterruptsAStream: a connection has one stream at a time.
func TestWorkerRefusesWhatInterruptsAStream(t *testing.T) {
	w := startWorker(t)
	defer w.end()
	answers := askFrames(t, w.connect(t), `s{"start": {"family": "llama3"}}`, `p{"family": "llama3"}`, `p{"family": "llama3", "model_output": "Hi."}`)
	if !strings.Contains(answers[1], "a stream is open") || !strings.HasPrefix(answers[2], `a{`) {
		t.Errorf("%q", answers)
	}
}

func TestWorkerAnswersARequestThatIsTooLong(t *testing.T) {
	w := startWorker(t)
	defer w.end()
	long := `p{"family": "llama3", "model_output": "` + strings.Repeat("a", maxFrameBytes) + `"}`
	answers := askFrames(t, w.connect(t), long, `p{"family": "llama3", "model_output": "Hi."}`)
	if !strings.HasPrefix(answers[0], `e{"code":8,`) || !strings.HasPrefix(answers[1], `a{`) {
		t.Errorf("%.100q", answers)
	}
}

// TestWorkerWantsItsToken: other users of a machine can reach a port.
func TestWorkerWantsItsToken(t *testing.T) {
	w := startWorker(t, "--tcp")
	defer w.end()
	for _, first := range []string{"", "x", w.Token[1:]} {
		conn := w.connect(t)
		_, _ = fmt.Fprintf(conn, "t\x00\x00\x00%c%s", len(first), first)
		if n, err := conn.Read(make([]byte, 1)); err == nil {
			t.Errorf("with the token %q it says %d bytes", first, n)
		}
	}
	conn := w.connect(t)
	_, _ = fmt.Fprintf(conn, "t\x00\x00\x00%c%s", len(w.Token), w.Token)
	if answers := askFrames(t, conn, `p{"family": "llama3", "model_output": "Hi."}`); !strings.HasPrefix(answers[0], "a{") {
		t.Errorf("%q", answers)
	}
}

// TestWorkerEndsWithOpenConnections: a caller that ended doesn't close what it has.
func TestWorkerEndsWithOpenConnections(t *testing.T) {
	w := startWorker(t)
	askFrames(t, w.connect(t), `s{"start": {"family": "llama3"}}`)
	w.connect(t)
	if code := w.end(); code != exitOK {
		t.Errorf("it ended with code %d", code)
	}
}
