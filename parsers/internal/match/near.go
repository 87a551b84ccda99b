package match

// BytesPerSlip is how many bytes a text has, at least, for each difference that is likely a slip.
const BytesPerSlip = 4

// maxNear bounds the texts that Near looks for, in bytes.
const maxNear = 128

// Near is the length of the beginning of b that is the text except for a few slips. A slip is a byte
// that is missing, added or changed. Near is 0 if there are more than most slips.
func Near(text string, b []byte, most int) int {
	var room [maxNear + 1]int
	if len(text) > maxNear {
		return 0
	}
	row := room[:len(text)+1] // slips between the bytes read of b and each beginning of the text
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
