package parsers

import (
	"regexp"
	"strings"
	"testing"
)

func TestIDsAreMadeAsTheySay(t *testing.T) {
	for name, tc := range map[string]struct {
		ids  IDs
		want string
	}{
		"the default": {DefaultIDs, `^call_[0-9A-Za-z]{24}$`},
		"a prefix":    {IDs{Prefix: "x-"}, `^x-[0-9A-Za-z]{24}$`},
		"short ones":  {IDs{Random: 9}, `^[0-9A-Za-z]{9}$`},
		"by time":     {IDs{Prefix: "ksiu_", Timed: true, Random: 12}, `^ksiu_[0-9a-z]{8}_[0-9A-Za-z]{12}$`},
		"the longest": {IDs{Prefix: strings.Repeat("p", 32), Timed: true, Random: 48}, `^p{32}[0-9a-z]{8}_[0-9A-Za-z]{48}$`},
		"hexadecimal": {IDs{Prefix: "x-", Random: 32, Hex: true}, `^x-[0-9a-f]{32}$`},
		"counted":     {IDs{Prefix: "n", Counted: true}, `^n5$`},
		"named":       {IDs{Prefix: "functions.", Counted: true, Named: true}, `^functions\.f:5$`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := string(tc.ids.append(nil, "f", 5)); !regexp.MustCompile(tc.want).MatchString(got) {
				t.Errorf("the id is %q, want %s", got, tc.want)
			}
		})
	}
}
