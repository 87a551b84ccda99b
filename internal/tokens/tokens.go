// Package tokens reads the tokens of which a caller needs one, and finds whose token a caller has.
package tokens

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/toolparser/toolparser/internal/regular"
)

// Owners are those of tokens, by the tokens' hashes: finding one takes the same time however
// many there are, and that time reveals nothing of a token.
type Owners[T any] map[[sha256.Size]byte]T

// minBytes is the shortest token: shorter ones can be guessed.
const minBytes = 16

// hashPrefix begins a token that is given by its hash.
const hashPrefix = "sha256:"

// Read reads a file with a name and a token, or "sha256:" and its hash, on each
// line. Several tokens may have one name, while they are rotated. owner makes an owner of a name.
func Read[T any](path string, owner func(name string) T) (Owners[T], error) {
	text, err := regular.Read(path)
	if err != nil {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	owners, names, n := Owners[T]{}, map[[sha256.Size]byte]string{}, 0
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
		n++
		fields := strings.Fields(string(line))
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		hash, err := hashOf(fields)
		if err != nil {
			return nil, fmt.Errorf("tokens: %s:%d: %w", path, n, err)
		}
		if name, taken := names[hash]; taken && name != fields[0] {
			return nil, fmt.Errorf("tokens: %s:%d: it is %s's token", path, n, name)
		}
		names[hash] = fields[0]
		owners[hash] = owner(fields[0])
	}
	if len(owners) == 0 {
		return nil, fmt.Errorf("tokens: %s has none", path)
	}
	return owners, nil
}

func hashOf(fields []string) (hash [sha256.Size]byte, err error) {
	if len(fields) != 2 {
		return hash, errors.New("want a name and a token")
	}
	if encoded, ok := strings.CutPrefix(fields[1], hashPrefix); ok {
		n, err := hex.Decode(hash[:], []byte(encoded[:min(len(encoded), 2*sha256.Size)]))
		if err != nil || n != sha256.Size || len(encoded) != 2*sha256.Size {
			return hash, fmt.Errorf("want %d hexadecimal digits after %s", 2*sha256.Size, hashPrefix)
		}
		return hash, nil
	}
	if len(fields[1]) < minBytes {
		return hash, fmt.Errorf("a token of less than %d bytes", minBytes)
	}
	return sha256.Sum256([]byte(fields[1])), nil
}

// Find finds whose token a call has; values are those of its header "authorization".
func (o Owners[T]) Find(values []string) (owner T, ok bool) {
	if len(values) != 1 {
		return owner, false
	}
	const scheme = "bearer "
	value := values[0]
	if len(value) < len(scheme) || !strings.EqualFold(value[:len(scheme)], scheme) {
		return owner, false
	}
	owner, ok = o[sha256.Sum256([]byte(value[len(scheme):]))]
	return owner, ok
}
