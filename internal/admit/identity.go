package admit

import (
	"context"
	"crypto/sha256"
	"crypto/x509"
	"maps"
	"slices"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/internal/reload"
	"github.com/toolparser/toolparser/internal/tokens"
)

// What a rejected caller gets: nothing else, so that the answer doesn't help to
// find a way.
var (
	errUnauthenticated  = status.Error(codes.Unauthenticated, "not authenticated")
	errPermissionDenied = status.Error(codes.PermissionDenied, "not allowed")
)

// errRevoked is what a caller gets that was authenticated before.
var errRevoked = status.Error(codes.Unauthenticated, "not authenticated any more: the token was removed, or the certificate has expired; make a new call")

// An identity is who makes a call, as configured: a token's name, or an allowed name
// of a certificate.
type identity struct {
	name string
	// client is what all the calls of the identity share.
	client client
}

// A credential is what a call is made with.
type credential struct {
	identity *identity
	// hash is that of the token, and tokens are those that had it when that was last looked up; nil without one.
	hash   [sha256.Size]byte
	tokens *tokens.Owners[*identity]
	// expires is when the certificate does; zero without one.
	expires time.Time
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

// identityNamed finds the identity of a name, or makes it: it stays when tokens
// are read again.
func identityNamed(known map[string]*identity, name string) *identity {
	if known[name] == nil {
		known[name] = &identity{name: name}
	}
	return known[name]
}

// Identities know who may call.
type Identities struct {
	tokens *reload.Files[tokens.Owners[*identity]] // nil where none are needed
	// certificates: callers need one.
	certificates bool
	// allowed are the names of which a certificate must have one; empty for any.
	allowed map[string]*identity
	other   *identity
}

// NewIdentities returns those of a file of tokens, and of the certificates of clients: callers need a
// certificate if certificates is set, of one of the names unless there are none. It is nil where everyone
// may call.
func NewIdentities(tokensFile string, certificates bool, names []string) (*Identities, error) {
	if tokensFile == "" && !certificates {
		return nil, nil
	}
	ids := &Identities{
		certificates: certificates,
		allowed:      map[string]*identity{},
		other:        &identity{name: otherIdentity},
	}
	known := map[string]*identity{}
	for _, name := range names {
		ids.allowed[name] = identityNamed(known, name)
	}
	if tokensFile == "" {
		return ids, nil
	}
	var err error
	ids.tokens, err = reload.New("tokens", func() (tokens.Owners[*identity], error) {
		return tokens.Read(tokensFile, func(name string) *identity { return identityNamed(known, name) })
	}, tokensFile)
	return ids, err
}

// Names are those of all identities at the moment.
func (ids *Identities) Names() []string {
	if ids == nil {
		return nil
	}
	names := slices.Collect(maps.Keys(ids.allowed))
	if ids.certificates && len(names) == 0 {
		names = append(names, otherIdentity)
	}
	if ids.tokens != nil {
		for _, id := range *ids.tokens.Get() {
			names = append(names, id.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Files are those that are read again when they change.
func (ids *Identities) Files() (files reload.All) {
	if ids != nil && ids.tokens != nil {
		files = append(files, ids.tokens)
	}
	return files
}

// authenticate says who makes a call. With both tokens and certificates a caller
// needs both, and the token names it.
func (ids *Identities) authenticate(ctx context.Context, header metadata.MD) (c credential, err error) {
	if ids == nil {
		return c, nil
	}
	if ids.certificates {
		if c, err = ids.ofCertificate(ctx); err != nil {
			return c, err
		}
	}
	if ids.tokens != nil {
		var known bool
		c.tokens = ids.tokens.Get()
		if c.hash, known = tokens.HashOf(header.Get("authorization")); known {
			c.identity, known = (*c.tokens)[c.hash]
		}
		if !known {
			return c, errUnauthenticated
		}
	}
	return c, nil
}

// accept reports whether a call could be made with a credential now. Whose the token is now doesn't matter: the call
// counts for whose it was.
func (ids *Identities) accept(c *credential) bool {
	if !c.expires.IsZero() && time.Now().After(c.expires) {
		return false
	}
	if ids.tokens == nil {
		return true
	}
	now := ids.tokens.Get()
	if c.tokens == now { // as for almost every message
		return true
	}
	if _, known := (*now)[c.hash]; !known {
		return false
	}
	c.tokens = now
	return true
}

func (ids *Identities) ofCertificate(ctx context.Context) (c credential, err error) {
	p, _ := peer.FromContext(ctx)
	if p == nil {
		return c, errUnauthenticated
	}
	info, _ := p.AuthInfo.(credentials.TLSInfo)
	if len(info.State.VerifiedChains) == 0 {
		return c, errUnauthenticated
	}
	leaf := info.State.VerifiedChains[0][0]
	if time.Now().After(leaf.NotAfter) { // while the connection lasted
		return c, errUnauthenticated
	}
	c.expires = leaf.NotAfter
	if len(ids.allowed) == 0 {
		c.identity = ids.other
		return c, nil
	}
	for _, name := range certificateNames(leaf) {
		if c.identity = ids.allowed[name]; c.identity != nil {
			return c, nil
		}
	}
	return c, errPermissionDenied
}

// certificateNames are all that a certificate calls its holder.
func certificateNames(c *x509.Certificate) []string {
	names := slices.Concat([]string{c.Subject.CommonName}, c.DNSNames, c.EmailAddresses)
	for _, uri := range c.URIs {
		names = append(names, uri.String())
	}
	return names
}
