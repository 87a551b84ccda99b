package server

import (
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestCheckLength(t *testing.T) {
	if err := checkLength(MaxOutputBytes); err != nil {
		t.Error(err)
	}
	if err := checkLength(MaxOutputBytes + 1); status.Code(err) != codes.ResourceExhausted {
		t.Error(err)
	}
}
