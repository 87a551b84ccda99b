package match

// BytesPerSlip is how long a text is, at least, for each slip in it that is likely one.
const BytesPerSlip = 4

// maxNear bounds a text for which what is near it is looked for, in bytes.
const maxNear = 128

// Near is how much of the beginning of b is the text but for a few slips, most at most: a
// byte that lacks, is one too many, or is another one. 0: nothing is.
func Near(text string, b []byte, most int) int {
	var room [maxNear + 1]int
	if len(text) > maxNear {
		return 0
	}
	row := room[:len(text)+1] // slips between what was read of b and each beginning of the text
	for i := range row {
		row[i] = i
	}
	n, least := 0, most
	for i, c := range b[:min(len(b), len(text)+most)] {
		before := row[0]
		row[0] = i + 1
		for j := range len(text) {
			changed := before
			if text[j] != c {
				changed++
			}
			before = row[j+1]
			row[j+1] = min(changed, before+1, row[j]+1)
		}
		if slips := row[len(text)]; slips <= least {
			n, least = i+1, slips
		}
	}
	return n
}
