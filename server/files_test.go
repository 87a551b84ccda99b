//go:build unix

package server_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/toolparser/toolparser/server"
)

// TestAPipeStopsNoFileFromBeingRead: it blocks whoever opens it. In a folder of families it
// is an error that is logged and counted; the rest of the files are read again as before, and
// the folder too once it is gone.
func TestAPipeStopsNoFileFromBeingRead(t *testing.T) {
	dir := t.TempDir()
	tokens, folder := filepath.Join(dir, "tokens"), filepath.Join(dir, "families")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, tokens, "a "+oldToken)
	writeFile(t, filepath.Join(folder, "acme.txtpb"), acmeVersion(1))
	r := start(t, server.WithConfig(server.Config{TokensFile: tokens, FamilyFiles: []string{folder}}))
	format := func() string {
		f, err := r.server.Families().Find("acme", "")
		if err != nil {
			t.Fatal(err)
		}
		return f.Formats[0].Name
	}

	pipe := filepath.Join(folder, "pipe.txtpb")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the pipe is counted", func() bool { return r.server.Load().Files["families"].Failures == 1 })
	eventually(t, "the pipe is logged", func() bool {
		return strings.Contains(r.log.String(), "keeping the families as before") && strings.Contains(r.log.String(), "pipe.txtpb: it is a pipe; want a regular file")
	})
	writeFile(t, tokens, "a "+newToken)
	eventually(t, "tokens are read again all the same", func() bool { return listAs(t, r, "Bearer "+newToken) == codes.OK })

	writeFile(t, filepath.Join(folder, "acme.txtpb"), acmeVersion(2))
	eventually(t, "each failure is counted", func() bool { return r.server.Load().Files["families"].Failures == 2 })
	if got := format(); got != "acme/v1" {
		t.Errorf("with a pipe in the folder %s is served", got)
	}
	if err := os.Remove(pipe); err != nil {
		t.Fatal(err)
	}
	eventually(t, "without the pipe the folder is read again", func() bool { return format() == "acme/v2" })
}

// TestAPipeInPlaceOfAFileStopsNoOther, of whichever kind it takes the place.
func TestAPipeInPlaceOfAFileStopsNoOther(t *testing.T) {
	dir := t.TempDir()
	tokens, certFile, keyFile := filepath.Join(dir, "tokens"), filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeFile(t, tokens, "a "+oldToken)
	writeKeyPair(t, certFile, keyFile, 1)
	r := start(t, server.WithConfig(server.Config{TokensFile: tokens, TLSCertFile: certFile, TLSKeyFile: keyFile}))
	if err := os.Remove(tokens); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(tokens, 0o600); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the tokens can't be read", func() bool { return r.server.Load().Files["tokens"].Failures > 0 })
	writeKeyPair(t, certFile, keyFile, 2)
	later := time.Now().Add(time.Second)
	_ = os.Chtimes(certFile, later, later)
	eventually(t, "the certificate is read again", func() bool { return r.server.Load().Files["tls_certificate"].Reads > 1 })
}

// TestReload reads files that haven't changed.
func TestReload(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	writeFile(t, file, "a "+oldToken)
	r := start(t, server.WithConfig(server.Config{TokensFile: file}))
	before := r.server.Load().Files["tokens"]
	r.server.Reload()
	eventually(t, "the file is read again", func() bool { return r.server.Load().Files["tokens"].Reads == before.Reads+1 })
	if after := r.server.Load().Files["tokens"]; !after.Last.After(before.Last) {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

// TestATokenFileThatLooksAlikeIsRead: the removed token would stay valid.
func TestATokenFileThatLooksAlikeIsRead(t *testing.T) {
	const other = "the-token-of-mornings!" // as long as oldToken
	dir := t.TempDir()
	file := filepath.Join(dir, "tokens")
	same := time.Now().Add(-time.Hour)
	for name, replace := range map[string]func(path string) error{
		"renamed": func(path string) error { return os.Rename(path, file) },
		"linked":  func(path string) error { return errors.Join(os.Remove(file), os.Symlink(path, file)) },
	} {
		paths := map[string]string{oldToken: file, other: filepath.Join(dir, name)}
		for token, path := range paths {
			if err := errors.Join(os.WriteFile(path, []byte("a "+token), 0o600), os.Chtimes(path, same, same)); err != nil {
				t.Fatal(err)
			}
		}
		r := start(t, server.WithConfig(server.Config{TokensFile: file}))
		if code := listAs(t, r, "Bearer "+oldToken); code != codes.OK {
			t.Fatal(name, code)
		}
		if err := replace(paths[other]); err != nil {
			t.Fatal(err)
		}
		eventually(t, name+": the new token is taken", func() bool { return listAs(t, r, "Bearer "+other) == codes.OK })
		if code := listAs(t, r, "Bearer "+oldToken); code != codes.Unauthenticated {
			t.Errorf("%s: the removed token has %v", name, code)
		}
		_ = os.Remove(file)
	}
}
