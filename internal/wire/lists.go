package wire

import (
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// In memory a message can be many times its encoding: an empty tool has two bytes
// there, and with its place in the list some seventy here. So lists are counted before
// they are decoded.

// A listCount counts the elements of lists, each list of the contract by itself.
type listCount struct {
	most int
	// taken are the lists that were met. They are few, so that to look through them is quicker
	// than to hash a name for each element.
	taken []takenList
	// total is that of all lists.
	total int
}

type takenList struct {
	name     protoreflect.FullName
	elements int
}

// uncountedBytes is the length of messages that aren't worth counting in, and of what
// in requests of many outputs is no piece of one.
const uncountedBytes = 4 << 10

// ElementBytes is what an element of a list takes, decoded.
const ElementBytes = 256

// multiplexName is the message of many outputs, inputsName its list of inputs. spansName and chunkSpansName are the lists of
// an output's special tokens.
const (
	spansName      protoreflect.FullName = "toolparser.v1.SpecialTokens.spans"
	chunkSpansName protoreflect.FullName = "toolparser.v1.StreamToolCallsRequest.special_tokens"

	multiplexName protoreflect.FullName = "toolparser.v1.MultiplexToolCallsRequest"
	inputsName    protoreflect.FullName = multiplexName + ".inputs"
)

// withinLists is what is to be decoded of a message that is none of many outputs.
func withinLists(data []byte, message proto.Message, most int) []byte {
	if len(data) > uncountedBytes {
		count := listCount{most: most}
		data, _ = count.within(data, message.ProtoReflect().Descriptor())
	}
	return data
}

// within is an encoded message as it is; or, where a list of it has more elements than
// are taken, its beginning up to the first of them. That one is there to be refused.
func (c *listCount) within(data []byte, d protoreflect.MessageDescriptor) (_ []byte, cut bool) {
	for at := 0; at < len(data); {
		number, kind, tag := protowire.ConsumeTag(data[at:])
		if tag < 0 {
			return data, false // protobuf says what is wrong
		}
		value := at + tag
		length := protowire.ConsumeFieldValue(number, kind, data[value:])
		if length < 0 {
			return data, false
		}
		at = value + length
		field := d.Fields().ByNumber(number)
		if field == nil {
			continue
		}
		if field.IsList() && !c.take(field.FullName()) {
			return data[:at], true
		}
		if field.Message() != nil && kind == protowire.BytesType {
			content, _ := protowire.ConsumeBytes(data[value:])
			if begin, cut := c.within(content, field.Message()); cut {
				return protowire.AppendBytes(data[:value:value], begin), true
			}
		}
	}
	return data, false
}

func (c *listCount) take(list protoreflect.FullName) bool {
	c.total++
	for i := range c.taken {
		if t := &c.taken[i]; t.name == list {
			t.elements++
			return t.elements <= c.limit(list)
		}
	}
	c.taken = append(c.taken, takenList{list, 1})
	return c.limit(list) > 0
}

// limit is how many elements a list may have.
func (c *listCount) limit(list protoreflect.FullName) int {
	switch list {
	case inputsName:
		return min(c.most, MaxInputs)
	case spansName, chunkSpansName:
		return MaxSpans
	default:
		return c.most
	}
}
