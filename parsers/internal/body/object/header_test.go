package object

import (
	"reflect"
	"testing"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// TestHeaderReset: nothing but After is left of a header whose fields are all set.
func TestHeaderReset(t *testing.T) {
	after := func(*body.Env, int, bool) (Tail, bool) { return Tail{}, false }
	h := Header{
		Shape: new(grammar.Shape), Announces: true, Data: true, Fence: fence.Run{Len: 3}, Start: 1,
		Name: "f", ID: "i", Format: "x", Free: true, Mergeable: true, Declared: true, NameAt: 1, Ended: true,
		Repairs: make([]repair.Repair, 1), Around: '(', Malformed: "m", Lost: "l",
		Resolve: func(*body.Env, []byte) (string, bool) { return "", false }, After: after,
		StringsEnd: true, Exact: true, Openers: []string{"<"}, Closers: []string{">"}, Fold: true, Running: true, Prose: true,
	}
	of := reflect.TypeFor[Header]()
	for i := range of.NumField() {
		if reflect.ValueOf(h).Field(i).IsZero() {
			t.Errorf("the test sets no %s", of.Field(i).Name)
		}
	}
	h.Reset()
	for i := range of.NumField() {
		name := of.Field(i).Name
		if got := reflect.ValueOf(h).Field(i).IsZero(); got == (name == "After") {
			t.Errorf("after Reset, it is %v that %s is zero", got, name)
		}
	}
}
