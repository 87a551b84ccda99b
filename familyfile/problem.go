package familyfile

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
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
