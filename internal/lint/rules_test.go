package lint

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rulesPage has the rules for all families.
const rulesPage = "docs/models/formats/README.md"

var (
	heading = regexp.MustCompile(`(?m)^##+ (.+)$`)
	ruleRef = regexp.MustCompile(`docs/models/formats(?:/README\.md)?, "([^"]+)"`)
)

// unnamed lists the headings of the rules that no code names, and why. The list may only get shorter.
var unnamed = map[string]string{
	"Five promises":           "they hold for the complete code: the invariants of docs/develop/architecture.md are their tests",
	"Reasons for these rules": "it has the reasons of rules next to it",
	"What isn't repaired":     "each reader of a value refuses what it can't read",
}

// TestCodeNamesTheRules checks that the rules exist that comments name, and that some comment outside of tests names each
// rule. So a reader finds the code that decides a rule, and the rule that some code decides.
func TestCodeNamesTheRules(t *testing.T) {
	page, err := os.ReadFile(root + rulesPage)
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]bool{} // whether code names it
	for _, m := range heading.FindAllStringSubmatch(string(page), -1) {
		rules[m[1]] = false
	}
	for _, p := range allPacks(t) {
		for _, file := range p.files {
			inTest := strings.HasSuffix(p.at.Position(file.Pos()).Filename, "_test.go")
			for _, comment := range file.Comments {
				for _, m := range ruleRef.FindAllStringSubmatch(strings.Join(strings.Fields(comment.Text()), " "), -1) {
					if _, ok := rules[m[1]]; !ok {
						t.Errorf("%s names the rule %q, but %s has no such heading", p.at.Position(comment.Pos()), m[1], rulesPage)
					}
					rules[m[1]] = rules[m[1]] || !inTest
				}
			}
		}
	}
	var missing []string
	for rule, named := range rules {
		switch why := unnamed[rule]; {
		case named && why != "":
			t.Errorf("code names the rule %q now: delete it from unnamed", rule)
		case !named && why == "":
			missing = append(missing, rule)
		}
	}
	slices.Sort(missing)
	for _, rule := range missing {
		t.Errorf("no code names the rule %q: write docs/models/formats, %q in the comment of the code that decides it", rule, rule)
	}
	for rule := range unnamed {
		if _, ok := rules[rule]; !ok {
			t.Errorf("%s has no heading %q: delete it from unnamed", rulesPage, rule)
		}
	}
}
