// Command site makes a static site: the page of serve --page on WebAssembly, and the documentation. Any server of files
// can serve it, from any folder.
//
//	go run . FOLDER
package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/toolparser/toolparser/families"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

//go:embed static
var static embed.FS

// repository is where this command is run, from its own folder.
const repository = "../.."

// policy is that of the server's page, and lets the page run WebAssembly in a worker.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types worker"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run . FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(to string) error {
	if err := playground(to); err != nil {
		return err
	}
	if err := module(to); err != nil {
		return err
	}
	return documentation(to)
}

// A site collects files, and remembers the first error.
type site struct {
	folder string
	err    error
}

func (s *site) write(name string, text []byte) {
	path := filepath.Join(s.folder, filepath.FromSlash(name))
	if s.err == nil {
		s.err = os.MkdirAll(filepath.Dir(path), 0o755) //nolint:gosec // anyone may read a site
	}
	if s.err == nil {
		s.err = os.WriteFile(path, text, 0o644) //nolint:gosec // as above
	}
}

// read is a file of the repository.
func (s *site) read(name string) []byte {
	if s.err != nil {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(name)))
	s.err = err
	return text
}

// own is a file of this command.
func (s *site) own(name string) []byte {
	text, err := static.ReadFile("static/" + name)
	if s.err == nil {
		s.err = err
	}
	return text
}

// playground writes the page: its own parts, but for the one that calls the server.
func playground(to string) error {
	s := &site{folder: to}
	parts, err := filepath.Glob(filepath.Join(repository, "server/page/static/*"))
	if err != nil {
		return err
	}
	for _, part := range parts {
		if name := filepath.Base(part); name != "index.html" && name != "rpc.js" {
			s.write("page/"+name, s.read("server/page/static/"+name))
		}
	}
	for _, name := range []string{"rpc.js", "worker.js"} {
		s.write("page/"+name, s.own(name))
	}
	s.write("index.html", index(s.read("server/page/static/index.html")))
	s.write("page/families.json", listed(s))
	return s.err
}

// index is the page with addresses that work in any folder, and with its policy.
func index(page []byte) []byte {
	return []byte(strings.NewReplacer(
		`<meta charset="utf-8">`, `<meta charset="utf-8">`+"\n"+`<meta http-equiv="Content-Security-Policy" content="`+policy+`">`,
		`="/page/`, `="page/`,
		`="https://github.com/toolparser/toolparser#readme"`, `="docs/index.html"`,
	).Replace(string(page)))
}

// listed is what the server answers to ListFamilies.
func listed(s *site) []byte {
	response, err := server.NewService(families.Registry()).ListFamilies(context.Background(), &toolparserv1.ListFamiliesRequest{})
	if err != nil {
		s.err = err
		return nil
	}
	text, err := protojson.Marshal(response)
	if s.err == nil {
		s.err = err
	}
	return text
}

// module builds the WebAssembly module as the npm package has it.
func module(to string) error {
	c := exec.CommandContext(context.Background(), "node", "build.mjs")
	c.Dir = filepath.Join(repository, "packages/wasm")
	switch output, err := c.CombinedOutput(); {
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("there is no Node.js here, which builds the module: install Node.js 18 or newer from https://nodejs.org")
	case err != nil:
		return fmt.Errorf("node packages/wasm/build.mjs: %w: %s", err, bytes.TrimSpace(output))
	}
	s := &site{folder: to}
	s.write("page/toolparser.js", s.read("packages/wasm/index.js"))
	s.write("page/toolparser.wasm", s.read("packages/wasm/toolparser.wasm"))
	return s.err
}
