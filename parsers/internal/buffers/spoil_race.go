//go:build race

package buffers

// spoil overwrites memory that was given back, so that tests with the race detector
// show if something goes on using it.
func spoil(b []byte) {
	for i := range b {
		b[i] = 0xaa
	}
}
