package server

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"time"

	"github.com/toolparser/toolparser/internal/regular"
)

// A tlsFiles is what the TLS files of a configuration say.
type tlsFiles struct {
	pair      *watched[tls.Certificate]
	clientCAs *watched[*x509.CertPool] // nil where clients need no certificate
}

func newTLSFiles(c Config) (*tlsFiles, error) {
	if c.TLSCertFile == "" {
		return nil, nil
	}
	f := new(tlsFiles)
	var err error
	f.pair, err = watchFiles("tls certificate", func() (tls.Certificate, error) { return readPair(c.TLSCertFile, c.TLSKeyFile) }, c.TLSCertFile, c.TLSKeyFile)
	if err != nil || c.ClientCAFile == "" {
		return f, err
	}
	f.clientCAs, err = watchFiles("client ca", func() (*x509.CertPool, error) { return readPool(c.ClientCAFile) }, c.ClientCAFile)
	return f, err
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
	cert, err := regular.Read(certFile)
	if err != nil {
		return pair, err
	}
	key, err := regular.Read(keyFile)
	if err != nil {
		return pair, err
	}
	return tls.X509KeyPair(cert, key)
}

func readPool(file string) (*x509.CertPool, error) {
	text, err := regular.Read(file)
	if err != nil {
		return nil, fmt.Errorf("client ca: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, errors.New("client ca: " + file + " holds no certificate")
	}
	return pool, nil
}

// config is that of every connection, as the files are when it is made. A client
// without a certificate gets that far, for health; see identities.
func (f *tlsFiles) config(protocols ...string) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		NextProtos: protocols,
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
			c := &tls.Config{
				MinVersion:   tls.VersionTLS12,
				NextProtos:   protocols,
				Certificates: []tls.Certificate{*f.pair.get()},
			}
			if f.clientCAs != nil {
				c.ClientAuth, c.ClientCAs = tls.VerifyClientCertIfGiven, *f.clientCAs.get()
			}
			return c, nil
		},
	}
}

// expires is when the certificate does; zero without one.
func (f *tlsFiles) expires() time.Time {
	if f == nil {
		return time.Time{}
	}
	return f.pair.get().Leaf.NotAfter
}
