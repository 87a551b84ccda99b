package main

import (
	"fmt"
	"io"
	"math"
	"slices"
)

// tenths are the values of a confidence, from 0 to 1.
const tenths = 11

// explained is the threshold, in tenths, whose line a sentence reads.
const explained = 5

// A counted is how many calls there were, and how many of them the model means.
type counted struct{ calls, right int }

// confidences count accepted calls by their confidence: those of undamaged outputs, and those of damaged ones.
type confidences [2][tenths]counted

// add counts a call.
func (c *confidences) add(confidence float64, damaged, right bool) {
	outputs := 0
	if damaged {
		outputs = 1
	}
	n := &c[outputs][int(math.Round(confidence*(tenths-1)))]
	n.calls++
	if right {
		n.right++
	}
}

// merge adds other counts.
func (c *confidences) merge(other *confidences) {
	for outputs := range c {
		for i, n := range other[outputs] {
			c[outputs][i].calls += n.calls
			c[outputs][i].right += n.right
		}
	}
}

// write prints a line for each confidence, the highest first: how many calls of undamaged and of damaged outputs
// had it, and how many of them were right; and what a threshold of this confidence does: how many of the calls
// that it accepts are wrong, and how many of the right ones it rejects. A sentence after the table reads the line of
// the threshold 0.5.
func (c *confidences) write(w io.Writer) {
	row(w, "confidence", "calls in undamaged outputs", "right calls of these", "calls in damaged outputs", "right calls of these", "wrong calls per 1,000 calls that this threshold accepts", "right calls that this threshold rejects")
	row(w, slices.Repeat([]string{"---"}, 7)...)
	var all counted
	for _, outputs := range c {
		for _, n := range outputs {
			all.right += n.right
		}
	}
	var above counted
	var words string
	for i := tenths - 1; i >= 0; i-- {
		undamaged, damaged := c[0][i], c[1][i]
		if undamaged.calls+damaged.calls == 0 {
			continue
		}
		above.calls += undamaged.calls + damaged.calls
		above.right += undamaged.right + damaged.right
		threshold := fmt.Sprintf("%.1f", float64(i)/(tenths-1))
		wrong := fmt.Sprintf("%.1f", 1000*float64(above.calls-above.right)/float64(above.calls))
		rejected := percent(all.right-above.right, all.right)
		row(w, threshold,
			fmt.Sprint(undamaged.calls), percent(undamaged.right, undamaged.calls),
			fmt.Sprint(damaged.calls), percent(damaged.right, damaged.calls),
			wrong, rejected)
		if i == explained {
			words = fmt.Sprintf("\nIn words: of 1,000 calls that the threshold %s accepts, %s are wrong. This threshold rejects %s of all right calls.\n", threshold, wrong, rejected)
		}
	}
	fmt.Fprint(w, words)
}

// percent is a share with its sign; without calls, there is none.
func percent(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return share(part, whole) + " %"
}
