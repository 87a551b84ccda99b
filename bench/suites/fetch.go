package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// chatTests is the file with llama.cpp's tests in the source distribution of llama-cpp-python.
const chatTests = "vendor/llama.cpp/tests/test-chat.cpp"

// command runs a program in this folder, and reports the last line that it wrote if it fails.
func command(program string, args ...string) ([]byte, error) {
	c := exec.Command(program, args...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		last := strings.TrimSpace(stderr.String())
		last = last[strings.LastIndexByte(last, '\n')+1:]
		return nil, fmt.Errorf("%s %s: %w: %s", program, args[0], err, last)
	}
	return out, nil
}

// fetchChat downloads the source distribution, whose sum requirements.txt has, and returns the tests' source.
func fetchChat(cache string) (string, error) {
	const pattern = "llama_cpp_python-*.tar.gz"
	files, err := filepath.Glob(filepath.Join(cache, pattern))
	if err == nil && len(files) == 0 {
		_, err = command("python3", "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "llama-cpp-python",
			"--dest", cache, "--require-hashes", "--requirement", filepath.Join("suites", "requirements.txt"))
		if err == nil {
			files, err = filepath.Glob(filepath.Join(cache, pattern))
		}
	}
	if err != nil {
		return "", err
	}
	if len(files) != 1 {
		return "", fmt.Errorf("%d source distributions in %s, want one", len(files), cache)
	}
	return unpack(files[0], chatTests)
}

// unpack reads the file of this name, after the name of the archive's folder.
func unpack(archive, name string) (string, error) {
	f, err := os.Open(archive)
	if err != nil {
		return "", fmt.Errorf("open the source distribution: %w", err)
	}
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	if err != nil {
		return "", fmt.Errorf("unpack the source distribution: %w", err)
	}
	t := tar.NewReader(z)
	for {
		h, err := t.Next()
		if err != nil {
			return "", fmt.Errorf("look for %s in the source distribution: %w", name, err)
		}
		if _, rest, ok := strings.Cut(h.Name, "/"); ok && rest == name {
			text, err := io.ReadAll(t)
			return string(text), err
		}
	}
}

// fetchCrates downloads the crates that crates/Cargo.lock pins, and returns the folder with one for each.
func fetchCrates(cache string) (string, error) {
	folder := filepath.Join(cache, "crates")
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	_, err := command("cargo", "vendor", "--quiet", "--locked", "--manifest-path", filepath.Join("suites", "crates", "Cargo.toml"), folder)
	return folder, err
}

// fetchModule downloads the module of kaptinlin/jsonrepair that go.mod pins, and returns its folder.
func fetchModule() (string, error) {
	out, err := command("go", "mod", "download", "-json", "github.com/kaptinlin/jsonrepair")
	if err != nil {
		return "", err
	}
	var module struct{ Dir, Error string }
	if err := json.Unmarshal(out, &module); err != nil {
		return "", fmt.Errorf("read the output of go mod download: %w", err)
	}
	if module.Error != "" {
		return "", errors.New(module.Error)
	}
	return module.Dir, nil
}

// goRepairs reads the tests in a module's folder.
func goRepairs(folder string) (list []repair, unread int, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		return nil, 0, err
	}
	for _, file := range files {
		more, n, err := readGoTests(file)
		if err != nil {
			return nil, 0, err
		}
		list, unread = append(list, more...), unread+n
	}
	return list, unread, nil
}

// crateRepairs reads the tests in a crate's folder.
func crateRepairs(folder string) (list []repair, unread int, err error) {
	err = filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".rs" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), "#[test]") {
			return err
		}
		rel, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		more, n, err := readRustTests(filepath.ToSlash(rel), string(text))
		list, unread = append(list, more...), unread+n
		return err
	})
	slices.SortFunc(list, func(a, b repair) int { return strings.Compare(a.key, b.key) })
	return list, unread, err
}
