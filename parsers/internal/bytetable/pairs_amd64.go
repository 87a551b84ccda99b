//go:build !purego

package bytetable

// find is the index of the first of the n bytes from p on that is in a group, or n. n is at
// least 32.
//
//go:noescape
func find(h *halves, p *byte, n int) int

// findBefore is find for the first byte of a group that counts before the byte behind it. It reads
// n+1 bytes.
//
//go:noescape
func findBefore(h *halves, p *byte, n int) int

// findWhole is findBefore for tables of bytes instead of halves. n is at least 1.
//
//go:noescape
func findWhole(w *whole, p *byte, n int) int

func cpuid(leaf, sub uint32) (eax, ebx, ecx uint32)

// xgetbv returns which registers the operating system keeps.
func xgetbv() uint32

// Wide reports whether the processor looks up 32 bytes at a time, wider whether it looks up 64, and
// any number of them. Wide needs AVX2, wider AVX-512 with VBMI, and the operating system must keep
// their registers.
var Wide, wider = lookups()

// Least is how many bytes an Index of Pairs needs at least.
var Least = least()

func least() int {
	if wider {
		return 2
	}
	return Enough
}

// without, if it is "avx512", turns AVX-512 off. Tests set it, by -ldflags -X.
var without string

func lookups() (wide, wider bool) {
	const (
		osxsave, avx     = 1 << 27, 1 << 28         // leaf 1, ecx
		bmi1, avx2, bmi2 = 1 << 3, 1 << 5, 1 << 8   // leaf 7, ebx
		avx512f, bw      = 1 << 16, 1 << 30         // the same
		vbmi             = 1 << 1                   // leaf 7, ecx
		ymm              = 1<<1 | 1<<2              // of xgetbv: xmm is among them
		zmm              = ymm | 1<<5 | 1<<6 | 1<<7 // and the masks
		whole            = bmi1 | bmi2 | avx2 | avx512f | bw
	)
	if last, _, _ := cpuid(0, 0); last < 7 {
		return false, false
	}
	_, _, ecx := cpuid(1, 0)
	if ecx&osxsave == 0 || ecx&avx == 0 {
		return false, false
	}
	kept := xgetbv()
	_, ebx, ecx := cpuid(7, 0)
	wide = ebx&avx2 != 0 && kept&ymm == ymm
	return wide, without != "avx512" && wide && ebx&whole == whole && ecx&vbmi != 0 && kept&zmm == zmm
}
