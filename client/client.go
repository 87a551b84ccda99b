package client

import (
	"context"
	"fmt"
	"unicode/utf8"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// A Client calls the service. It is safe for concurrent use, and connects when it is
// first used. Errors are gRPC's, with a code and details: see package status.
//
// A unary call is repeated, up to five attempts over some 3 s and never past the context's
// deadline, while the service is unavailable, or overloaded and asks for another attempt
// (ResourceExhausted with RetryInfo).
type Client struct {
	target  string
	conn    *grpc.ClientConn
	service toolparserv1.ToolParserServiceClient
}

// New makes a client for a target: "host:port", "unix:PATH", or any other name that
// gRPC resolves, such as "dns:///toolparser:50051", of which it uses all addresses.
func New(target string, options ...Option) (*Client, error) {
	s := defaultSettings()
	for _, option := range options {
		option(s)
	}
	if err := s.check(target); err != nil {
		return nil, err
	}
	conn, err := grpc.NewClient(target, s.dialOptions()...)
	if err != nil {
		return nil, fmt.Errorf("client of %s: %w", target, err)
	}
	return &Client{target: target, conn: conn, service: toolparserv1.NewToolParserServiceClient(conn)}, nil
}

// Service returns the generated client on the same connection, for the RPCs and call
// options that have no method here. Its calls are not repeated.
func (c *Client) Service() toolparserv1.ToolParserServiceClient { return c.service }

// Parse parses one complete output. Bytes in it that are no UTF-8 count as U+FFFD, each.
func (c *Client) Parse(ctx context.Context, request *toolparserv1.ParseToolCallsRequest) (*toolparserv1.ParseToolCallsResponse, error) {
	if !utf8.ValidString(request.GetModelOutput()) {
		request = proto.CloneOf(request)
		request.ModelOutput = string([]rune(request.GetModelOutput()))
	}
	return repeated(ctx, c.target, func() (*toolparserv1.ParseToolCallsResponse, error) {
		return c.service.ParseToolCalls(ctx, request)
	})
}

// Families lists the families that the service knows.
func (c *Client) Families(ctx context.Context) ([]*toolparserv1.Family, error) {
	response, err := repeated(ctx, c.target, func() (*toolparserv1.ListFamiliesResponse, error) {
		return c.service.ListFamilies(ctx, &toolparserv1.ListFamiliesRequest{})
	})
	return response.GetFamilies(), err
}

// Close ends all calls and sessions, and the connection.
func (c *Client) Close() error { return c.conn.Close() }
