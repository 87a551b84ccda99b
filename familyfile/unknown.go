package familyfile

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// checkNames finds the fields and the values that a file has and a declaration can't have,
// and says what to write instead. What it doesn't see the library tells.
func (f *File) checkNames(json bool) error {
	c := &nameChecker{file: f, json: json}
	c.message(f.root, (*familyv1.FamilyDeclaration)(nil).ProtoReflect().Descriptor(), "")
	return errors.Join(c.problems...)
}

type nameChecker struct {
	file     *File
	json     bool
	problems []error
}

func (c *nameChecker) report(at position, field, message string, args ...any) {
	c.problems = append(c.problems, &Problem{c.file.Path, at.line, at.column, field, fmt.Sprintf(message, args...)})
}

func (c *nameChecker) message(n *node, d protoreflect.MessageDescriptor, way string) {
	counts := map[protoreflect.FieldDescriptor]int{}
	for _, m := range n.members {
		fd := d.Fields().ByTextName(m.name)
		if fd == nil && c.json {
			fd = d.Fields().ByJSONName(m.name)
		}
		if fd == nil {
			c.report(m.position, strings.TrimPrefix(way, "."), "%s", unknownField(d, m.name))
			continue
		}
		if !fd.IsList() && counts[fd]+len(m.values) > 1 {
			c.report(m.position, strings.TrimPrefix(way+"."+string(fd.Name()), "."), "it can be there only once; drop the rest")
			continue
		}
		if c.json && m.listed != fd.IsList() && (m.listed || m.values[0].text != "null") {
			want := "one value, and no list; drop the brackets"
			if fd.IsList() {
				want = "a list; write [ … ] around it"
			}
			c.report(m.position, strings.TrimPrefix(way+"."+string(fd.Name()), "."), "it is %s", want)
			continue
		}
		for _, value := range m.values {
			step := way + "." + string(fd.Name())
			if fd.IsList() {
				step += "[" + strconv.Itoa(counts[fd]) + "]"
			}
			counts[fd]++
			c.value(value, fd, step)
		}
	}
}

// value looks at a value of a field.
func (c *nameChecker) value(n *node, fd protoreflect.FieldDescriptor, way string) {
	field := strings.TrimPrefix(way, ".")
	switch {
	case c.json && fd.Message() != nil && !n.braced && n.text != "null":
		c.report(n.position, field, "%s is no object; write { … }", n.text)
	case c.json && fd.Message() == nil && n.braced:
		c.report(n.position, field, "it is one value, and no object; drop the braces")
	case fd.Message() != nil:
		c.message(n, fd.Message(), way)
	case fd.Enum() != nil:
		values := fd.Enum().Values()
		if name := strings.Trim(n.text, `"'`); isName(name) && values.ByName(protoreflect.Name(name)) == nil {
			c.report(n.position, field, "there is no value %q; %s", name, instead(name, valueNames(values)))
		}
	case n.text == "", c.json && n.text == "null": // JSON's null is no value
	case fd.Kind() == protoreflect.StringKind && !isQuote(n.text):
		c.report(n.position, field, "%s is no text; write it in quotes", n.text)
	case fd.Kind() == protoreflect.BoolKind && !isTruth(n.text):
		c.report(n.position, field, "%s is no truth value; write true or false", n.text)
	case fd.Kind() == protoreflect.Uint32Kind && !isNumber(n.text):
		c.report(n.position, field, "%s is no number; write a whole one", n.text)
	case fd.Kind() == protoreflect.Uint32Kind && fd.IsList():
		if i, err := strconv.Atoi(n.text); err == nil && (i < 1 || i > maskBits) {
			c.report(n.position, field, "%d is no number of a kind of calls; write 1, or up to %d where a shape has several kinds", i, maskBits)
		}
	}
}

func isTruth(text string) bool {
	_, err := strconv.ParseBool(text)
	return err == nil
}

// isNumber reports whether a text begins as a number does, in JSON perhaps in quotes.
func isNumber(text string) bool {
	text = strings.TrimLeft(text, `"'-`)
	return text != "" && text[0] >= '0' && text[0] <= '9'
}

func isName(text string) bool {
	return text != "" && (text[0] < '0' || text[0] > '9') && text[0] != '-'
}

// unknownField says what to write in the place of a field that isn't there.
func unknownField(d protoreflect.MessageDescriptor, name string) string {
	var names []string
	for i := range d.Fields().Len() {
		fd := d.Fields().Get(i)
		if inner := fd.Message(); inner != nil && inner.Fields().ByTextName(name) != nil && !fd.IsList() {
			return fmt.Sprintf("there is no field %q here; write it into %s { … }", name, fd.Name())
		}
		names = append(names, string(fd.Name()))
	}
	return fmt.Sprintf("there is no field %q; %s", name, instead(name, names))
}

func valueNames(values protoreflect.EnumValueDescriptors) (names []string) {
	for i := 1; i < values.Len(); i++ { // the first one says nothing
		names = append(names, string(values.Get(i).Name()))
	}
	return names
}

// instead is the nearest of the names, or all of them.
func instead(name string, names []string) string {
	for _, other := range names {
		if strings.HasSuffix(other, "_"+strings.ToUpper(name)) {
			return "write " + other
		}
	}
	nearest, least := "", len(name)/3+1
	for _, other := range names {
		if d := distance(strings.ToLower(name), strings.ToLower(other)); d <= least {
			nearest, least = other, d-1
		}
	}
	if nearest != "" {
		return "write " + nearest
	}
	return "there are " + strings.Join(names, ", ")
}

// distance is how many letters differ: added, dropped or replaced.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
