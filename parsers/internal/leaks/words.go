package leaks

import "strings"

// ordinary are words of tags that are no sign of a call: the elements of HTML and SVG, and those that prompts ask for.
var ordinary = wordSet(
	// HTML
	`a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button
	canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div dl dt element em
	embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image
	img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter multicol nav
	nextid nobr noembed noframes noscript object ol optgroup option output p param picture plaintext portal pre progress q rb rp rt
	rtc ruby s samp script search section select shadow slot small source spacer span strike strong style sub summary sup table
	tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp`,
	// SVG
	`animate circle clippath defs desc ellipse filter g line lineargradient marker mask metadata path pattern polygon polyline
	radialgradient rect set stop svg switch symbol text textpath tspan use view`,
	// prompts, and data
	`analysis answer document example examples explanation final instruction instructions json note output plan query question
	reason reasoning reflection response result results scratchpad solution step steps system task think thinking thought thoughts
	tool tools user value xml`,
)

func wordSet(lists ...string) map[string]bool {
	set := map[string]bool{}
	for _, list := range lists {
		for _, word := range strings.Fields(list) {
			set[word] = true
		}
	}
	return set
}

// Ordinary reports whether the word is one of a tag that is no sign of a call, as it is an element of HTML or SVG, or one
// that prompts ask for.
func Ordinary(word string) bool { return ordinary[strings.ToLower(word)] }
