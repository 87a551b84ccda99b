package grammar

// TurnEnds are the end-of-turn tokens of the small families whose calls are JSON.
var TurnEnds = []string{
	"<|end|>", "<|endoftext|>", "<|im_end|>", "<|eot_id|>", "<|end_of_text|>", "</s>", "<SPECIAL_12>",
}
