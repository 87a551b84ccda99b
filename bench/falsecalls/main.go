// The command falsecalls looks for calls in texts that have none: documentation, code and data of the Go
// distribution and of the modules in go.sum. Each of them is read by each family, with tools whose names are
// ordinary words. A call that is accepted is made up.
//
// The texts aren't in the repository: files.txt lists them with their sums, as `-draw` drew them by a seed.
// The Go distribution differs by version. With another version than the one that files.txt names, its files are
// left out, and the report says so; so are modules that aren't in the module cache. A listed file with other
// bytes than the sum's is an error: something changed it.
//
// calls.txt lists the texts that do hold calls in a format's own form, each with the reason.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

func main() {
	draw := flag.Bool("draw", false, "draw the files anew, and write "+listFile)
	seed := flag.Uint64("seed", 1, "seed of the draw")
	n := flag.Int("n", 2000, "number of files to draw")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "falsecalls: want flags alone; see -h")
		os.Exit(2)
	}
	if err := run(*draw, *seed, *n); err != nil {
		fmt.Fprintln(os.Stderr, "falsecalls:", err)
		os.Exit(1)
	}
}

// run draws the files, or reads them all.
func run(draw bool, seed uint64, n int) error {
	const folder = "." // where the lists are
	p, err := findPlaces()
	if err != nil {
		return err
	}
	if draw {
		return drawn(p, folder, seed, n)
	}
	l, err := readList(folder)
	if err != nil {
		return err
	}
	texts, left, err := l.texts(p)
	if err != nil {
		return err
	}
	for _, what := range left {
		fmt.Println("skipped:", what)
	}
	found := search(texts)
	unknown, gone := l.compare(texts, found)
	fmt.Printf("%d files × %d families: %d calls, %d of them in texts that %s doesn't name\n", len(texts), len(all), len(found), len(unknown), knownFile)
	for _, c := range unknown {
		fmt.Println(c)
	}
	for _, k := range gone {
		fmt.Printf("%s: %s has no call for %s any more\n", knownFile, k.name, k.family)
	}
	if len(unknown)+len(gone) > 0 {
		return errors.New("texts and list differ")
	}
	return nil
}
