package server_test

import (
	"crypto/tls"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/server"
)

// TestFailedHandshakesAreSeen: by garbage, an old version, a certificate of a stranger, and a
// client that doesn't trust the server. A crowd of them is counted, and not a line each. What
// hangs up at once, as a balancer's probe does, is none.
func TestFailedHandshakesAreSeen(t *testing.T) {
	dir := t.TempDir()
	certFile, keyFile, caFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), filepath.Join(dir, "ca.pem")
	writeKeyPair(t, certFile, keyFile, 1)
	writeFile(t, caFile, newAuthority(t).pem())
	stranger := newAuthority(t).issue("stranger", patience)
	for _, protocol := range []struct {
		name string
		on   func(net.Listener) net.Listener
	}{{"grpc", func(l net.Listener) net.Listener { return l }}, {"http", server.HTTP}} {
		t.Run(protocol.name, func(t *testing.T) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			r := startOn(t, protocol.on(l), testRegistry(t).Families(), server.WithConfig(server.Config{
				TLSCertFile: certFile, TLSKeyFile: keyFile, ClientCAFile: caFile,
			}))
			const crowd = 20
			address := l.Addr().String()
			hangUp(t, address, "")
			for range crowd {
				hangUp(t, address, "GET / HTTP/1.1\r\n\r\n")
			}
			for _, config := range []*tls.Config{
				{InsecureSkipVerify: true, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11},
				{InsecureSkipVerify: true, Certificates: []tls.Certificate{stranger}, GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &stranger, nil }},
				{ServerName: "elsewhere"},
			} {
				conn, err := tls.Dial("tcp", address, config)
				if err == nil {
					_, _ = io.Copy(io.Discard, conn) // of TLS 1.3 the client's side ends first
					_ = conn.Close()
				}
			}
			eventually(t, "all are counted", func() bool { return r.server.Load().FailedHandshakes == crowd+3 })
			log := r.log.String()
			lines := strings.Count(log, `msg="failed TLS handshake"`)
			if lines == 0 || lines >= crowd/2 || !strings.Contains(log, "first record does not look like a TLS handshake") {
				t.Errorf("%d lines:\n%s", lines, log)
			}
		})
	}
}

// hangUp says something, waits for the server to end the connection if it said anything, and
// ends it.
func hangUp(t *testing.T, address, text string) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	if text != "" {
		_, _ = io.WriteString(conn, text)
		_, _ = io.Copy(io.Discard, conn)
	}
	_ = conn.Close()
}
