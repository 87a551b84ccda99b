package server_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// rawCodec sends bytes as they are.
type rawCodec struct{ encoding.CodecV2 }

func (rawCodec) Marshal(v any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(v.(string))}, nil
}

func (rawCodec) Unmarshal(mem.BufferSlice, any) error { return nil }
func (rawCodec) Name() string                         { return "proto" }

// TestNothingGoesUnseen makes calls that fail before any interceptor.
func TestNothingGoesUnseen(t *testing.T) {
	const parse = toolparserv1.ToolParserService_ParseToolCalls_FullMethodName
	r := start(t, server.WithConfig(server.Config{MaxRequestBytes: 1000}))
	for _, test := range []struct {
		name, method, message string
		want                  codes.Code
		level, says           string
	}{
		{"no UTF-8", parse, "\x1a\x02\xff\xfe", codes.Internal, "INFO", "\n"},
		{"no message", parse, "\x1a\x7f", codes.Internal, "INFO", "\n"},
		{"over twice the limit", parse, strings.Repeat("\x1a\x01x", 1000), codes.ResourceExhausted, "WARN", ` error="the message is over the limit of 2000 bytes (twice --max-request-bytes of the server)"`},
		{"an unknown method", "/toolparser.v1.ToolParserService/Nope", "", codes.Unimplemented, "INFO", ` error="unknown method /t`},
		{"an unknown service", "/nope.v1.Nope/Nope", "", codes.Unimplemented, "INFO", ` error="unknown method /n`},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := r.server.Load().Refused[test.want.String()]
			err := r.conn.Invoke(testContext(t), test.method, test.message, new(string), grpc.ForceCodecV2(rawCodec{}))
			wantError(t, err, test.want)
			eventually(t, "it is counted", func() bool { return r.server.Load().Refused[test.want.String()] == before+1 })
			line := "level=" + test.level + ` msg="refused call" method=` + test.method + " "
			eventually(t, "it is logged", func() bool {
				return strings.Contains(r.log.String(), line) && strings.Contains(r.log.String(), "code="+test.want.String()+test.says)
			})
		})
	}
}

func TestServingIsSaidAtEveryLevel(t *testing.T) {
	log := new(syncBuffer)
	quiet := slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelError}))
	srv, err := server.New(testRegistry(t), server.WithConfig(server.Config{Listen: []string{"127.0.0.1:0"}}), server.WithLogger(quiet))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- srv.Run(ctx) }()
	eventually(t, "serving is said", func() bool { return strings.Contains(log.String(), "msg=serving") })
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
