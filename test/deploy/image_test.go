package deploy

import (
	"bufio"
	"debug/elf"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestImage runs the build steps of the Dockerfile in a shell, and what the image would
// run: the binary is static, the user is not root, and the server takes its arguments.
func TestImage(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("images are for Linux")
	}
	out := t.TempDir()
	var user string
	var entrypoint, arguments, health []string
	for instruction, rest := range instructions(t) {
		switch instruction {
		case "RUN":
			c := exec.Command("sh", "-ec", strings.ReplaceAll(rest, "/out/", out+"/"))
			c.Dir = "../.."
			if text, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v: %s", rest, err, text)
			}
		case "USER":
			user = rest
		case "ENTRYPOINT":
			entrypoint = words(t, rest)
		case "CMD":
			arguments = words(t, rest)
		case "HEALTHCHECK":
			health = words(t, strings.TrimPrefix(rest, "CMD "))
		}
	}
	if user == "" || strings.HasPrefix(user, "0") || strings.HasPrefix(user, "root") {
		t.Errorf("the user is %q", user)
	}
	binary := filepath.Join(out, "toolparser")
	wantStatic(t, binary)
	if entrypoint[0] != "/toolparser" || health[0] != "/toolparser" {
		t.Errorf("it runs %q, and %q", entrypoint, health)
	}
	for _, args := range [][]string{append(arguments, "--check-config"), append(health[1:], "--help")} {
		if text, err := exec.Command(binary, args...).CombinedOutput(); err != nil {
			t.Errorf("%q: %v: %s", args, err, text)
		}
	}
}

// instructions are those of the Dockerfile, in order, each on a line of its own.
func instructions(t *testing.T) func(yield func(instruction, rest string) bool) {
	t.Helper()
	file, err := os.Open("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return func(yield func(instruction, rest string) bool) {
		lines := bufio.NewScanner(file)
		for lines.Scan() {
			instruction, rest, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
			if instruction != "" && instruction != "#" && !yield(instruction, rest) {
				return
			}
		}
	}
}

func words(t *testing.T, array string) (words []string) {
	t.Helper()
	if err := json.Unmarshal([]byte(array), &words); err != nil || len(words) == 0 {
		t.Fatalf("%s: %v", array, err)
	}
	return words
}

// wantStatic checks that a binary needs no loader, and so no other file.
func wantStatic(t *testing.T, binary string) {
	t.Helper()
	file, err := elf.Open(binary)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	for _, program := range file.Progs {
		if program.Type == elf.PT_INTERP {
			t.Error("the binary is not static")
		}
	}
}
