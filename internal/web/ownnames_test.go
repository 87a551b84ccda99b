package web

import (
	"net"
	"testing"
)

// TestTheAddressThatWasReachedIsAnOwnName, where a server listens on all of them.
func TestTheAddressThatWasReachedIsAnOwnName(t *testing.T) {
	reached := &net.TCPAddr{IP: net.ParseIP("10.1.2.3"), Port: 9465}
	for host, want := range map[string]bool{"10.1.2.3": true, "::ffff:10.1.2.3": true, "10.1.2.4": false, "node.example": true, "other.example": false} {
		if got := isOwnName(host, "node.example", reached); got != want {
			t.Errorf("%s: %v", host, got)
		}
	}
}
