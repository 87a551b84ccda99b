package server

import (
	"testing"
	"unicode/utf8"

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

func TestClip(t *testing.T) {
	for n := range 12 {
		if got := clip("aüb€c🎉d", n+3); len(got) > n+3 || !utf8.ValidString(got) {
			t.Errorf("clipped to %d: %q", n+3, got)
		}
	}
	if got := clip("aüb€c🎉d", 14); got != "aüb€c🎉d" {
		t.Errorf("got %q", got)
	}
}
