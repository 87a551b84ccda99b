// Package tlsfiles serves TLS with a certificate from files, which are read again when they change.
package tlsfiles

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"time"

	"github.com/toolparser/toolparser/internal/regularfile"
	"github.com/toolparser/toolparser/internal/reload"
)

// Files are the certificate of a server, and the authorities of its clients, as the files are now.
// Nil stands for a server without TLS.
type Files struct {
	pair      *reload.Files[tls.Certificate]
	clientCAs *reload.Files[*x509.CertPool] // nil where clients need no certificate
}

// New reads the PEM files of the certificate chain and its key, and of the authorities of which
// clients need a certificate, if there are any. Without a certificate it returns nil.
func New(certFile, keyFile, clientCAFile string) (*Files, error) {
	if certFile == "" {
		return nil, nil
	}
	f := new(Files)
	var err error
	f.pair, err = reload.New("tls certificate", func() (tls.Certificate, error) { return readPair(certFile, keyFile) }, certFile, keyFile)
	if err != nil || clientCAFile == "" {
		return f, err
	}
	f.clientCAs, err = reload.New("client ca", func() (*x509.CertPool, error) { return readPool(clientCAFile) }, clientCAFile)
	return f, err
}

// Watchers are what is read again when the files change.
func (f *Files) Watchers() (watchers reload.All) {
	if f == nil {
		return nil
	}
	if f.pair != nil {
		watchers = append(watchers, f.pair)
	}
	if f.clientCAs != nil {
		watchers = append(watchers, f.clientCAs)
	}
	return watchers
}

// readPair reads a certificate that can be served: an expired one only makes every
// client fail.
func readPair(certFile, keyFile string) (tls.Certificate, error) {
	pair, err := loadPair(certFile, keyFile)
	if err != nil {
		return pair, fmt.Errorf("tls certificate: %s and %s: %w", certFile, keyFile, err)
	}
	if time.Now().After(pair.Leaf.NotAfter) {
		return pair, fmt.Errorf("tls certificate: %s expired at %v", certFile, pair.Leaf.NotAfter)
	}
	return pair, nil
}

// loadPair is tls.LoadX509KeyPair of regular files.
func loadPair(certFile, keyFile string) (pair tls.Certificate, err error) {
	cert, err := regularfile.Read(certFile)
	if err != nil {
		return pair, err
	}
	key, err := regularfile.Read(keyFile)
	if err != nil {
		return pair, err
	}
	return tls.X509KeyPair(cert, key)
}

func readPool(file string) (*x509.CertPool, error) {
	text, err := regularfile.Read(file)
	if err != nil {
		return nil, fmt.Errorf("client ca: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, errors.New("client ca: " + file + " holds no certificate")
	}
	return pool, nil
}

// Config is that of every connection, as the files are when it is made. A client
// without a certificate gets that far: whoever answers it decides.
func (f *Files) Config(protocols ...string) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		NextProtos: protocols,
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
			c := &tls.Config{
				MinVersion:   tls.VersionTLS12,
				NextProtos:   protocols,
				Certificates: []tls.Certificate{*f.pair.Get()},
			}
			if f.clientCAs != nil {
				c.ClientAuth, c.ClientCAs = tls.VerifyClientCertIfGiven, *f.clientCAs.Get()
			}
			return c, nil
		},
	}
}

// Expires is when the certificate does; zero without one.
func (f *Files) Expires() time.Time {
	if f == nil {
		return time.Time{}
	}
	return f.pair.Get().Leaf.NotAfter
}
