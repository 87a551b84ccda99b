package familyfile_test

import (
	"reflect"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/familyfile"
	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// TestBuiltInFamiliesAreDeclarations: every family that is nothing but a table is the same
// when it is read from its printed declaration, and does what its own cases say.
func TestBuiltInFamiliesAreDeclarations(t *testing.T) {
	declared := 0
	all := families.All()
	for _, f := range all {
		d, err := familyfile.FromFamily(f)
		if err != nil {
			if _, ok := family.Grammar(f); ok {
				t.Errorf("%s is nothing but a table: %v", f.Name, err)
			}
			continue
		}
		declared++
		t.Run(f.Name, func(t *testing.T) {
			text := familyfile.Print(d)
			file, err := familyfile.Parse(f.Name+".txtpb", text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if !proto.Equal(file.Declaration, d) {
				t.Errorf("it is read as %s\nand was\n%s", familyfile.Print(file.Declaration), text)
			}
			sameFamily(t, file.Family, f)
			builtIn, err := parsers.NewRegistry(all...)
			if err != nil {
				t.Fatal(err)
			}
			registry, err := familyfile.Registry(builtIn, []*familyfile.File{file}, true)
			if err != nil {
				t.Fatal(err)
			}
			declared, err := registry.Find(f.Name, "")
			if err != nil || declared == f {
				t.Fatalf("the registry has another %s: %v", f.Name, err)
			}
			passes(t, declared)
		})
	}
	if declared < 30 {
		t.Errorf("only %d families are declarations", declared)
	}
}

// sameFamily checks that two families say the same.
func sameFamily(t *testing.T, got, want *parsers.Family) {
	t.Helper()
	tables := [2]*grammar.Grammar{}
	for i, f := range []*parsers.Family{got, want} {
		tables[i], _ = family.Grammar(f)
	}
	if !reflect.DeepEqual(tables[0], tables[1]) {
		t.Errorf("the table is %+v\nwant %+v", tables[0], tables[1])
	}
	for _, field := range []string{"Name", "Aliases", "ModelPatterns", "OtherModels", "Description", "PreservedTokens", "ReasoningMarkers", "IDs", "SpaceJoins", "Framed"} {
		a, b := reflect.ValueOf(got).Elem().FieldByName(field).Interface(), reflect.ValueOf(want).Elem().FieldByName(field).Interface()
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s is %v, want %v", field, a, b)
		}
	}
	for i, format := range want.Formats {
		if g := got.Formats[i]; g.Name != format.Name || g.Description != format.Description || g.Example != format.Example {
			t.Errorf("format %d is %+v, want %+v", i, g, format)
		}
	}
}

// passes runs the built-in family's cases.
func passes(t *testing.T, f *parsers.Family) {
	t.Helper()
	cases, err := parsertest.Load("../parsers/" + f.Name + "/testdata")
	if err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		if diff := c.Diff(f); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.Name, diff)
		}
	}
}

// TestDeclarationsSayWhatTablesSay: every field of a declaration is one of the table's, under
// the same name. A field that is added to package grammar is added to family.proto with it.
func TestDeclarationsSayWhatTablesSay(t *testing.T) {
	compareFields(t, reflect.TypeFor[grammar.Grammar](), (*familyv1.Grammar)(nil).ProtoReflect().Descriptor(), map[reflect.Type]bool{})
	compareFields(t, reflect.TypeFor[parsers.IDs](), (*familyv1.Ids)(nil).ProtoReflect().Descriptor(), map[reflect.Type]bool{})
	compareFields(t, reflect.TypeFor[parsers.ReasoningMarkers](), (*familyv1.ReasoningMarkers)(nil).ProtoReflect().Descriptor(), map[reflect.Type]bool{})
}

func compareFields(t *testing.T, table reflect.Type, d protoreflect.MessageDescriptor, seen map[reflect.Type]bool) {
	t.Helper()
	if seen[table] {
		return
	}
	seen[table] = true
	known := map[string]protoreflect.FieldDescriptor{}
	for i := range d.Fields().Len() {
		fd := d.Fields().Get(i)
		known[strings.ReplaceAll(string(fd.Name()), "_", "")] = fd
	}
	if table == reflect.TypeFor[grammar.Shape]() {
		delete(known, "base")
	}
	for i := range table.NumField() {
		field := table.Field(i)
		fd := known[strings.ToLower(field.Name)]
		if fd == nil {
			t.Errorf("grammar.%s.%s is no field of message %s: add it to family.proto", table.Name(), field.Name, d.Name())
			continue
		}
		delete(known, strings.ToLower(field.Name))
		if inner := element(field.Type); inner.Kind() == reflect.Struct {
			compareFields(t, inner, fd.Message(), seen)
		}
	}
	for name := range known {
		t.Errorf("field %s of message %s is none of grammar.%s", name, d.Name(), table.Name())
	}
}

// element is what a pointer points to, or a list holds.
func element(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t
}
