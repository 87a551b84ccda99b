package argcheck

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A pattern is a compiled regular expression of a schema. Matching it takes, in
// the worst case, its size for every byte of the text.
type pattern struct {
	*regexp.Regexp
	size int
}

// patterns compile the regular expressions of one schema, within bounds. Those
// of Go match in linear time, but twenty bytes of text can ask for thousands of
// instructions, or for minutes of parsing.
type patterns struct {
	known map[string]*pattern
	// size is that of all programs so far.
	size int
	// classes is the weight of all character classes so far.
	classes int
	// broken is the bound that a pattern was over. No further ones are compiled then, of which each would
	// take as long.
	broken error
	// closed: the schema is compiled. What comes now is an argument with
	// "format": "regex", which isn't compiled, and so not checked.
	closed bool
}

// compile is a jsonschema.RegexpEngine.
func (p *patterns) compile(text string) (jsonschema.Regexp, error) {
	if p.closed {
		return nil, nil
	}
	if known := p.known[text]; known != nil {
		return known, nil
	}
	if p.broken != nil {
		return nil, p.broken
	}
	size, err := p.measure(text)
	if err != nil {
		return nil, err
	}
	compiled, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	if p.known == nil {
		p.known = map[string]*pattern{}
	}
	p.known[text] = &pattern{compiled, size}
	return p.known[text], nil
}

// measure tells the size of a pattern's program, or which bound it breaks.
func (p *patterns) measure(text string) (int, error) {
	if p.classes += classWeight(text); p.classes > maxClassWeight {
		return 0, p.over(errors.New("too many character classes"))
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return 0, err
	}
	size := programSize(tree)
	if size > maxPatternSize {
		return 0, p.over(fmt.Errorf("more than %d instructions", maxPatternSize))
	}
	if p.size+size > maxPatternsSize {
		return 0, p.over(errPatterns)
	}
	p.size += size
	return size, nil
}

func (p *patterns) over(bound error) error {
	p.broken = bound
	return bound
}

var errPatterns = fmt.Errorf("the schema's patterns have more than %d instructions", maxPatternsSize)

// classWeight is what parsing a pattern's character classes may take. A class
// of Unicode holds hundreds of ranges; a range that ignores case is walked code
// point by code point.
func classWeight(text string) int {
	named := strings.Count(text, `\p`) + strings.Count(text, `\P`)
	if !foldsCase(text) {
		return named
	}
	return foldWeight * (named + strings.Count(text, "-"))
}

// foldsCase reports whether a flag group such as (?i) or (?s-i:a) names i.
func foldsCase(text string) bool {
	for {
		_, flags, found := strings.Cut(text, "(?")
		if !found {
			return false
		}
		end := strings.IndexAny(flags, ":)")
		if end < 0 {
			end = len(flags)
		}
		if strings.Contains(flags[:end], "i") {
			return true
		}
		text = flags
	}
}

// programSize is how many instructions the tree is compiled to, or more; a class
// counts by its ranges. It stops to count over maxPatternSize.
func programSize(tree *syntax.Regexp) int {
	size := 0
	for _, sub := range tree.Sub {
		size += programSize(sub)
		if size > maxPatternSize {
			return size
		}
	}
	switch tree.Op {
	case syntax.OpConcat:
		return size
	case syntax.OpLiteral:
		return len(tree.Rune)
	case syntax.OpCharClass:
		return 1 + len(tree.Rune)/classRunes
	case syntax.OpAlternate:
		return size + len(tree.Sub)
	case syntax.OpRepeat:
		if tree.Max < 0 {
			return size*max(tree.Min, 1) + 1
		}
		return size*tree.Max + tree.Max - tree.Min
	case syntax.OpCapture:
		return size + 2 // where it begins, and where it ends
	default:
		return size + 1
	}
}

// classRunes is how many runes of a class take as much memory as an instruction.
const classRunes = 10
