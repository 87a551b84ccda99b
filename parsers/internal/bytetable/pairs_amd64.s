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

// LOOKUP jumps to hit if one of the bytes in K4 counts, of Z24, with those behind them in
// Z25: R9 has a bit for each that does. An instruction looks up in 128 bytes, half of a
// table, so there are two: the second one is right where a byte's highest bit is set.
#define LOOKUP \
	VPMOVB2M  Z24, K1           \
	VPMOVB2M  Z25, K2           \
	VMOVDQA64 Z24, Z26          \
	VMOVDQA64 Z25, Z27          \
	VPERMI2B  Z17, Z16, Z24     \
	VPERMI2B  Z19, Z18, Z26     \
	VPERMI2B  Z21, Z20, Z25     \
	VPERMI2B  Z23, Z22, Z27     \
	VMOVDQU8  Z26, K1, Z24      \
	VMOVDQU8  Z27, K2, Z25      \
	VPTESTMB  Z24, Z25, K4, K3  \
	KMOVQ     K3, R9            \
	TESTQ     R9, R9            \
	JNE       hit

// func findWhole(w *whole, p *byte, n int) int
//
// It uses no register that would need VZEROUPPER.
TEXT ·findWhole(SB), NOSPLIT, $0-32
	MOVQ      w+0(FP), AX
	MOVQ      p+8(FP), SI
	MOVQ      n+16(FP), CX
	VMOVDQU64 (AX), Z16
	VMOVDQU64 64(AX), Z17
	VMOVDQU64 128(AX), Z18
	VMOVDQU64 192(AX), Z19
	VMOVDQU64 256(AX), Z20
	VMOVDQU64 320(AX), Z21
	VMOVDQU64 384(AX), Z22
	VMOVDQU64 448(AX), Z23
	KXNORQ    K4, K4, K4
	LEAQ      -64(CX), R8
	XORL      DX, DX
	CMPQ      CX, $64
	JLT       rest

words:
	VMOVDQU8 (SI)(DX*1), Z24
	VMOVDQU8 1(SI)(DX*1), Z25
	LOOKUP
	ADDQ     $64, DX
	CMPQ     DX, R8
	JLE      words
	CMPQ     DX, CX
	JEQ      none

rest: // fewer than 64: none behind them is read
	MOVQ       CX, R8
	SUBQ       DX, R8
	MOVQ       $-1, R9
	BZHIQ      R8, R9, R9
	KMOVQ      R9, K4
	VMOVDQU8.Z (SI)(DX*1), K4, Z24
	VMOVDQU8.Z 1(SI)(DX*1), K4, Z25
	LOOKUP

none:
	MOVQ CX, ret+24(FP)
	RET

hit:
	TZCNTQ R9, R9
	ADDQ   R9, DX
	MOVQ   DX, ret+24(FP)
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
