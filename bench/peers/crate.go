package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

const (
	toolParserName = "tool-parser"
	dynamoName     = "dynamo-parsers"
)

// A crate is a Rust library in a process of its own: the program in rust/ reads a
// request a line, and answers each with one.
type crate struct {
	name string
	// wholeOnly: it takes outputs in one chunk.
	wholeOnly bool
	requests  *json.Encoder
	replies   *json.Decoder
	// stop ends the process.
	stop func() error
}

// request is either an output to load, which is parsed once, or how often to parse one.
type request struct {
	Load *load `json:"load,omitempty"`
	Run  *run  `json:"run,omitempty"`
}

type run struct {
	Slot  int `json:"slot"`
	Times int `json:"times"`
}

type load struct {
	Slot      int             `json:"slot"`
	Parser    string          `json:"parser"`
	Whole     bool            `json:"whole"`
	Pieces    []string        `json:"pieces"`
	Tools     json.RawMessage `json:"tools"`
	LateAfter time.Duration   `json:"late_after"`
}

// haveCargo reports whether crates can be built here.
func haveCargo() bool {
	_, err := exec.LookPath("cargo")
	return err == nil
}

// crates builds the program and starts it once for each of the crates.
func crates() ([]*crate, error) {
	build := exec.Command("cargo", "build", "--release", "--locked", "--quiet")
	build.Dir, build.Stderr = "rust", os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("building rust/: %w", err)
	}
	list := []*crate{{name: toolParserName}, {name: dynamoName, wholeOnly: true}}
	for _, c := range list {
		if err := c.start(); err != nil {
			return nil, fmt.Errorf("starting %s: %w", c.name, err)
		}
	}
	return list, nil
}

func (c *crate) start() error {
	cmd := exec.Command(filepath.Join("rust", "target", "release", "peers"), c.name)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	c.requests, c.replies = json.NewEncoder(in), json.NewDecoder(out)
	c.stop = func() error { return closeAndWait(in, cmd) }
	return cmd.Start()
}

func closeAndWait(in io.Closer, cmd *exec.Cmd) error {
	if err := in.Close(); err != nil {
		return err
	}
	return cmd.Wait()
}

// Name implements Subject.
func (c *crate) Name() string { return c.name }

// Serves implements Subject.
func (c *crate) Serves(w *Way, cut int) bool {
	return w.Peers[c.name] != "" && (cut == whole || !c.wholeOnly)
}

// Load implements Subject.
func (c *crate) Load(slot int, o *Output) (a Answer, err error) {
	err = c.ask(request{Load: &load{
		Slot: slot, Parser: o.Way.Peers[c.name], Whole: o.Cut == whole, Pieces: o.Pieces, Tools: json.RawMessage(offered), LateAfter: lateAfter,
	}}, &a)
	return a, err
}

// Run implements Subject.
func (c *crate) Run(slot, n int) (Cost, error) {
	var took time.Duration
	err := c.ask(request{Run: &run{slot, n}}, &took)
	return Cost{Time: took / time.Duration(n)}, err
}

func (c *crate) ask(r request, reply any) error {
	if err := c.requests.Encode(r); err != nil {
		return err
	}
	return c.replies.Decode(reply)
}
