package wire

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// TestEveryMessageIsEncodedAsProtobufDoes, with fields at random, for all messages of the contract.
func TestEveryMessageIsEncodedAsProtobufDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	codec := Codec{Answers: mem.DefaultBufferPool()}
	messages, encoders := 0, 0
	protoregistry.GlobalTypes.RangeMessages(func(kind protoreflect.MessageType) bool {
		if !ours(kind) {
			return true
		}
		messages++
		for range 200 {
			m := kind.New()
			fill(random, m, 4)
			want, err := proto.Marshal(m.Interface())
			if err != nil {
				t.Fatal(err)
			}
			if size := Size(m.Interface()); size != len(want) {
				t.Fatalf("%s: %d bytes, want %d: %v", kind.Descriptor().Name(), size, len(want), m)
			}
			encoded, err := codec.Marshal(m.Interface())
			if got := encoded.Materialize(); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%s: %x, %v; want %x: %v", kind.Descriptor().Name(), got, err, want, m)
			}
		}
		if _, ok := kind.New().Interface().(encoder); ok {
			encoders++
		}
		return true
	})
	if messages == 0 || encoders != messages {
		t.Errorf("%d messages, of which %d are encoded without reflection", messages, encoders)
	}
}

// ours reports whether a message is one of the contract.
func ours(kind protoreflect.MessageType) bool {
	return kind.Descriptor().ParentFile().Package() == toolparserv1.File_toolparser_v1_delta_proto.Package()
}

// fill sets about half of the fields of a message, and of those in it, to a depth.
func fill(random *rand.Rand, m protoreflect.Message, depth int) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		switch {
		case random.IntN(2) == 0 || field.Message() != nil && depth == 0:
		case field.IsList():
			list := m.Mutable(field).List()
			for range random.IntN(4) {
				list.Append(value(random, field, list.NewElement, depth))
			}
		default:
			m.Set(field, value(random, field, func() protoreflect.Value { return m.NewField(field) }, depth))
		}
	}
	if random.IntN(8) == 0 && ours(m.Type()) {
		m.SetUnknown([]byte{0xf8, 0x3f, 1}) // field 1023
	}
}

// value is a value of a field; made makes an empty message.
func value(random *rand.Rand, field protoreflect.FieldDescriptor, made func() protoreflect.Value, depth int) protoreflect.Value {
	text := strings.Repeat("ü", random.IntN(5)*random.IntN(40))
	number := []int64{0, 1, 127, 128, math.MaxInt32, -1, math.MinInt32}[random.IntN(7)]
	switch field.Kind() {
	case protoreflect.MessageKind:
		v := made()
		fill(random, v.Message(), depth-1)
		return v
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(text)
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes([]byte(text))
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(random.IntN(2) == 0)
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(protoreflect.EnumNumber(number))
	case protoreflect.Int32Kind:
		return protoreflect.ValueOfInt32(int32(number))
	case protoreflect.Uint64Kind:
		return protoreflect.ValueOfUint64(uint64(number))
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64([]float64{0, 0.8, -1, math.Inf(1), math.NaN()}[random.IntN(5)])
	case protoreflect.FloatKind:
		return protoreflect.ValueOfFloat32(float32(number))
	default:
		panic("a kind that the contract doesn't have: " + field.Kind().String())
	}
}
