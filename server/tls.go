package server

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"google.golang.org/grpc/credentials"
)

// tlsCredentials serve a certificate that is read again when its file changes.
func tlsCredentials(certFile, keyFile string, log *slog.Logger) (credentials.TransportCredentials, error) {
	c := &certificate{certFile: certFile, keyFile: keyFile, log: log}
	if err := c.load(); err != nil {
		return nil, err
	}
	return credentials.NewTLS(&tls.Config{
		MinVersion:     tls.VersionTLS12,
		GetCertificate: c.get,
	}), nil
}

// A certificate is a key pair on disk, as last read.
type certificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mu      sync.Mutex
	changed time.Time
	pair    *tls.Certificate
}

// get returns the key pair, read again if its files changed. While they don't
// fit together, in the middle of a renewal, the pair before stays.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if changed := c.modified(); !changed.Equal(c.changed) {
		if err := c.load(); err != nil {
			c.log.Warn("keeping the tls certificate", "error", err)
		}
	}
	return c.pair, nil
}

// load reads both files.
func (c *certificate) load() error {
	changed := c.modified()
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return fmt.Errorf("tls certificate: %w", err)
	}
	c.pair, c.changed = &pair, changed
	return nil
}

// modified is when the younger of both files was written; zero if unknown.
func (c *certificate) modified() time.Time {
	var latest time.Time
	for _, name := range []string{c.certFile, c.keyFile} {
		if info, err := os.Stat(name); err == nil && info.ModTime().After(latest) {
			latest = info.ModTime()
		}
	}
	return latest
}
