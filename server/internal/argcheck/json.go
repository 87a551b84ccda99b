package argcheck

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// errTooCostly says that arguments are not checked since that would take too long.
var errTooCostly = errors.New("checking them against the schema takes more than the allowed work")

// A reading is what a JSON text holds.
type reading struct {
	value any
	// values counts all of them; 0 for a short text, which has few.
	values int
	// err says what is wrong with the text.
	err error
}

// decodeInTurn is decodeJSON for a text of any length, and gives way to others. Of more than most values it says
// errTooCostly. The error is the turn's.
func decodeInTurn(text string, most int, turn Turn) (r reading, err error) {
	if len(text) <= jsonPiece {
		if err := turn.Spend(jsonBytes * len(text)); err != nil {
			return r, err
		}
		r.value, r.err = decodeJSON(text)
		return r, nil
	}
	t := newTokens(text, turn)
	t.keep, t.left = true, most
	r.value, r.err = t.whole()
	r.values = most - t.left
	switch {
	case t.pieces.err != nil:
		return r, t.pieces.err
	case t.left < 0:
		r.err = errTooCostly
	case r.err != nil:
		r.err = notJSON(r.err)
	default:
		r.err = findHuge(r.value)
	}
	return r, nil
}

// checkInTurn says what is wrong with a JSON text, and gives way to others. The second error is the turn's.
func checkInTurn(text string, turn Turn) (wrong, err error) {
	t := newTokens(text, turn)
	t.left = len(text)
	_, wrong = t.whole()
	return wrong, t.pieces.err
}

// tokens read a JSON text token by token. To decode it at once is faster, but can't be interrupted.
type tokens struct {
	*json.Decoder
	pieces *pieces
	// keep: the values are made, and not only checked.
	keep bool
	// left is how many values there may be.
	left int
}

func newTokens(text string, turn Turn) *tokens {
	p := &pieces{text: strings.NewReader(text), turn: turn}
	t := &tokens{Decoder: json.NewDecoder(p), pieces: p}
	t.UseNumber()
	return t
}

// whole reads a value, which is all that the text has.
func (t *tokens) whole() (any, error) {
	value, err := t.value(0)
	if err == nil {
		_, err = t.Token()
		if err == nil {
			return nil, errors.New("something follows the value")
		}
		if errors.Is(err, io.EOF) {
			return value, nil
		}
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return nil, err
}

// maxTokenDepth is how deep values are nested at most, as where they are decoded at once.
const maxTokenDepth = 10_000

func (t *tokens) value(depth int) (any, error) {
	if t.left--; t.left < 0 {
		return nil, errors.New("too many values")
	}
	token, err := t.Token()
	if err != nil {
		return nil, err
	}
	if depth > maxTokenDepth {
		return nil, errors.New("exceeded max depth")
	}
	switch token {
	case json.Delim('{'):
		return t.object(depth + 1)
	case json.Delim('['):
		return t.array(depth + 1)
	default:
		return token, nil
	}
}

func (t *tokens) object(depth int) (any, error) {
	object := map[string]any{}
	for t.More() {
		key, err := t.Token()
		if err != nil {
			return nil, err
		}
		value, err := t.value(depth)
		if err != nil {
			return nil, err
		}
		if name, ok := key.(string); ok && t.keep {
			object[name] = value
		}
	}
	_, err := t.Token()
	return object, err
}

func (t *tokens) array(depth int) (any, error) {
	array := []any{}
	for t.More() {
		value, err := t.value(depth)
		if err != nil {
			return nil, err
		}
		if t.keep {
			array = append(array, value)
		}
	}
	_, err := t.Token()
	return array, err
}

// pieces are a text, read piece by piece, each in a turn.
type pieces struct {
	text *strings.Reader
	turn Turn
	// err is the turn's.
	err error
}

func (p *pieces) Read(b []byte) (int, error) {
	n := min(len(b), jsonPiece, p.text.Len())
	if p.err = p.turn.Spend(jsonBytes * n); p.err != nil {
		return 0, p.err
	}
	return p.text.Read(b[:n])
}

// decodeJSON decodes numbers as they are written.
func decodeJSON(text string) (any, error) {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, notJSON(err)
	}
	return value, findHuge(value)
}

func notJSON(err error) error { return fmt.Errorf("not valid JSON: %w", err) }

// findHuge fails for a value with a number that would take too much work to compare exactly.
func findHuge(value any) error {
	if pointer, ok := hugeNumber(value, nil); ok {
		return &hugeNumberError{pointer: jsonPointer(pointer)}
	}
	return nil
}
