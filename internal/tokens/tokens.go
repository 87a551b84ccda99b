// Package tokens reads the tokens of which a caller needs one, and finds whose token a caller has.
package tokens

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/toolparser/toolparser/internal/bounds"
	"github.com/toolparser/toolparser/internal/regularfile"
)

// Owners are those of tokens, by the tokens' hashes: finding one takes the same time however
// many there are, and that time reveals nothing of a token.
type Owners[T any] map[[sha256.Size]byte]T

// minBytes is the shortest token: shorter ones can be guessed.
const minBytes = 16

// hashPrefix begins a token that is given by its hash.
const hashPrefix = "sha256:"

// maxLineBytes bounds a line of a file of tokens, a comment too: 2 MiB.
const maxLineBytes = 2 << 20

// Read reads a file with a name and a token, or "sha256:" and its hash, on each
// line. Several tokens may have one name, while they are rotated. owner makes an owner of a name,
// which is UTF-8 without control characters.
func Read[T any](path string, owner func(name string) T) (Owners[T], error) {
	file, err := regularfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	owners, names, n := Owners[T]{}, map[[sha256.Size]byte]string{}, 0
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, maxLineBytes)
	for lines.Scan() {
		n++
		line := lines.Text()
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		fields := strings.Fields(line)
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
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("tokens: %s:%d: the line is over the limit of %d bytes", path, n+1, maxLineBytes)
	case err != nil:
		return nil, fmt.Errorf("tokens: %w", err)
	case len(owners) == 0:
		return nil, fmt.Errorf("tokens: %s has none", path)
	}
	return owners, nil
}

func hashOf(fields []string) (hash [sha256.Size]byte, err error) {
	if len(fields) != 2 {
		return hash, errors.New("want a name and a token")
	}
	if wrong := bounds.Name(fields[0]); wrong != "" {
		return hash, fmt.Errorf("the name%s", wrong)
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
	hash, ok := HashOf(values)
	if !ok {
		return owner, false
	}
	owner, ok = o[hash]
	return owner, ok
}

// HashOf is the hash of the token that a call has, as Owners have it.
func HashOf(values []string) (hash [sha256.Size]byte, ok bool) {
	if len(values) != 1 {
		return hash, false
	}
	const scheme = "bearer "
	value := values[0]
	if len(value) < len(scheme) || !strings.EqualFold(value[:len(scheme)], scheme) {
		return hash, false
	}
	return sha256.Sum256([]byte(value[len(scheme):])), true
}
