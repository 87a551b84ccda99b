//go:build !purego

package bytetable

// find is the index of the first of the n bytes from p on that is of a group, or n: at
// least 32.
//
//go:noescape
func find(h *halves, p *byte, n int) int

// findBefore is that of the first one which the byte behind it counts for. It reads n+1 bytes.
//
//go:noescape
func findBefore(h *halves, p *byte, n int) int

func cpuid(leaf, sub uint32) (eax, ebx, ecx uint32)

// xgetbv tells which registers the operating system keeps.
func xgetbv() uint32

// Wide tells whether the processor looks up 32 bytes at a time: it has AVX2, and the
// operating system keeps its registers.
var Wide = hasAVX2()

func hasAVX2() bool {
	const (
		osxsave, avx = 1 << 27, 1 << 28 // leaf 1, ecx
		avx2         = 1 << 5           // leaf 7, ebx
		xmm, ymm     = 1 << 1, 1 << 2
	)
	if last, _, _ := cpuid(0, 0); last < 7 {
		return false
	}
	_, _, ecx := cpuid(1, 0)
	if ecx&osxsave == 0 || ecx&avx == 0 || xgetbv()&(xmm|ymm) != xmm|ymm {
		return false
	}
	_, ebx, _ := cpuid(7, 0)
	return ebx&avx2 != 0
}
