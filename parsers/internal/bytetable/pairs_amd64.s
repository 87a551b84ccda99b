//go:build !purego

#include "textflag.h"

DATA lowHalf<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA lowHalf<>+8(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL lowHalf<>(SB), RODATA|NOPTR, $16

// START loads the arguments and the tables of the first byte. The tables are the same in
// both halves of a register, since a lookup stays in its half. R8: where the last 32 begin.
#define START \
	MOVQ           h+0(FP), AX       \
	MOVQ           p+8(FP), SI       \
	MOVQ           n+16(FP), CX      \
	VBROADCASTI128 (AX), Y0          \
	VBROADCASTI128 16(AX), Y1        \
	VBROADCASTI128 lowHalf<>(SB), Y4 \
	VPXOR          Y5, Y5, Y5        \
	LEAQ           -32(CX), R8       \
	XORL           DX, DX

// GROUPS makes bytes the groups that both of their halves have.
#define GROUPS(bytes, low, high, spare) \
	VPSRLW  $4, bytes, spare    \
	VPAND   Y4, bytes, bytes    \
	VPAND   Y4, spare, spare    \
	VPSHUFB bytes, low, bytes   \
	VPSHUFB spare, high, spare  \
	VPAND   spare, bytes, bytes

// FOUND jumps to found if one of Y6 is of a group: R9 has a bit for each that is.
#define FOUND \
	VPCMPEQB  Y5, Y6, Y6 \
	VPMOVMSKB Y6, R9     \
	XORL      $-1, R9    \
	JNE       found

// NEXT goes on to the next 32, then to the last ones, some of which were seen.
#define NEXT \
	ADDQ $32, DX \
	CMPQ DX, R8  \
	JBE  loop    \
	CMPQ DX, CX  \
	JAE  none    \
	MOVQ R8, DX  \
	JMP  loop

// func find(h *halves, p *byte, n int) int
TEXT ·find(SB), NOSPLIT, $0-32
	START

loop:
	VMOVDQU (SI)(DX*1), Y6
	GROUPS(Y6, Y0, Y1, Y7)
	FOUND
	NEXT

found:
	BSFL R9, R9
	LEAQ (DX)(R9*1), CX

none:
	VZEROUPPER
	MOVQ CX, ret+24(FP)
	RET

// func findBefore(h *halves, p *byte, n int) int
TEXT ·findBefore(SB), NOSPLIT, $0-32
	START
	VBROADCASTI128 32(AX), Y2
	VBROADCASTI128 48(AX), Y3

loop:
	VMOVDQU (SI)(DX*1), Y6
	VMOVDQU 1(SI)(DX*1), Y8
	GROUPS(Y6, Y0, Y1, Y7)
	GROUPS(Y8, Y2, Y3, Y9)
	VPAND   Y8, Y6, Y6
	FOUND
	NEXT

found:
	BSFL R9, R9
	LEAQ (DX)(R9*1), CX

none:
	VZEROUPPER
	MOVQ CX, ret+24(FP)
	RET

// func cpuid(leaf, sub uint32) (eax, ebx, ecx uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-20
	MOVL leaf+0(FP), AX
	MOVL sub+4(FP), CX
	CPUID
	MOVL AX, eax+8(FP)
	MOVL BX, ebx+12(FP)
	MOVL CX, ecx+16(FP)
	RET

// func xgetbv() uint32
TEXT ·xgetbv(SB), NOSPLIT, $0-4
	XORL CX, CX
	XGETBV
	MOVL AX, ret+0(FP)
	RET
