package admit

import (
	"context"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// CallError is the error of a call whose caller has left, or whose deadline has
// passed; nil for others.
func CallError(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return status.FromContextError(err).Err()
	}
	return nil
}

// TooLong is the error of what is longer than a limit. The hint names the setting, if there is one.
func TooLong(what string, limit int, hint string) error {
	return status.Errorf(codes.ResourceExhausted, "%s is over the limit of %d bytes%s", what, limit, hint)
}

// MessageTooLong is the error of a message, an encoded request, that is over the limit of its call.
func (a *Admission) MessageTooLong() error {
	if a.kind.side() {
		return sideTooLong()
	}
	return messageTooLong(a.gate.config.MaxMessageBytes)
}

func messageTooLong(limit int) error {
	return TooLong("the message", limit, " (twice --max-request-bytes of the server)")
}

func sideTooLong() error {
	return TooLong("the message", maxSideMessage, ", which is that of calls of health and reflection")
}

// MostMessage is how long a message of the call may be, of n bytes that others may have.
func (a *Admission) MostMessage(n int) int {
	if a.kind.side() {
		return min(n, maxSideMessage)
	}
	return n
}

// NotReceived is the error of a call whose message takes too long.
func NotReceived(timeout time.Duration) error {
	return status.Errorf(codes.DeadlineExceeded, "no complete message for %v", timeout)
}

// readError is the error of a message that can't be received. gRPC's own error of a message that is too
// long doesn't name the setting.
func (g *Gate) readError(err error) error {
	st := status.Convert(err)
	if st.Code() == codes.ResourceExhausted && strings.HasPrefix(st.Message(), "grpc: received message larger than max") {
		return messageTooLong(g.config.MaxMessageBytes)
	}
	return err
}
