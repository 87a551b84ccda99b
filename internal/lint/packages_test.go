package lint

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/internal/buildinfo"
)

const repositoryURL = "https://github.com/toolparser/toolparser"

// published are the folders of what is published in a registry.
var published = []string{
	"clients/java", "clients/python", "clients/rust", "clients/typescript", "packages/npm", "packages/python", "packages/wasm",
}

func contents(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(root + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPackagesAreComplete: what is published has the license, and a page whose links work outside of the repository.
func TestPackagesAreComplete(t *testing.T) {
	relative := regexp.MustCompile(`\]\((?:[^)h#][^)]*|h[^)t][^)]*)\)`)
	license := contents(t, "LICENSE")
	for _, folder := range published {
		page := contents(t, folder+"/README.md")
		if link := relative.FindString(page); link != "" {
			t.Errorf("%s/README.md: the link %s is relative", folder, link)
		}
		if !strings.Contains(page, repositoryURL+"/blob/main/docs/") {
			t.Errorf("%s/README.md has no link to the documentation", folder)
		}
		if folder != "clients/java" && contents(t, folder+"/LICENSE") != license { // a jar's license is named in its pom.xml
			t.Errorf("%s/LICENSE isn't the project's", folder)
		}
	}
}

// TestNpmManifests: what the registry shows, and what trusted publishing compares with the repository.
func TestNpmManifests(t *testing.T) {
	for _, folder := range []string{"clients/typescript", "packages/npm", "packages/wasm"} {
		var manifest struct {
			Description, License, Homepage, Bugs string
			Private                              bool
			Keywords, Files                      []string
			Repository                           struct{ Type, URL, Directory string }
			OptionalDependencies                 map[string]string
		}
		if err := json.Unmarshal([]byte(contents(t, folder+"/package.json")), &manifest); err != nil {
			t.Fatal(err)
		}
		if manifest.Private || manifest.Description == "" || manifest.License != "Apache-2.0" || len(manifest.Keywords) == 0 || len(manifest.Files) == 0 ||
			manifest.Homepage != repositoryURL || manifest.Bugs != repositoryURL+"/issues" {
			t.Errorf("%s/package.json isn't complete: %+v", folder, manifest)
		}
		if r := manifest.Repository; r.Type != "git" || r.URL != "git+"+repositoryURL+".git" || r.Directory != folder {
			t.Errorf("%s/package.json: its repository is %+v", folder, r)
		}
		for name, version := range manifest.OptionalDependencies {
			if version != buildinfo.Release {
				t.Errorf("%s/package.json: %s is %s, want %s", folder, name, version, buildinfo.Release)
			}
		}
	}
}

// TestPOM: what Maven Central asks for.
func TestPOM(t *testing.T) {
	var pom struct {
		Version     string `xml:"version"`
		Name        string `xml:"name"`
		Description string `xml:"description"`
		URL         string `xml:"url"`
		License     string `xml:"licenses>license>name"`
		LicenseURL  string `xml:"licenses>license>url"`
		Developer   string `xml:"developers>developer>name"`
		Connection  string `xml:"scm>connection"`
		Write       string `xml:"scm>developerConnection"`
		Source      string `xml:"scm>url"`
		Profiles    []struct {
			ID      string   `xml:"id"`
			Plugins []string `xml:"build>plugins>plugin>artifactId"`
		} `xml:"profiles>profile"`
	}
	if err := xml.Unmarshal([]byte(contents(t, "clients/java/pom.xml")), &pom); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"version": pom.Version, "name": pom.Name, "description": pom.Description, "url": pom.URL, "license": pom.License,
		"the license's url": pom.LicenseURL, "developer": pom.Developer, "scm connection": pom.Connection,
		"scm developerConnection": pom.Write, "scm url": pom.Source,
	} {
		if value == "" || strings.HasSuffix(value, "-SNAPSHOT") {
			t.Errorf("pom.xml: %s is %q", name, value)
		}
	}
	if len(pom.Profiles) != 1 || pom.Profiles[0].ID != "release" ||
		strings.Join(pom.Profiles[0].Plugins, " ") != "maven-source-plugin maven-javadoc-plugin maven-gpg-plugin central-publishing-maven-plugin" {
		t.Errorf("pom.xml: its profiles are %+v", pom.Profiles)
	}
}

// TestPrograms: whoever builds the program that is given away builds the same one.
func TestPrograms(t *testing.T) {
	for _, file := range []string{".goreleaser.yaml", "Dockerfile", "packages/npm/build.mjs", "packages/python/hatch_build.py"} {
		text := contents(t, file)
		for _, flag := range []string{"-trimpath", "-s -w -buildid=", "CGO_ENABLED"} {
			if !strings.Contains(text, flag) {
				t.Errorf("%s doesn't build with %s", file, flag)
			}
		}
	}
}
