package jsonedit

// A Joiner puts the halves of surrogate pairs together, which a server may send in strings of
// their own. The zero value is ready for use.
type Joiner struct {
	half string
	end  *int // of the string that has the half; it leaves with the next one
}

// Join is the text of the next JSON string, without a half at its end.
func (j *Joiner) Join(node Value) string {
	if j.half == "" && !SplitSurrogate(node.Raw) {
		return node.Str
	}
	raw := `"` + j.half + node.Raw[1:]
	j.half = ""
	if SplitSurrogate(raw) {
		half := len(raw) - len(`\ud83d"`)
		raw, j.half = raw[:half]+`"`, raw[half:len(raw)-1]
	}
	return Read(raw).Str
}

// Quote is a text as a JSON string, with the half that waits: the next string has the rest.
func (j *Joiner) Quote(text string) string {
	quoted := Quote(text)
	return quoted[:len(quoted)-1] + j.half + `"`
}

// Left is what stands for the half that waits, if one does: nothing joins it any more.
func (j *Joiner) Left() string {
	if j.half == "" {
		return ""
	}
	j.half = ""
	return "\ufffd"
}

// Finish ends a text that waits for the second half of a surrogate pair.
func (j *Joiner) Finish(t interface {
	Feed(text string)
	Len() int
}) {
	if left := j.Left(); left != "" {
		t.Feed(left)
		j.Mark(new(int), t.Len())
	}
}

// Mark sets where a string ends in its text: at n, unless it ends in a half.
func (j *Joiner) Mark(end *int, n int) {
	if j.end != nil && j.end != end {
		*j.end = n
		j.end = nil
	}
	*end = n
	if j.half != "" {
		*end, j.end = n+1, end
	}
}
