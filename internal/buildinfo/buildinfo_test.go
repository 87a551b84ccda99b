package buildinfo

import (
	"os"
	"regexp"
	"runtime/debug"
	"testing"
)

func TestOf(t *testing.T) {
	recorded := &debug.BuildInfo{
		Main: debug.Module{Version: "v1.2.3"},
		Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "0123abc"}, {Key: "vcs.time", Value: "2026-11-30T06:48:34Z"}, {Key: "vcs.modified", Value: "true"},
		},
	}
	for name, c := range map[string]struct {
		info *debug.BuildInfo
		want Info
	}{
		"recorded":         {recorded, Info{Version: "v1.2.3", Revision: "0123abc", Date: "2026-11-30T06:48:34Z", Modified: true}},
		"go run":           {&debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, Info{Version: "0.1.0-devel"}},
		"no version":       {&debug.BuildInfo{}, Info{Version: "0.1.0-devel"}},
		"nothing recorded": {nil, Info{Version: "0.1.0-devel"}},
	} {
		if got := of(c.info); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// TestOneVersionEverywhere compares the packages of all languages with Release.
func TestOneVersionEverywhere(t *testing.T) {
	for file, pattern := range map[string]string{
		"../../clients/python/pyproject.toml":   `(?m)^version = "(.*)"$`,
		"../../packages/python/pyproject.toml":  `(?m)^version = "(.*)"$`,
		"../../packages/npm/package.json":       `(?m)^  "version": "(.*)",$`,
		"../../packages/wasm/package.json":      `(?m)^  "version": "(.*)",$`,
		"../../clients/typescript/package.json": `(?m)^  "version": "(.*)",$`,
		"../../clients/rust/Cargo.toml":         `(?m)^version = "(.*)"$`,
		"../../clients/java/pom.xml":            `(?s)<artifactId>toolparser-client</artifactId>\s*<version>(.*?)</version>`,
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if m := regexp.MustCompile(pattern).FindSubmatch(text); m == nil || string(m[1]) != Release {
			t.Errorf("%s: its version is %q, want %s", file, m, Release)
		}
	}
}
