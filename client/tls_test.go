package client_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/toolparser/toolparser/client"
	"github.com/toolparser/toolparser/server"
)

func TestTLS(t *testing.T) {
	// A certificate of the standard library's, for example.com.
	https := httptest.NewTLSServer(nil)
	defer https.Close()
	r := serve(t, server.Config{TLSCertFile: certFile(t, https), TLSKeyFile: keyFile(t, https)})

	trust := x509.NewCertPool()
	trust.AddCert(https.Certificate())
	c, _ := r.connect(t, client.WithTLS(&tls.Config{RootCAs: trust, ServerName: "example.com"}))
	parse(t, c, "llama3", "x")

	stranger, ctx := r.connect(t, client.WithTLS(&tls.Config{ServerName: "example.com"}))
	_, err := stranger.Families(ctx)
	wantCode(t, err, codes.Unavailable)
}

func certFile(t *testing.T, s *httptest.Server) string {
	return pemFile(t, "CERTIFICATE", s.Certificate().Raw)
}

func keyFile(t *testing.T, s *httptest.Server) string {
	t.Helper()
	key, err := x509.MarshalPKCS8PrivateKey(s.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	return pemFile(t, "PRIVATE KEY", key)
}

func pemFile(t *testing.T, kind string, content []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// silent is an address where connections are taken and nothing is ever said.
func silent(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return listener.Addr().String()
}
