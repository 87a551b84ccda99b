package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// attackControls sends what is six times as long in JSON, and seven times where its call is
// rejected, and its text kept as well.
func attackControls(ctx context.Context, t *target) error {
	var messages []shared
	for i := range 6 {
		n := longText>>i - 1<<10 // the longest are shed, the shorter ones accepted
		request := request(`{"name": "f", "parameters": {"a": "` + strings.Repeat("\x01", n) + `"}}`)
		if i%2 == 0 {
			request.Tools = []*toolparserv1.Tool{{Type: "function", Function: &toolparserv1.FunctionDefinition{Name: "another"}}}
			request.Options = &toolparserv1.ParseOptions{RejectUnknownTools: true, ContentPolicy: toolparserv1.ContentPolicy_CONTENT_POLICY_VERBATIM}
		}
		messages = append(messages, share(request))
	}
	crowdOf(64, func(i int) { parse(ctx, t.conn(i), messages[i%len(messages)]) })
	return nil
}

const (
	fileTokenBefore = "the-token-of-yesterday"
	fileTokenAfter  = "the-token-of-tomorrow"
	// fileFamily is a family of one format.
	fileFamily = `name: "acme"
formats { name: "acme/json" example: '<call>{"name": "f", "arguments": {}}</call>' }
grammar { blocks { format: "acme/json" shape { base: BASE_BLOCK_CALLS } markers { open: "<call>" close: "</call>" } } }
`
)

// attackFiles puts a pipe into a server's folder of families, which blocks whoever opens it:
// its tokens must be read again all the same, and its families once the pipe is gone. The
// server is another one, with files.
func attackFiles(ctx context.Context, t *target) (err error) {
	dir, err := os.MkdirTemp("", "toolparser-attack")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // the system removes what is left
	tokens, folder := filepath.Join(dir, "tokens"), filepath.Join(dir, "families")
	err = errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(tokens, []byte("a "+fileTokenBefore), 0o600),
		os.WriteFile(filepath.Join(folder, "acme.txtpb"), []byte(fileFamily), 0o600))
	if err != nil {
		return err
	}
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+fileTokenBefore)
	s, err := startTarget(ctx, &target{binary: t.binary, flags: []string{"--tokens", tokens, "--family-file", folder}, launch: t.launch, plain: true}, 1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	pipe := filepath.Join(folder, "pipe.txtpb")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		return err
	}
	time.Sleep(time.Second) // it is found
	if err := s.process.Process.Signal(syscall.SIGHUP); err != nil {
		return err
	}
	if err := os.WriteFile(tokens, []byte("a "+fileTokenAfter), 0o600); err != nil {
		return err
	}
	ctx = metadata.NewOutgoingContext(ctx, metadata.Pairs("authorization", "Bearer "+fileTokenAfter))
	if err := s.until(ctx, "the new token", func(*toolparserv1.ListFamiliesResponse) bool { return true }); err != nil {
		return err
	}
	other := strings.ReplaceAll(fileFamily, "acme", "other")
	if err := errors.Join(os.Remove(pipe), os.WriteFile(filepath.Join(folder, "other.txtpb"), []byte(other), 0o600)); err != nil {
		return err
	}
	return s.until(ctx, "the new family", func(r *toolparserv1.ListFamiliesResponse) bool {
		return r.GetFamilies()[len(r.GetFamilies())-1].GetName() == "other"
	})
}

// until asks for the families until the server answers with what is wanted.
func (t *target) until(ctx context.Context, what string, wanted func(*toolparserv1.ListFamiliesResponse) bool) error {
	for {
		response, err := t.client(0).ListFamilies(ctx, &toolparserv1.ListFamiliesRequest{})
		switch {
		case err == nil && wanted(response):
			return nil
		case ctx.Err() != nil:
			return fmt.Errorf("%s is never accepted: %w", what, ctx.Err())
		case err != nil && status.Code(err) != codes.Unauthenticated:
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}
