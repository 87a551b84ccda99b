package familyfile

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/nearname"
)

// A Problem is a mistake in a file, and what to write instead.
type Problem struct {
	// File is the file's path, Line and Column are from 1 on; 0 where that isn't known.
	File         string
	Line, Column int
	// Field is the way to the field, e.g. "grammar.blocks[0].open[0]"; empty for the
	// file as a whole.
	Field string
	// Message says what is wrong, and what to write.
	Message string
}

// Error is the problem in a line.
func (p *Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", p.Line, p.Column)
	}
	for _, part := range [...]string{p.Field, p.Message} {
		if part != "" {
			b.WriteString(": " + part)
		}
	}
	return b.String()
}

// problems tells an error of registering a family as problems of its file.
func (f *File) problems(err error) error {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, err := range many.Unwrap() {
			all = append(all, f.problems(err))
		}
		return errors.Join(all...)
	}
	if one := errors.Unwrap(err); one != nil {
		return f.problems(one)
	}
	switch err := err.(type) { //nolint:errorlint // it wraps none
	case *grammar.Problem:
		return f.at(f.wayTo(err.Field), translated(err.Message))
	case *parsers.NameError:
		if f.Declaration.GetName() == "" && err.Name == "" {
			return f.at(f.wayTo("Name"), "it is missing; write the family's name, of a-z, 0-9 and '_'")
		}
		return f.at(f.named(err.Name), err.Message)
	}
	return f.at(f.start(), err.Error())
}

func (f *File) at(w *way, message string) error {
	return &Problem{File: f.Path, Line: w.line, Column: w.column, Field: strings.Join(w.fields, "."), Message: message}
}

// A way leads from a file to one of its fields, as far as that is there.
type way struct {
	position
	fields  []string
	node    *node // nil: it isn't in the file
	message protoreflect.Message
}

// start is the way to the file itself.
func (f *File) start() *way {
	return &way{position: f.root.position, node: f.root, message: f.Declaration.ProtoReflect()}
}

// wayTo is the way to a field of the family, or of its table: "Blocks[0].Open[0]".
func (f *File) wayTo(field string) *way {
	w := f.start()
	steps := strings.Split(field, ".")
	name, _, _ := strings.Cut(steps[0], "[")
	if findField(w.message.Descriptor(), name) == nil {
		w.step("Grammar", whole)
	}
	for _, step := range steps {
		name, index, indexed := strings.Cut(step, "[")
		i := whole
		if indexed {
			i, _ = strconv.Atoi(strings.TrimSuffix(index, "]"))
		}
		if !w.step(name, i) {
			break
		}
	}
	return w
}

// whole is the index of a field as a whole.
const whole = -1

// step goes on to the i-th value of a field.
func (w *way) step(name string, i int) bool {
	if w.message == nil {
		return false
	}
	fd := findField(w.message.Descriptor(), name)
	if fd == nil {
		return false
	}
	if shape, ok := w.message.Interface().(*familyv1.Shape); ok && fd.Name() == "fields" {
		if i = ownField(shape, i); i < 0 {
			return w.step("Base", whole) && false
		}
	}
	w.enter(fd, i)
	return true
}

func (w *way) enter(fd protoreflect.FieldDescriptor, i int) {
	step := string(fd.Name())
	if i != whole {
		step = fmt.Sprintf("%s[%d]", step, i)
	}
	w.fields = append(w.fields, step)
	i = max(i, 0)
	if w.node != nil {
		values := w.node.values(string(fd.Name()), fd.JSONName())
		if w.node = nil; i < len(values) {
			w.node, w.position = values[i], values[i].position
		}
	}
	message := w.message
	w.message = nil
	switch {
	case fd.Message() == nil || !message.Has(fd):
	case !fd.IsList():
		w.message = message.Get(fd).Message()
	case i < message.Get(fd).List().Len():
		w.message = message.Get(fd).List().Get(i).Message()
	}
}

// ownField is where a field of a shape on its base is in the declaration; -1: in the base.
func ownField(shape *familyv1.Shape, i int) int {
	var own []grammar.Field
	for _, f := range shape.GetFields() {
		own = append(own, grammar.Field{Key: f.GetKey()})
	}
	all := merge(standard(shape.GetBase()).Fields, own)
	if i < 0 || i >= len(all) {
		return -1
	}
	same := func(f grammar.Field) bool { return f.Key == all[i].Key }
	before := len(slices.DeleteFunc(slices.Clone(all[:i]), func(f grammar.Field) bool { return !same(f) }))
	for j, f := range own {
		if same(f) {
			if before == 0 {
				return j
			}
			before--
		}
	}
	return -1
}

// findField is the field that a table's field is for.
func findField(d protoreflect.MessageDescriptor, name string) protoreflect.FieldDescriptor {
	for i := range d.Fields().Len() {
		if fd := d.Fields().Get(i); folded(string(fd.Name())) == folded(name) {
			return fd
		}
	}
	return nil
}

// named is the way to a name, an alias, a pattern or a format's name.
func (f *File) named(name string) *way {
	d := f.Declaration
	for _, list := range []struct {
		field string
		names []string
	}{
		{"Aliases", d.GetAliases()}, {"ModelPatterns", d.GetModelPatterns()}, {"OtherModels", d.GetOtherModels()},
	} {
		for i, other := range list.names {
			if other == name && name != d.GetName() {
				return f.wayTo(fmt.Sprintf("%s[%d]", list.field, i))
			}
		}
	}
	for i, format := range d.GetFormats() {
		if format.GetName() == name && name != d.GetName() {
			return f.wayTo(fmt.Sprintf("Formats[%d].Name", i))
		}
	}
	return f.wayTo("Name")
}

// translated is a message about a table in the words of a declaration: what begins with
// a capital, outside of quotation, is a field or a value of an enum.
func translated(message string) string {
	words := strings.Split(message, " ")
	quoted := false
	for i, word := range words {
		if bare := strings.TrimRight(word, ".,;:"); !quoted && bare != "" && bare[0] >= 'A' && bare[0] <= 'Z' {
			words[i] = translatedName(bare) + word[len(bare):]
		}
		if strings.Count(word, `"`)%2 == 1 {
			quoted = !quoted
		}
	}
	return strings.Join(words, " ")
}

// translatedName is the name of a field, or the way to one: "Blocks[0].Open[0]".
func translatedName(name string) string {
	steps := strings.Split(name, ".")
	for i, step := range steps {
		field, index, _ := strings.Cut(step, "[")
		if known := names[folded(field)]; known != "" {
			steps[i] = strings.TrimSuffix(known+"["+index, "[")
		}
	}
	return strings.Join(steps, ".")
}

// names are those of fields and of enums' values, by what the table calls them.
var names = namesOf(familyv1.File_toolparser_family_v1_family_proto.Messages(), familyv1.File_toolparser_family_v1_family_proto.Enums())

func namesOf(messages protoreflect.MessageDescriptors, enums protoreflect.EnumDescriptors) map[string]string {
	names := map[string]string{}
	for i := range enums.Len() {
		values := enums.Get(i).Values()
		prefix := string(values.Get(0).Name())
		prefix = strings.TrimSuffix(prefix, "UNSPECIFIED")
		for j := range values.Len() {
			value := string(values.Get(j).Name())
			names[folded(value)] = value
			names[folded(strings.TrimPrefix(value, prefix))] = value
		}
	}
	for i := range messages.Len() {
		m := messages.Get(i)
		for name, value := range namesOf(m.Messages(), m.Enums()) {
			names[name] = value
		}
	}
	for i := range messages.Len() { // a field's name is meant before a value's
		for j := range messages.Get(i).Fields().Len() {
			name := string(messages.Get(i).Fields().Get(j).Name())
			names[folded(name)] = name
		}
	}
	return names
}

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
			c.report(m.position, strings.TrimPrefix(way, "."), "%s", c.file.unknownName(m.name, unknownField(d, m.name)))
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
			c.report(n.position, field, "%s", c.file.unknownName(name, fmt.Sprintf("there is no value %q; %s", name, instead(name, valueNames(values)))))
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
	near := slices.DeleteFunc(slices.Clone(names), func(other string) bool { return !nearname.Is(name, other) })
	if len(near) > 0 {
		return "write " + slices.MinFunc(near, func(a, b string) int {
			return cmp.Compare(nearname.Edits(nearname.Plain(name), nearname.Plain(a)), nearname.Edits(nearname.Plain(name), nearname.Plain(b)))
		})
	}
	return "there are " + strings.Join(names, ", ")
}
