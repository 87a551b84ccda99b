package jsonedit

// Spelled is the text of a value that is to be a string with JSON in it: the string, or JSON
// itself where a server writes that. Where nothing is, or null, it is empty.
func Spelled(value Value) string {
	switch value.Type {
	case String:
		return value.Str
	case Null:
		return ""
	default:
		return value.Raw
	}
}
