package wire

import (
	"bytes"
	"errors"
	"slices"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const (
	// jsonPart is how much of an encoded message becomes JSON at once, jsonText how much of a text, and jsonScan how much is
	// looked through for the ends of fields.
	jsonPart = 8 << 10
	jsonText = 64 << 10
	jsonScan = 64 << 10
	// partWork is how many bytes of an output could be looked at while one of a message becomes JSON; while eight of a text do,
	// or while textShare are looked through, it is one.
	partWork = 8
	textWork = 8
)

// ToJSON makes JSON, as protojson does, of an encoded message. protojson can't be interrupted, so the JSON is made part by
// part. Before each, spend is called with its work, in bytes of an output that could be looked at meanwhile. Its error
// ends it.
func ToJSON(t protoreflect.MessageType, data []byte, spend func(n int) error) ([]byte, error) {
	w := &jsonWriter{spend: spend}
	if err := w.message(t, data); err != nil {
		return nil, err
	}
	return w.out, nil
}

// A jsonWriter makes JSON of one message.
type jsonWriter struct {
	spend func(n int) error
	out   []byte
}

// message writes a message.
func (w *jsonWriter) message(t protoreflect.MessageType, data []byte) error {
	if len(data) <= jsonPart || hasOwnForm(t.Descriptor()) {
		text, err := w.whole(t, data)
		w.out = append(w.out, text...)
		return err
	}
	runs, err := w.runs(t.Descriptor(), data)
	if err != nil {
		return err
	}
	w.out = append(w.out, '{')
	var few []byte // fields that become JSON at once
	for i := range runs {
		r := &runs[i]
		if len(r.raw) <= jsonPart && len(few)+len(r.raw) <= jsonPart {
			few = append(few, r.raw...)
			continue
		}
		if err := w.fields(t, few); err != nil {
			return err
		}
		if few = few[:0]; len(r.raw) <= jsonPart {
			few = append(few, r.raw...)
		} else if err := w.field(t, r); err != nil {
			return err
		}
	}
	if err := w.fields(t, few); err != nil {
		return err
	}
	w.out = append(w.out, '}')
	return nil
}

// hasOwnForm reports whether protojson has a form of its own for the message.
func hasOwnForm(d protoreflect.MessageDescriptor) bool {
	return d.ParentFile().Package() == "google.protobuf"
}

// whole is a message as JSON, made at once.
func (w *jsonWriter) whole(t protoreflect.MessageType, data []byte) ([]byte, error) {
	if err := w.spend(partWork * len(data)); err != nil {
		return nil, err
	}
	m := t.New().Interface()
	if err := proto.Unmarshal(data, m); err != nil {
		return nil, err
	}
	return protojson.Marshal(m)
}

// A run is what a message has of one field, encoded.
type run struct {
	field protoreflect.FieldDescriptor
	raw   []byte
}

// errEncoded says that bytes are no message.
var errEncoded = errors.New("no encoded message")

// runs are the fields of a message, in the order in which protojson has them.
func (w *jsonWriter) runs(d protoreflect.MessageDescriptor, data []byte) ([]run, error) {
	var runs []run
	err := w.each(data, func(number protowire.Number, raw, _ []byte) error {
		field := d.Fields().ByNumber(number)
		if field == nil {
			return nil
		}
		last := len(runs) - 1
		if last < 0 || runs[last].field != field {
			last = slices.IndexFunc(runs, func(r run) bool { return r.field == field })
		}
		if last < 0 {
			runs = append(runs, run{field: field})
			last = len(runs) - 1
		}
		runs[last].raw = joined(runs[last].raw, raw)
		return nil
	})
	slices.SortFunc(runs, func(a, b run) int { return a.field.Index() - b.field.Index() })
	return runs, err
}

// joined is raw after a run. What is after it in memory already isn't copied.
func joined(run, raw []byte) []byte {
	if len(raw) == 0 {
		return run
	}
	if n := len(run); n > 0 && cap(run)-n >= len(raw) && &run[:n+1][n] == &raw[0] {
		return run[:n+len(raw)]
	}
	if len(run) == 0 {
		return raw
	}
	return append(slices.Clip(run), raw...)
}

// each calls do for each field of a message: with its number, all of its bytes, and those of its value if that is a text or a message.
func (w *jsonWriter) each(data []byte, do func(number protowire.Number, raw, value []byte) error) error {
	scanned := 0
	for len(data) > 0 {
		number, kind, n := protowire.ConsumeField(data)
		if n < 0 {
			return errEncoded
		}
		raw, value := data[:n], []byte(nil)
		if kind == protowire.BytesType {
			_, _, tag := protowire.ConsumeTag(raw)
			value, _ = protowire.ConsumeBytes(raw[tag:])
		}
		if scanned += min(n, jsonPart); scanned >= jsonScan {
			if err := w.spend(scanned / textShare); err != nil {
				return err
			}
			scanned = 0
		}
		if err := do(number, raw, value); err != nil {
			return err
		}
		data = data[n:]
	}
	return nil
}

// fields writes some fields of a message at once.
func (w *jsonWriter) fields(t protoreflect.MessageType, raw []byte) error {
	text, err := w.whole(t, raw)
	if err != nil {
		return err
	}
	if inner := bytes.TrimSpace(text[1 : len(text)-1]); len(inner) > 0 {
		w.comma()
		w.out = append(w.out, inner...)
	}
	return nil
}

// The brackets of a list.
const listOpens, listCloses = '[', ']'

// comma separates what comes next from what was written in the same object or list, if there is anything.
func (w *jsonWriter) comma() {
	if last := w.out[len(w.out)-1]; last != '{' && last != listOpens {
		w.out = append(w.out, ',')
	}
}

// field writes a long field.
func (w *jsonWriter) field(t protoreflect.MessageType, r *run) error {
	isMessage := r.field.Message() != nil && !r.field.IsMap()
	if !isMessage && (r.field.IsList() || r.field.Kind() != protoreflect.StringKind) {
		return w.fields(t, r.raw)
	}
	w.comma()
	w.out = append(w.out, '"')
	w.out = append(w.out, r.field.JSONName()...)
	w.out = append(w.out, '"', ':')
	if isMessage && r.field.IsList() {
		return w.list(t, r)
	}
	var value []byte
	err := w.each(r.raw, func(_ protowire.Number, _, v []byte) error {
		if !isMessage {
			value = nil // the last one counts
		}
		value = joined(value, v)
		return nil
	})
	if err != nil {
		return err
	}
	if isMessage {
		return w.message(w.typeOf(t, r.field), value)
	}
	return w.text(value)
}

// typeOf is the type of the messages of a field.
func (w *jsonWriter) typeOf(t protoreflect.MessageType, field protoreflect.FieldDescriptor) protoreflect.MessageType {
	m := t.New()
	if field.IsList() {
		return m.NewField(field).List().NewElement().Message().Type()
	}
	return m.NewField(field).Message().Type()
}

// list writes a list of messages: many short ones at once, and a long one by itself.
func (w *jsonWriter) list(t protoreflect.MessageType, r *run) error {
	element := w.typeOf(t, r.field)
	w.out = append(w.out, listOpens)
	var few []byte
	err := w.each(r.raw, func(_ protowire.Number, raw, value []byte) error {
		if len(few) > 0 && len(few)+len(raw) > jsonPart {
			if err := w.elements(t, few); err != nil {
				return err
			}
			few = nil
		}
		if len(raw) <= jsonPart {
			few = joined(few, raw)
			return nil
		}
		w.comma()
		return w.message(element, value)
	})
	if err == nil && len(few) > 0 {
		err = w.elements(t, few)
	}
	w.out = append(w.out, listCloses)
	return err
}

// elements writes some elements of a list, which are encoded as a field of the message that has the list.
func (w *jsonWriter) elements(t protoreflect.MessageType, raw []byte) error {
	text, err := w.whole(t, raw)
	if err != nil {
		return err
	}
	w.comma()
	w.out = append(w.out, text[bytes.IndexByte(text, listOpens)+1:bytes.LastIndexByte(text, listCloses)]...)
	return nil
}

// text writes a long text.
func (w *jsonWriter) text(value []byte) error {
	w.out = append(w.out, '"')
	for len(value) > 0 {
		n := min(len(value), jsonText)
		for n < len(value) && n > jsonText-utf8.UTFMax && !utf8.RuneStart(value[n]) {
			n--
		}
		if err := w.spend(n / textWork); err != nil {
			return err
		}
		part, err := protojson.Marshal(wrapperspb.String(string(value[:n])))
		if err != nil {
			return err
		}
		w.out = append(w.out, part[1:len(part)-1]...)
		value = value[n:]
	}
	w.out = append(w.out, '"')
	return nil
}
