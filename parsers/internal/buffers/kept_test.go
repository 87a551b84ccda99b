package buffers_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
)

// A small buffer is kept for the next output; a large one isn't.
func TestKept(t *testing.T) {
	small, large := make([]byte, 10, buffers.MaxKept), make([]byte, 10, buffers.MaxKept+1)
	for name, kept := range map[string]func([]byte) []byte{"Kept": buffers.Kept, "Reused": buffers.Reused} {
		if got := kept(small); len(got) != 0 || cap(got) != buffers.MaxKept {
			t.Errorf("%s: %d of %d bytes", name, len(got), cap(got))
		}
		if got := kept(large); got != nil {
			t.Errorf("%s keeps %d bytes", name, cap(got))
		}
	}
}

// A full list moves into the room that was kept, if that is larger.
func TestLarger(t *testing.T) {
	full, kept := []int{1, 2}, make([]int, 0, 8)
	if got := buffers.Larger(full, kept); len(got) != 2 || cap(got) != 8 || got[1] != 2 {
		t.Errorf("%v of %d", got, cap(got))
	}
	if got := buffers.Larger(full, make([]int, 0, 2)); cap(got) != 2 {
		t.Errorf("it moved into room for %d", cap(got))
	}
	if got := buffers.Larger(full[:1], kept); cap(got) != 2 {
		t.Errorf("a list with room moved into room for %d", cap(got))
	}
}

// An emptied slice doesn't hold on to its items.
func TestEmptied(t *testing.T) {
	list := []*int{new(int)}
	if got := buffers.Emptied(list); len(got) != 0 || cap(got) != 1 || list[0] != nil {
		t.Errorf("%v of %v", got, list)
	}
	if got := buffers.Emptied(make([]byte, buffers.MaxKept+1)); got != nil {
		t.Errorf("%d bytes are kept", cap(got))
	}
}
