package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// A page is the report.
type page struct {
	// reasons are those of differences, by key; stale are the ones that no difference used.
	reasons map[string]string
	stale   map[string]bool
	// open are the differences without a reason, skipped the suites that aren't here.
	open    []difference
	skipped []string
	text    strings.Builder
}

// readReasons reads the lines of key, tab and reason.
func readReasons(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the reasons: %w", err)
	}
	reasons := map[string]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		keys, reason, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, fmt.Errorf("%s: %q: want keys, a tab and a reason", path, line)
		}
		for key := range strings.SplitSeq(keys, ", ") {
			reasons[key] = reason
		}
	}
	return reasons, nil
}

// reason is the reason of a difference.
func (p *page) reason(d difference) string {
	if p.stale == nil {
		p.stale = map[string]bool{}
		for key := range p.reasons {
			p.stale[key] = true
		}
	}
	delete(p.stale, d.key)
	reason, ok := p.reasons[d.key]
	if !ok {
		p.open = append(p.open, d)
	}
	return reason
}

// gone are the reasons that no difference used.
func (p *page) gone() []string { return slices.Sorted(maps.Keys(p.stale)) }

// String is the report as Markdown.
func (p *page) String() string {
	const head = `# Other projects' suites

Written by [bench/suites](suites): ` + "`make suites`" + `. This program runs the tests of other projects with this project's code, and
compares the results with those that the tests expect. Differences in white space and in the spelling of JSON don't count.

- **Messages**: each output is read by the family of its template, with the test's tools, and as streams in chunks of several sizes. ` + "`reasoning_open`" + ` is set where
  the prompt ends in a thought.
- **Repairs**: each text is repaired by [parsers/jsonrepair](../parsers/jsonrepair). If a test is about a text that ends too early, the option is ` + "`CutOff`" + `.
- **What differs, in the tables of repairs**: *accepted* means that the library returns an error, and this project a value. *Another value* means that both return
  a value, and the values differ. *Second reading* is added if this project also reports that the text can be read in two ways. If a row has two entries, each
  of its tests has one of them.

`
	return head + p.text.String()
}

func (p *page) row(cells ...string) { fmt.Fprintf(&p.text, "| %s |\n", strings.Join(cells, " | ")) }

func (p *page) title(cells ...string) {
	p.row(cells...)
	p.row(slices.Repeat([]string{"---"}, len(cells))...)
}

// messages reports the comparison with llama.cpp.
func (p *page) messages(scores []score, differences []difference, unread []int) {
	p.text.WriteString("## llama.cpp\n\nThe tests of `tests/test-chat.cpp`, in the source distribution of llama-cpp-python 0.3.36. " +
		"A result is the same if its calls, its content and its reasoning are the same. `x.cpp:12` is the test on line 12 of the file.\n\n")
	p.title("outputs", "number of tests", "tests with the same result")
	for _, s := range scores {
		p.row(s.group, fmt.Sprint(s.tests), fmt.Sprint(s.same))
	}
	if len(unread) > 0 {
		fmt.Fprintf(&p.text, "\nNot read, because their source is other code: %d tests (lines %s).\n", len(unread), strings.Trim(fmt.Sprint(unread), "[]"))
	}
	p.differences(differences)
}

// differences lists them, those of one reason together.
func (p *page) differences(list []difference) {
	if len(list) == 0 {
		return
	}
	byReason := map[string][]difference{}
	for _, d := range list {
		reason := p.reason(d)
		byReason[reason] = append(byReason[reason], d)
	}
	p.text.WriteString("\n")
	p.title("what differs here", "tests", "why")
	order := slices.SortedFunc(maps.Keys(byReason), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(byReason[b]), len(byReason[a])), cmp.Compare(a, b))
	})
	for _, reason := range order {
		var whats, keys []string
		for _, d := range byReason[reason] {
			if !slices.Contains(whats, d.what) {
				whats = append(whats, d.what)
			}
			keys = append(keys, d.key)
		}
		p.row(strings.Join(whats, "; "), strings.Join(keys, ", "), reason)
	}
}

// repairs reports the comparison with a library.
func (p *page) repairs(title string, r repaired, unread int) {
	fmt.Fprintf(&p.text, "\n## %s\n\n", title)
	p.title("texts", "same value in both", "same value, with a second reading here", "refused only by this project", "refused by both", "different values")
	p.row(fmt.Sprint(r.tests), fmt.Sprint(r.same), fmt.Sprint(r.doubted), fmt.Sprint(r.refused), fmt.Sprint(r.both), fmt.Sprint(r.other))
	if unread > 0 {
		fmt.Fprintf(&p.text, "\n%d checks of the tests aren't compared: code makes their texts, or they look at only a part of the value.\n", unread)
	}
	p.differences(r.differences)
	if len(r.refusals) == 0 {
		return
	}
	p.text.WriteString("\n")
	p.title("error of this project", "number of texts", "examples", "why this project refuses the text")
	order := slices.SortedFunc(maps.Values(r.refusals), func(a, b *refusal) int {
		return cmp.Or(cmp.Compare(b.tests, a.tests), cmp.Compare(a.message, b.message))
	})
	for _, g := range order {
		var examples []string
		for _, e := range g.examples {
			if !strings.ContainsAny(e.input, "`|\n") && len(e.input) < 60 {
				examples = append(examples, "`"+e.input+"`")
			}
		}
		first := g.examples[0]
		reason := p.reason(difference{"refused: " + g.message, "refused", first.input, first.want, g.message})
		p.row(g.message, fmt.Sprint(g.tests), strings.Join(examples, ", "), reason)
	}
}
