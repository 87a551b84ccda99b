package server_test

import (
	"crypto/tls"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// A rotation is a server whose certificate and client authority change under load.
type rotation struct {
	*running
	t                         *testing.T
	address                   string
	certFile, keyFile, caFile string
	// current is the certificate of the clients; serial that of the server, as the last
	// handshake showed it.
	current atomic.Pointer[tls.Certificate]
	serial  atomic.Int64
	resumed atomic.Bool
	// rounds are the calls that each of the callers of load has made.
	rounds [3]atomic.Int64
}

func startRotation(t *testing.T, ca *authority) *rotation {
	t.Helper()
	dir := t.TempDir()
	r := &rotation{t: t, certFile: filepath.Join(dir, "cert.pem"), keyFile: filepath.Join(dir, "key.pem"), caFile: filepath.Join(dir, "ca.pem")}
	writeKeyPair(t, r.certFile, r.keyFile, 1)
	writeFile(t, r.caFile, ca.pem())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.address = l.Addr().String()
	r.running = startOn(t, l, testRegistry(t).Families(), server.WithConfig(server.Config{
		TLSCertFile: r.certFile, TLSKeyFile: r.keyFile, ClientCAFile: r.caFile, ClientNames: []string{"gateway"},
	}))
	return r
}

// connect makes a connection with a certificate.
func (r *rotation) connect(cert *tls.Certificate, sessions tls.ClientSessionCache) *grpc.ClientConn {
	conn, err := grpc.NewClient(r.address, grpc.WithTransportCredentials(credentials.NewTLS(&tls.Config{
		InsecureSkipVerify: true, ClientSessionCache: sessions, // it is looked at below
		// Whatever authorities the server names, as a client with one certificate does.
		GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return cert, nil },
		VerifyConnection: func(state tls.ConnectionState) error {
			if state.DidResume {
				r.resumed.Store(true)
			}
			r.serial.Store(state.PeerCertificates[0].SerialNumber.Int64())
			return nil
		},
	})))
	if err != nil {
		r.t.Error(err)
	}
	return conn
}

// try makes a call on a new connection.
func (r *rotation) try(cert *tls.Certificate, sessions tls.ClientSessionCache) error {
	conn := r.connect(cert, sessions)
	defer conn.Close() //nolint:errcheck // the call has said what there is to say
	return r.call(conn)
}

func (r *rotation) call(conn *grpc.ClientConn) error {
	request := &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "!f {}"}
	response, err := toolparserv1.NewToolParserServiceClient(conn).ParseToolCalls(testContext(r.t), request)
	if err == nil && len(response.GetResult().GetToolCalls()) != 1 {
		err = fmt.Errorf("response %v", response)
	}
	return err
}

// load calls until stop is called: on a connection that stays, on new ones, and on a
// stream that stays open.
func (r *rotation) load() (stop func() []error) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failures []error
	var stopped atomic.Bool
	until := func(caller int, call func() error) {
		wg.Go(func() {
			for ; !stopped.Load(); r.rounds[caller].Add(1) {
				if err := call(); err != nil {
					mu.Lock()
					failures = append(failures, err)
					mu.Unlock()
				}
			}
		})
	}
	stays := r.connect(r.current.Load(), nil)
	r.t.Cleanup(func() { _ = stays.Close() })
	stream, err := toolparserv1.NewToolParserServiceClient(stays).StreamToolCalls(testContext(r.t))
	if err != nil {
		r.t.Fatal(err)
	}
	mustExchange(r.t, stream, startRequest("line"))
	until(0, func() error { return r.call(stays) })
	until(1, func() error { return r.try(r.current.Load(), nil) })
	until(2, func() error {
		if err := stream.Send(deltaRequest("x")); err != nil {
			return err
		}
		_, err := stream.Recv()
		return err
	})
	return func() []error {
		stopped.Store(true)
		wg.Wait()
		if result := mustExchange(r.t, stream, finishRequest(0)).GetResult(); result == nil {
			r.t.Error("the stream has no result")
		}
		return failures
	}
}

// pass waits until every caller has made a few calls that began from now on.
func (r *rotation) pass() {
	for caller := range r.rounds {
		rounds := &r.rounds[caller]
		from := rounds.Load()
		eventually(r.t, "calls go on", func() bool { return rounds.Load() > from+3 })
	}
}

// TestCertificatesRotateUnderLoad: the server's and the authority of the clients'. Nothing
// is dropped, and what was rotated out is refused.
func TestCertificatesRotateUnderLoad(t *testing.T) {
	before, after := newAuthority(t), newAuthority(t)
	old, fresh := before.issue("gateway", time.Hour), after.issue("gateway", time.Hour)
	r := startRotation(t, before)
	r.current.Store(&old)
	sessions := tls.NewLRUClientSessionCache(0)
	eventually(t, "it serves", func() bool { return r.try(&old, sessions) == nil })
	if err := r.try(&fresh, nil); err == nil {
		t.Error("the new certificate is taken before its authority is known")
	}
	stop := r.load()
	r.pass()

	writeKeyPair(t, r.certFile, r.keyFile, 2) // two files, one after the other
	eventually(t, "new connections see the new certificate", func() bool { return r.try(&old, nil) == nil && r.serial.Load() == 2 })
	r.pass()

	writeFile(t, r.caFile, before.pem()+after.pem())
	eventually(t, "both authorities are known", func() bool { return r.try(&fresh, nil) == nil })
	if err := r.try(&old, sessions); err != nil {
		t.Error("the old certificate, while both are known:", err)
	}
	if !r.resumed.Load() {
		t.Error("no session is resumed, and so what follows says nothing")
	}
	r.current.Store(&fresh)
	r.pass()

	writeFile(t, r.caFile, after.pem())
	eventually(t, "the old authority is forgotten", func() bool { return r.try(&old, nil) != nil })
	if err := r.try(&old, sessions); err == nil {
		t.Error("a session of an old certificate is resumed")
	}
	r.pass()
	for _, err := range stop() {
		t.Error("dropped:", err)
	}

	writeFile(t, r.caFile, "half a file")
	eventually(t, "a broken file is reported", func() bool { return strings.Contains(r.log.String(), "keeping the client ca") })
	if err := r.try(&fresh, nil); err != nil {
		t.Error("with a broken file:", err)
	}
	if err := r.try(&tls.Certificate{}, nil); status.Code(err) != codes.Unauthenticated {
		t.Error("without a certificate:", err)
	}
}
