package grammar

import (
	"fmt"
	"strings"
)

// A checker goes through a table, and notes what is wrong and which formats there are.
type checker struct {
	problems []error
	formats  []string
	shapes   []*Shape // that were gone through
}

// report notes a mistake.
func (c *checker) report(field, message string, args ...any) {
	c.problems = append(c.problems, &Problem{field, fmt.Sprintf(message, args...)})
}

// format checks the name of a body's format.
func (c *checker) format(field, name string) {
	if name == "" {
		c.report(field+".Format", "it is empty; name the format of these calls, as in \"acme/tags\"")
		return
	}
	c.formats = append(c.formats, name)
}

// opener checks a marker of running text.
func (c *checker) opener(field, text string) {
	if c.text(field, text) && !strings.Contains("<[]", text[:1]) {
		c.report(field, "%q begins with %q; a marker begins with '<' or '['", text, text[0])
	}
}

func (c *checker) openers(field string, texts []string) {
	for i, text := range texts {
		c.opener(index(field, i), text)
	}
}

// text checks that a marker is one that can be looked for.
func (c *checker) text(field, text string) bool {
	switch i := strings.Index(text, Anything); {
	case text == "":
		c.report(field, "it is empty; write the marker as the model does")
	case text[0] == ' ':
		c.report(field, "%q begins with white space; a marker begins with what isn't", text)
	case i >= 0 && i == len(text)-len(Anything):
		c.report(field, "%q ends with %s; write what ends the marker behind it", text, Anything)
	case strings.Contains(text, Word) && !strings.HasPrefix(text[strings.IndexByte(text, ':')+1:], Word):
		c.report(field, "%q has a %s that is no suffix: a suffix follows the first ':'", text, Word)
	case i > 0 && text[i-1] != ' ':
		c.report(field, "%q has no space before %s: attributes follow white space", text, Anything)
	default:
		return true
	}
	return false
}

func index(field string, i int) string { return fmt.Sprintf("%s[%d]", field, i) }
