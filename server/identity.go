package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/internal/regular"
)

// What a rejected caller gets: nothing else, so that the answer doesn't help to
// find a way.
var (
	errUnauthenticated  = status.Error(codes.Unauthenticated, "not authenticated")
	errPermissionDenied = status.Error(codes.PermissionDenied, "not allowed")
)

// An identity is who makes a call, as configured: a token's name, or an allowed name
// of a certificate.
type identity struct {
	name string
	// client is what all the calls of the identity share.
	client client
}

type identityKey struct{}

// Identity is the name of who makes the call of ctx: a token's, or one of a client
// certificate. It is empty where a server knows no identities, and "other" for
// certificates of which no name is listed, so that names are a closed set.
func Identity(ctx context.Context) string {
	if id, _ := ctx.Value(identityKey{}).(*identity); id != nil {
		return id.name
	}
	return ""
}

// otherIdentity stands for the names that aren't listed.
const otherIdentity = "other"

// tokens are those that callers may present, by their hashes: to find one takes as long
// however many there are, and what that time says of a hash says nothing of its token.
type tokens map[[sha256.Size]byte]*identity

// minTokenBytes is the shortest token: shorter ones can be guessed.
const minTokenBytes = 16

// hashPrefix begins a token that is given by its hash.
const hashPrefix = "sha256:"

// readTokens reads a file with a name and a token, or "sha256:" and its hash, on each
// line. Several tokens may have one name, while they are rotated.
func readTokens(path string, known map[string]*identity) (tokens, error) {
	text, err := regular.Read(path)
	if err != nil {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	found, n := tokens{}, 0
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
		n++
		fields := strings.Fields(string(line))
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		hash, err := tokenHash(fields)
		if err != nil {
			return nil, fmt.Errorf("tokens: %s:%d: %w", path, n, err)
		}
		if owner := found[hash]; owner != nil && owner.name != fields[0] {
			return nil, fmt.Errorf("tokens: %s:%d: it is %s's token", path, n, owner.name)
		}
		found[hash] = identityNamed(known, fields[0])
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("tokens: %s has none", path)
	}
	return found, nil
}

func tokenHash(fields []string) (hash [sha256.Size]byte, err error) {
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
	if len(fields[1]) < minTokenBytes {
		return hash, fmt.Errorf("a token of less than %d bytes", minTokenBytes)
	}
	return sha256.Sum256([]byte(fields[1])), nil
}

// identityNamed finds the identity of a name, or makes it: it stays when tokens
// are read again.
func identityNamed(known map[string]*identity, name string) *identity {
	if known[name] == nil {
		known[name] = &identity{name: name}
	}
	return known[name]
}

// identities says who calls.
type identities struct {
	tokens *watched[tokens] // nil where none are needed
	// certificates: callers need one.
	certificates bool
	// allowed are the names of which a certificate must have one; empty for any.
	allowed map[string]*identity
	other   *identity
}

func newIdentities(c Config) (*identities, error) {
	if c.TokensFile == "" && c.ClientCAFile == "" {
		return nil, nil
	}
	ids := &identities{
		certificates: c.ClientCAFile != "",
		allowed:      map[string]*identity{},
		other:        &identity{name: otherIdentity},
	}
	known := map[string]*identity{}
	for _, name := range c.ClientNames {
		ids.allowed[name] = identityNamed(known, name)
	}
	if c.TokensFile == "" {
		return ids, nil
	}
	var err error
	ids.tokens, err = watchFiles("tokens", func() (tokens, error) { return readTokens(c.TokensFile, known) }, c.TokensFile)
	return ids, err
}

// names are those of all identities at the moment.
func (ids *identities) names() []string {
	if ids == nil {
		return nil
	}
	names := slices.Collect(maps.Keys(ids.allowed))
	if ids.certificates && len(names) == 0 {
		names = append(names, otherIdentity)
	}
	if ids.tokens != nil {
		for _, id := range *ids.tokens.get() {
			names = append(names, id.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// authenticate says who makes a call. With both tokens and certificates a caller
// needs both, and the token names it.
func (ids *identities) authenticate(ctx context.Context, header metadata.MD) (*identity, error) {
	if ids == nil {
		return nil, nil
	}
	var id *identity
	if ids.certificates {
		var err error
		if id, err = ids.ofCertificate(ctx); err != nil {
			return nil, err
		}
	}
	if ids.tokens != nil {
		if id = ids.ofToken(header.Get("authorization")); id == nil {
			return nil, errUnauthenticated
		}
	}
	return id, nil
}

// ofToken finds whose token a call has.
func (ids *identities) ofToken(values []string) *identity {
	if len(values) != 1 {
		return nil
	}
	const scheme = "bearer "
	value := values[0]
	if len(value) < len(scheme) || !strings.EqualFold(value[:len(scheme)], scheme) {
		return nil
	}
	return (*ids.tokens.get())[sha256.Sum256([]byte(value[len(scheme):]))]
}

func (ids *identities) ofCertificate(ctx context.Context) (*identity, error) {
	p, _ := peer.FromContext(ctx)
	if p == nil {
		return nil, errUnauthenticated
	}
	info, _ := p.AuthInfo.(credentials.TLSInfo)
	if len(info.State.VerifiedChains) == 0 {
		return nil, errUnauthenticated
	}
	leaf := info.State.VerifiedChains[0][0]
	if time.Now().After(leaf.NotAfter) { // while the connection lasted
		return nil, errUnauthenticated
	}
	if len(ids.allowed) == 0 {
		return ids.other, nil
	}
	for _, name := range certificateNames(leaf) {
		if id := ids.allowed[name]; id != nil {
			return id, nil
		}
	}
	return nil, errPermissionDenied
}

// certificateNames are all that a certificate calls its holder.
func certificateNames(c *x509.Certificate) []string {
	names := slices.Concat([]string{c.Subject.CommonName}, c.DNSNames, c.EmailAddresses)
	for _, uri := range c.URIs {
		names = append(names, uri.String())
	}
	return names
}
