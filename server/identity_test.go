package server_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

const (
	oldToken = "the-token-of-yesterday"
	newToken = "the-token-of-tomorrow"
)

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Duration(writes.Add(1)) * time.Second)
	_ = os.Chtimes(path+".new", later, later) // so that the file is seen to change
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

var writes atomic.Int64

// listAs makes a call with a token, and returns its code.
func listAs(t *testing.T, r *running, authorization ...string) codes.Code {
	t.Helper()
	ctx := testContext(t)
	for _, value := range authorization {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", value)
	}
	_, err := r.client.ListFamilies(ctx, &toolparserv1.ListFamiliesRequest{})
	if code := status.Code(err); code == codes.Unauthenticated && status.Convert(err).Message() != "not authenticated" {
		t.Errorf("more is reported: %v", err)
	}
	return status.Code(err)
}

func TestTokens(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	hash := fmt.Sprintf("sha256:%x", sha256.Sum256([]byte("a-token-given-by-its-hash")))
	writeFile(t, file, "# name token\n\ngateway "+oldToken+"\nbatch "+hash+"\n")
	r := start(t, server.WithConfig(server.Config{TokensFile: file}))
	for _, test := range []struct {
		name          string
		authorization []string
		want          codes.Code
	}{
		{"right", []string{"Bearer " + oldToken}, codes.OK},
		{"the scheme in small letters", []string{"bearer " + oldToken}, codes.OK},
		{"by its hash", []string{"Bearer a-token-given-by-its-hash"}, codes.OK},
		{"missing", nil, codes.Unauthenticated},
		{"wrong", []string{"Bearer nope"}, codes.Unauthenticated},
		{"the hash itself", []string{"Bearer " + hash}, codes.Unauthenticated},
		{"another scheme", []string{"Basic " + oldToken}, codes.Unauthenticated},
		{"no scheme", []string{oldToken}, codes.Unauthenticated},
		{"empty", []string{"Bearer "}, codes.Unauthenticated},
		{"twice", []string{"Bearer " + oldToken, "Bearer nope"}, codes.Unauthenticated},
		{"longer", []string{"Bearer " + oldToken + "x"}, codes.Unauthenticated},
	} {
		if got := listAs(t, r, test.authorization...); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
	if _, err := healthv1.NewHealthClient(r.conn).Check(testContext(t), &healthv1.HealthCheckRequest{}); err != nil {
		t.Error("health needs no token:", err)
	}
	reflection, err := reflectionv1.NewServerReflectionClient(r.conn).ServerReflectionInfo(testContext(t))
	if err == nil {
		_, err = reflection.Recv()
	}
	wantError(t, err, codes.Unauthenticated)
	if load := r.server.Load(); load.Refused["Unauthenticated"] != 9 {
		t.Errorf("refused %v", load.Refused)
	}
	log := r.log.String()
	if !strings.Contains(log, "identity=gateway") || !strings.Contains(log, "identity=batch") || strings.Contains(log, oldToken) {
		t.Errorf("log:\n%s", log)
	}
}

// TestManyTokens: each of them is found, and no other. BenchmarkTokens shows what that takes.
func TestManyTokens(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	text, name := manyTokens(10_000)
	writeFile(t, file, text)
	r := start(t, server.WithConfig(server.Config{TokensFile: file}))
	for _, n := range []int{0, 1, 5_000, 9_999} {
		if got := listAs(t, r, "Bearer "+name(n)); got != codes.OK {
			t.Errorf("token %d: %v", n, got)
		}
	}
	if got := listAs(t, r, "Bearer "+name(10_000)); got != codes.Unauthenticated {
		t.Errorf("a token that is none: %v", got)
	}
}

// BenchmarkTokens makes a refused call: it takes as long with 10,000 tokens as with one.
func BenchmarkTokens(b *testing.B) {
	for _, n := range []int{1, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			file := filepath.Join(b.TempDir(), "tokens")
			text, name := manyTokens(n)
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				b.Fatal(err)
			}
			r := start(b, server.WithConfig(server.Config{TokensFile: file}), server.WithLogger(slog.New(slog.DiscardHandler)))
			ctx := metadata.AppendToOutgoingContext(testContext(b), "authorization", "Bearer "+name(n))
			for b.Loop() {
				_, _ = r.client.ListFamilies(ctx, &toolparserv1.ListFamiliesRequest{}) // it is refused
			}
		})
	}
}

// manyTokens are the lines of a file, and its tokens.
func manyTokens(n int) (text string, name func(int) string) {
	name = func(i int) string { return fmt.Sprintf("the-token-number-%d", i) }
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "caller-%d %s\n", i, name(i))
	}
	return b.String(), name
}

// TestALongLineEndsNoTokenFile: what comes after it counts, too.
func TestALongLineEndsNoTokenFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	writeFile(t, file, "a "+oldToken+"\n# "+strings.Repeat("x", 1<<20)+"\nb "+newToken+"\n")
	r := start(t, server.WithConfig(server.Config{TokensFile: file}))
	for _, token := range []string{oldToken, newToken} {
		if got := listAs(t, r, "Bearer "+token); got != codes.OK {
			t.Errorf("%s: %v", token, got)
		}
	}
}

// TestTokensBehindAByteOrderMark: it is no part of the first name.
func TestTokensBehindAByteOrderMark(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	writeFile(t, file, "\ufeffgateway "+oldToken+"\r\n")
	r := start(t, server.WithConfig(server.Config{TokensFile: file}))
	if got := listAs(t, r, "Bearer "+oldToken); got != codes.OK {
		t.Error(got)
	}
	if log := r.log.String(); !strings.Contains(log, "identity=gateway") {
		t.Errorf("log:\n%s", log)
	}
}

// TestAnIdentityHasOneShare, over however many connections, whatever its name.
func TestAnIdentityHasOneShare(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	writeFile(t, file, "gateway "+oldToken+"\nother "+newToken+"\n")
	for _, token := range []string{oldToken, newToken} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		r := startOn(t, listener, testRegistry(t).Families(), server.WithConfig(server.Config{TokensFile: file, MaxStreams: 4, MaxConcurrentStreams: 2}))
		open := func() error {
			ctx := metadata.AppendToOutgoingContext(testContext(t), "authorization", "Bearer "+token)
			stream, err := toolparserv1.NewToolParserServiceClient(dial(t, listener.Addr().String())).StreamToolCalls(ctx)
			if err != nil {
				return err
			}
			_, err = exchange(t, stream, startRequest("line"))
			return err
		}
		for range 3 {
			if err := open(); err != nil {
				t.Fatal(err)
			}
		}
		wantShed(t, open(), "streams")
		if filled := r.server.Load().Filled; filled != 0 {
			t.Errorf("connections of one stream each were full %d times", filled)
		}
	}
}

// TestTokensRotateUnderLoad: with both tokens in the file, neither caller is refused.
func TestTokensRotateUnderLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	writeFile(t, file, "a "+oldToken)
	r := start(t, server.WithConfig(server.Config{TokensFile: file}))
	ctx, stop := context.WithCancel(context.Background())
	dropped := make(chan int, 1)
	var current atomic.Value
	current.Store(oldToken)
	var calls atomic.Int64
	go func() {
		n := 0
		for ; ctx.Err() == nil; calls.Add(1) {
			if listAs(t, r, "Bearer "+current.Load().(string)) != codes.OK {
				n++
			}
		}
		dropped <- n
	}()
	writeFile(t, file, "a "+oldToken+"\na "+newToken)
	eventually(t, "the new token is taken", func() bool { return listAs(t, r, "Bearer "+newToken) == codes.OK })
	current.Store(newToken)
	from := calls.Load()
	eventually(t, "the call with the old token has ended", func() bool { return calls.Load() > from })
	writeFile(t, file, "a "+newToken)
	eventually(t, "the old token is refused", func() bool { return listAs(t, r, "Bearer "+oldToken) == codes.Unauthenticated })
	writeFile(t, file, "half a file")
	eventually(t, "a broken file is reported", func() bool { return strings.Contains(r.log.String(), "keeping the tokens") })
	if code := listAs(t, r, "Bearer "+newToken); code != codes.OK {
		t.Errorf("with a broken file: %v", code)
	}
	stop()
	if n := <-dropped; n != 0 {
		t.Errorf("%d calls were refused", n)
	}
}

func TestTokensFileErrors(t *testing.T) {
	for text, says := range map[string]string{
		"":              "has none",
		"a":             "tokens:1",
		"a b c":         "want a name",
		"a short":       "less than 16",
		"a sha256:0123": "64 hexadecimal",
		"a " + oldToken + "\n# the same\nb " + oldToken: "tokens:3: it is a's token",
	} {
		file := filepath.Join(t.TempDir(), "tokens")
		writeFile(t, file, text)
		_, err := server.New(testRegistry(t), server.WithConfig(server.Config{TokensFile: file}))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// An authority makes certificates.
type authority struct {
	t    *testing.T
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return &authority{t, key, cert}
}

func (a *authority) pem() string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw}))
}

func (a *authority) issue(name string, lasts time.Duration) tls.Certificate {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name + ".example"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(lasts), ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, a.cert, key.Public(), a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}
}

func TestClientCertificates(t *testing.T) {
	dir := t.TempDir()
	certFile, keyFile, caFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), filepath.Join(dir, "ca.pem")
	writeKeyPair(t, certFile, keyFile, 1)
	ours, theirs := newAuthority(t), newAuthority(t)
	writeFile(t, caFile, ours.pem())
	socket := filepath.Join(dir, "a.sock")
	_, log := runOn(t, server.Config{
		Listen: []string{"unix:" + socket}, TLSCertFile: certFile, TLSKeyFile: keyFile,
		ClientCAFile: caFile, ClientNames: []string{"gateway", "worker.example"},
	})
	call := func(certs ...tls.Certificate) (listed, health error) {
		config := &tls.Config{InsecureSkipVerify: true, Certificates: certs}
		conn := dial(t, "unix:"+socket, grpc.WithTransportCredentials(credentials.NewTLS(config)))
		_, listed = toolparserv1.NewToolParserServiceClient(conn).ListFamilies(testContext(t), &toolparserv1.ListFamiliesRequest{})
		_, health = healthv1.NewHealthClient(conn).Check(testContext(t), &healthv1.HealthCheckRequest{})
		return listed, health
	}
	eventually(t, "it serves", func() bool {
		listed, _ := call()
		return status.Code(listed) == codes.Unauthenticated
	})
	for _, test := range []struct {
		name         string
		certs        []tls.Certificate
		want, health codes.Code
	}{
		{"allowed by its common name", []tls.Certificate{ours.issue("gateway", time.Hour)}, codes.OK, codes.OK},
		{"allowed by its dns name", []tls.Certificate{ours.issue("worker", time.Hour)}, codes.OK, codes.OK},
		{"another name", []tls.Certificate{ours.issue("stranger", time.Hour)}, codes.PermissionDenied, codes.OK},
		{"none", nil, codes.Unauthenticated, codes.OK},
		{"expired", []tls.Certificate{ours.issue("gateway", -time.Minute)}, codes.Unavailable, codes.Unavailable},
		{"of another authority", []tls.Certificate{theirs.issue("gateway", time.Hour)}, codes.Unavailable, codes.Unavailable},
	} {
		listed, health := call(test.certs...)
		// Without a way to send the certificate that the server asks for, Go's client sends none.
		if got := status.Code(listed); got != test.want && (test.want != codes.Unavailable || got != codes.Unauthenticated) {
			t.Errorf("%s: %v", test.name, listed)
		}
		if got := status.Code(health); got != test.health && test.health == codes.OK {
			t.Errorf("%s: health %v", test.name, health)
		}
	}
	_, err := toolparserv1.NewToolParserServiceClient(dial(t, "unix:"+socket)).ListFamilies(testContext(t), &toolparserv1.ListFamiliesRequest{})
	wantError(t, err, codes.Unavailable) // plaintext
	if !strings.Contains(log.String(), "identity=gateway") || !strings.Contains(log.String(), "identity=worker.example") {
		t.Error("the log has no identities")
	}
	writeFile(t, caFile, ours.pem()+theirs.pem())
	eventually(t, "the other authority is known", func() bool {
		listed, _ := call(theirs.issue("gateway", time.Hour))
		return listed == nil
	})
}

func TestExpiredCertificateIsNotServed(t *testing.T) {
	dir := t.TempDir()
	cert := newAuthority(t).issue("server", -time.Minute)
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	key, err := x509.MarshalPKCS8PrivateKey(cert.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, certFile, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert.Certificate[0]})))
	writeFile(t, keyFile, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key})))
	_, err = server.New(testRegistry(t), server.WithConfig(server.Config{TLSCertFile: certFile, TLSKeyFile: keyFile}))
	if err == nil || !strings.Contains(err.Error(), "expired") {
		t.Errorf("error %v", err)
	}
}

func TestCertificateExpiryIsReported(t *testing.T) {
	dir := t.TempDir()
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeKeyPair(t, certFile, keyFile, 1)
	srv, err := server.New(testRegistry(t), server.WithConfig(server.Config{TLSCertFile: certFile, TLSKeyFile: keyFile}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Stop)
	if left := time.Until(srv.Load().CertificateExpires); left < 50*time.Minute || left > time.Hour {
		t.Errorf("it expires in %v", left)
	}
	if srv, err = server.New(testRegistry(t)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Stop)
	if expires := srv.Load().CertificateExpires; !expires.IsZero() {
		t.Errorf("without TLS: %v", expires)
	}
}

func TestPlaintextNeedsLeave(t *testing.T) {
	for address, local := range map[string]bool{
		"127.0.0.1:0": true, "[::1]:0": true, "localhost:0": true, "unix:/tmp/a.sock": true,
		":0": false, "0.0.0.0:0": false, "[::]:0": false, "10.0.0.1:0": false, "example.org:0": false,
	} {
		if err := (server.Config{Listen: []string{address}}).Validate(); (err == nil) != local {
			t.Errorf("%s: %v", address, err)
		}
		if err := (server.Config{Listen: []string{address}, InsecureListen: true}).Validate(); err != nil {
			t.Errorf("%s, allowed: %v", address, err)
		}
	}
}
