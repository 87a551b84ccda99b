// The command suites asks this project what other projects' tests ask: llama.cpp's tests of chat messages, and
// those of three libraries that repair JSON. It also reads random outputs that xgrammar's grammars allow. It reads the tests from their packages, which it downloads. The
// packages are pinned by version and sum: in requirements.txt, crates/Cargo.lock and ../go.mod. A package that
// can't be downloaded is skipped, with the reason.
//
// reasons.txt has the reason for each difference: a key such as test-chat.cpp:120, a tab, and the reason. A
// difference without one is an error.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	cache := flag.String("cache", "", "`folder` that keeps the packages; default: one in the user's cache")
	out := flag.String("o", "", "write the report into this `file`")
	open := flag.Bool("open", false, "print only the differences without a reason, in full")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "suites: want flags alone; see -h")
		os.Exit(2)
	}
	if err := run(*cache, *out, *open); err != nil {
		fmt.Fprintln(os.Stderr, "suites:", err)
		os.Exit(1)
	}
}

func run(cache, out string, open bool) error {
	if cache == "" {
		folder, err := os.UserCacheDir()
		if err != nil {
			return fmt.Errorf("find a folder for the packages: %w", err)
		}
		cache = filepath.Join(folder, "toolparser-suites")
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return fmt.Errorf("make a folder for the packages: %w", err)
	}
	p := &page{}
	var err error
	if p.reasons, err = readReasons("suites/reasons.txt"); err != nil {
		return err
	}
	if err := p.chat(cache); err != nil {
		return err
	}
	if err := p.libraries(cache); err != nil {
		return err
	}
	if err := p.walks(cache); err != nil {
		return err
	}
	for _, what := range p.skipped {
		fmt.Println("skipped:", what)
	}
	if open {
		for _, d := range p.open {
			fmt.Printf("%s: %s\n  input %q\n  want  %s\n  got   %s\n", d.key, d.what, d.input, d.want, d.got)
		}
	} else if out == "" {
		fmt.Print(p.String())
	} else if err := os.WriteFile(out, []byte(p.String()), 0o644); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	if len(p.open) > 0 {
		return fmt.Errorf("%d differences have no reason: -open prints them", len(p.open))
	}
	if len(p.stale) > 0 && len(p.skipped) == 0 {
		return errors.New("reasons without a difference: " + strings.Join(p.gone(), ", "))
	}
	return nil
}

// chat compares llama.cpp's tests.
func (p *page) chat(cache string) error {
	source, err := fetchChat(cache)
	if err != nil {
		p.skipped = append(p.skipped, fmt.Sprintf("llama.cpp: %v", err))
		return nil
	}
	outputs, unread, err := readOutputs(source)
	if err != nil {
		return err
	}
	scores, differences, err := compareOutputs("test-chat.cpp", outputs)
	if err != nil {
		return err
	}
	p.messages(scores, differences, unread)
	return nil
}

// libraries compares the tests of the libraries that repair JSON.
func (p *page) libraries(cache string) error {
	folder, err := fetchModule()
	if err != nil {
		p.skipped = append(p.skipped, fmt.Sprintf("kaptinlin/jsonrepair: %v", err))
	} else if err := p.library("kaptinlin/jsonrepair v0.2.15 (Go)", folder, goRepairs); err != nil {
		return err
	}
	folder, err = fetchCrates(cache)
	if err != nil {
		p.skipped = append(p.skipped, fmt.Sprintf("the crates: %v", err))
		return nil
	}
	if err := p.library("jsonrepair 0.1.0 (Rust)", filepath.Join(folder, "jsonrepair"), crateRepairs); err != nil {
		return err
	}
	return p.library("llm_json 1.0.3 (Rust)", filepath.Join(folder, "llm_json"), crateRepairs)
}

func (p *page) library(title, folder string, read func(string) ([]repair, int, error)) error {
	list, unread, err := read(folder)
	if err != nil {
		return fmt.Errorf("read the tests of %s: %w", title, err)
	}
	p.repairs(title, compareRepairs(list), unread)
	return nil
}
