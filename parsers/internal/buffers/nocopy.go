package buffers

// A NoCopy makes go vet report a copy of a value that contains it: the parts of that value point at
// each other.
type NoCopy struct{}

// Lock does nothing.
func (*NoCopy) Lock() {}

// Unlock does nothing.
func (*NoCopy) Unlock() {}
