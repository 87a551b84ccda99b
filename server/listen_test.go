package server_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

func statusCode(err error) codes.Code { return status.Code(err) }

// runOn runs a server on its configured addresses and stops it with the test.
func runOn(t *testing.T, config server.Config) (stop func() error, log *syncBuffer) {
	t.Helper()
	log = new(syncBuffer)
	srv, err := server.New(testRegistry(t), server.WithConfig(config), server.WithLogger(slog.New(slog.NewTextHandler(log, nil))))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- srv.Run(ctx) }()
	stopped := false
	stop = func() error {
		cancel()
		if stopped {
			return nil
		}
		stopped = true
		return <-ended
	}
	t.Cleanup(func() { _ = stop() })
	return stop, log
}

func wantFamilies(t *testing.T, conn *grpc.ClientConn) {
	t.Helper()
	client := toolparserv1.NewToolParserServiceClient(conn)
	if _, err := client.ListFamilies(testContext(t), &toolparserv1.ListFamiliesRequest{}, grpc.WaitForReady(true)); err != nil {
		t.Error(err)
	}
}

func TestSeveralListeners(t *testing.T) {
	first, second := filepath.Join(t.TempDir(), "a.sock"), filepath.Join(t.TempDir(), "b.sock")
	stop, log := runOn(t, server.Config{Listen: []string{"127.0.0.1:0", "unix:" + first, "unix://" + second}})
	wantFamilies(t, dial(t, "unix:"+first))
	wantFamilies(t, dial(t, "unix:"+second))
	eventually(t, "the port is logged", func() bool { return strings.Contains(log.String(), "address=127.0.0.1:") })
	_, rest, _ := strings.Cut(log.String(), "address=127.0.0.1:")
	port, _, _ := strings.Cut(rest, "\n")
	wantFamilies(t, dial(t, "127.0.0.1:"+port))
	if err := stop(); err != nil {
		t.Error(err)
	}
	for _, path := range []string{first, second} {
		if _, err := os.Lstat(path); !os.IsNotExist(err) {
			t.Errorf("the socket is left behind: %v", err)
		}
	}
}

func TestStaleSocketIsReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.sock")
	stale, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	stale.SetUnlinkOnClose(false)
	_ = stale.Close()
	runOn(t, server.Config{Listen: []string{"unix:" + path}})
	wantFamilies(t, dial(t, "unix:"+path))
}

func TestSocketPathInUse(t *testing.T) {
	dir := t.TempDir()
	served := filepath.Join(dir, "served.sock")
	listener, err := net.Listen("unix", served)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() //nolint:errcheck // the test is over
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, path, says string }{
		{"another server", served, "another process is serving on the socket; end it, or serve another path"},
		{"a file", file, "is not a socket"},
		{"a folder", dir, "is not a socket"},
		{"no folder", filepath.Join(dir, "nope", "a.sock"), "nope doesn't exist; create it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			srv, err := server.New(testRegistry(t), server.WithConfig(server.Config{Listen: []string{"127.0.0.1:0", "unix:" + test.path}}))
			if err != nil {
				t.Fatal(err)
			}
			if err := srv.Run(testContext(t)); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v", err)
			}
		})
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "precious" {
		t.Error("the file was touched:", err)
	}
}

func TestTLS(t *testing.T) {
	dir := t.TempDir()
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeKeyPair(t, certFile, keyFile, 1)
	socket := filepath.Join(dir, "a.sock")
	_, log := runOn(t, server.Config{Listen: []string{"unix:" + socket}, TLSCertFile: certFile, TLSKeyFile: keyFile})

	if serial := servedSerial(t, socket); serial != 1 {
		t.Errorf("serial number %d", serial)
	}
	writeKeyPair(t, certFile, keyFile, 2)
	later := time.Now().Add(time.Second)
	_ = os.Chtimes(certFile, later, later)
	eventually(t, "the renewed certificate is served", func() bool { return servedSerial(t, socket) == 2 })
	if err := os.WriteFile(keyFile, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	later = later.Add(time.Second)
	_ = os.Chtimes(keyFile, later, later)
	eventually(t, "the broken renewal is logged", func() bool { return strings.Contains(log.String(), "keeping the tls certificate") })
	if want := "tls certificate: " + certFile + " and " + keyFile + ": "; !strings.Contains(log.String(), want) {
		t.Errorf("the log has no %q:\n%s", want, log)
	}
	for range 3 {
		if serial := servedSerial(t, socket); serial != 2 {
			t.Errorf("in the middle of a renewal: serial number %d", serial)
		}
	}
	if n := strings.Count(log.String(), "keeping the tls certificate"); n != 1 {
		t.Errorf("it is logged %d times", n)
	}
	_, err := toolparserv1.NewToolParserServiceClient(dial(t, "unix:"+socket)).ListFamilies(testContext(t), &toolparserv1.ListFamiliesRequest{})
	wantError(t, err, codes.Unavailable)
}

// servedSerial makes a call with TLS and returns the serial number of the
// certificate that was shown.
func servedSerial(t *testing.T, socket string) int64 {
	t.Helper()
	var serial int64
	config := &tls.Config{
		InsecureSkipVerify: true,
		VerifyConnection: func(state tls.ConnectionState) error {
			serial = state.PeerCertificates[0].SerialNumber.Int64()
			return nil
		},
	}
	wantFamilies(t, dial(t, "unix:"+socket, grpc.WithTransportCredentials(credentials.NewTLS(config))))
	return serial
}

func writeKeyPair(t *testing.T, certFile, keyFile string, serial int64) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(serial), NotAfter: time.Now().Add(time.Hour)}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	rawKey, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{
		certFile: {Type: "CERTIFICATE", Bytes: cert},
		keyFile:  {Type: "PRIVATE KEY", Bytes: rawKey},
	} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
