package main

import "testing"

// TestStreamsLoseNothing opens some at once; make proxy opens more.
func TestStreamsLoseNothing(t *testing.T) {
	if err := measureCrowd(crowd{streams: 20, events: 20}); err != nil {
		t.Error(err)
	}
}
