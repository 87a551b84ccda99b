package lint

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// fewFiles is how many files a reader looks through without a reading order.
const fewFiles = 4

// listed are the folders whose packages list their files.
var listed = []string{"parsers", "families", "chatapi", "conformance"}

// unordered lists the packages whose files call each other in circles, and why. A package may only be deleted here.
var unordered = map[string]string{}

// TestCallsRunOneWay: in each package, functions call only functions in the same or in later files, in the
// order in which the package's comment lists them. A package outside of the folders in listed may leave out the list. Then
// some order must exist.
func TestCallsRunOneWay(t *testing.T) {
	for _, p := range allPacks(t) {
		t.Run(p.folder, func(t *testing.T) {
			problems := p.problems()
			if unordered[p.folder] != "" {
				if len(problems) == 0 {
					t.Errorf("calls run one way in %s now: delete it from unordered", p.folder)
				}
				return
			}
			for _, problem := range problems {
				t.Error(problem)
			}
		})
	}
	for folder := range unordered {
		if !slices.ContainsFunc(allPacks(t), func(p *pack) bool { return p.folder == folder }) {
			t.Errorf("there is no package %s: delete it from unordered", folder)
		}
	}
}

// problems lists the calls that run back, and what is wrong with the reading order.
func (p *pack) problems() []string {
	calls, order := p.calls(), p.readingOrder()
	var problems []string
	if len(order) == 0 {
		if len(p.names) > fewFiles && slices.Contains(listed, top(p.folder)) {
			problems = append(problems, fmt.Sprintf("%d files without a reading order: list them in the package's comment, each "+
				"before the files that it calls (parsers/internal/recovery shows how)", len(p.names)))
		}
		for _, c := range calls {
			if c.comesBack(calls) {
				problems = append(problems, fmt.Sprintf("%s calls %s in %s, and calls lead back from there: move what both "+
					"files need into a third file", c.at, c.name, c.to))
			}
		}
		return problems
	}
	place := map[string]int{}
	for i, name := range order {
		place[name] = i
		if !slices.Contains(p.names, name) {
			problems = append(problems, "the package's comment lists "+name+", which doesn't exist: delete it there")
		}
	}
	for _, name := range p.names {
		if !slices.Contains(order, name) {
			problems = append(problems, "the package's comment doesn't list "+name+": add it, before the files that it calls")
		}
	}
	for _, c := range calls {
		if place[c.from] > place[c.to] {
			problems = append(problems, fmt.Sprintf("%s calls %s in %s, an earlier file: move the function to the file that "+
				"calls it or to a later one, or change the order in the package's comment", c.at, c.name, c.to))
		}
	}
	return problems
}

// A call is a function of the package that a file of it names.
type call struct {
	at             token.Position
	name, from, to string
}

// calls lists what the files call in each other. Whom a method of an interface calls is open.
func (p *pack) calls() []call {
	var found []call
	for id, used := range p.uses {
		f, ok := used.(*types.Func)
		if !ok || f.Pkg() != p.own {
			continue
		}
		if recv := f.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			continue
		}
		at := p.at.Position(id.Pos())
		from, to := filepath.Base(at.Filename), filepath.Base(p.at.Position(f.Pos()).Filename)
		if from != to {
			found = append(found, call{at, f.Name(), from, to})
		}
	}
	slices.SortFunc(found, func(a, b call) int {
		if c := strings.Compare(a.at.Filename, b.at.Filename); c != 0 {
			return c
		}
		return a.at.Offset - b.at.Offset
	})
	return found
}

var (
	listItem = regexp.MustCompile(`(?m)^  - (\w+\.go\b[^:]*):`)
	fileName = regexp.MustCompile(`\w+\.go\b`)
)

// readingOrder is the files as the package's comment lists them.
func (p *pack) readingOrder() []string {
	var order []string
	for _, f := range p.files {
		for _, item := range listItem.FindAllStringSubmatch(f.Doc.Text(), -1) {
			order = append(order, fileName.FindAllString(item[1], -1)...)
		}
	}
	return order
}

// comesBack reports whether calls lead from the file that is called to the one that calls.
func (c call) comesBack(calls []call) bool {
	reached := []string{c.to}
	for i := 0; i < len(reached); i++ {
		for _, next := range calls {
			if next.from == reached[i] && !slices.Contains(reached, next.to) {
				reached = append(reached, next.to)
			}
		}
	}
	return slices.Contains(reached, c.from)
}
