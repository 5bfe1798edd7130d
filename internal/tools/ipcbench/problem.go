package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// problem is a problem with its domain.
type problem struct {
	domain      string // path of the folder below the data, with slashes
	name        string // of the file, without .hddl
	domainFile  string
	problemFile string
	size        int64 // of the problem file, in bytes
}

// problems returns what the options ask for: domain after domain, in each in natural order.
func (o *options) problems() ([]problem, error) {
	domains, err := findDomains(o.data)
	if err != nil {
		return nil, err
	}
	var list []problem
	for _, d := range domains {
		if !o.domains.MatchString(d) || o.mode != "all" && !slices.Contains(strings.Split(d, "/"), o.mode) {
			continue
		}
		found, err := problemsOf(o.data, d)
		if err != nil {
			return nil, err
		}
		list = append(list, sampled(found, o.sample)...)
	}
	if list == nil {
		return nil, fmt.Errorf("no problem below %s is asked for", o.data)
	}
	return list, nil
}

// findDomains returns the folders that hold .hddl files, below the data, sorted. The data itself may be one, ".".
func findDomains(data string) ([]string, error) {
	var list []string
	err := filepath.WalkDir(data, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".hddl" {
			return err
		}
		dir, err := filepath.Rel(data, filepath.Dir(path))
		if dir = filepath.ToSlash(dir); err == nil && !slices.Contains(list, dir) {
			list = append(list, dir)
		}
		return err
	})
	slices.SortFunc(list, naturally)
	return list, err
}

const (
	sharedDomain = "domain.hddl"
	ownDomain    = "-domain.hddl"
)

// problemsOf returns the problems of a folder in natural order, those of equal places by size. A problem X.hddl goes
// with X-domain.hddl, or else with domain.hddl.
func problemsOf(data, domain string) ([]problem, error) {
	dir := filepath.Join(data, filepath.FromSlash(domain))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []problem
	for _, e := range entries {
		file := e.Name()
		if e.IsDir() || filepath.Ext(file) != ".hddl" || file == sharedDomain || strings.HasSuffix(file, ownDomain) {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(file, ".hddl")
		p := problem{domain: domain, name: name, problemFile: filepath.Join(dir, file), size: info.Size()}
		if p.domainFile, err = domainOf(dir, name); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	slices.SortStableFunc(list, func(a, b problem) int {
		return cmp.Or(naturally(a.name, b.name), cmp.Compare(a.size, b.size), strings.Compare(a.name, b.name))
	})
	return list, nil
}

func domainOf(dir, name string) (string, error) {
	for _, file := range []string{name + ownDomain, sharedDomain} {
		file = filepath.Join(dir, file)
		if _, err := os.Stat(file); err == nil {
			return file, nil
		}
	}
	return "", fmt.Errorf("there is neither %s%s nor %s for it in %s", name, ownDomain, sharedDomain, dir)
}

// sampled returns n of the list, evenly spread from the first to the last; all if n is 0.
func sampled(list []problem, n int) []problem {
	if n == 0 || n >= len(list) {
		return list
	}
	if n == 1 {
		return list[:1]
	}
	var out []problem
	for i := range n {
		out = append(out, list[(i*(len(list)-1)+(n-1)/2)/(n-1)]) // rounded to the nearest
	}
	return out
}

// naturally compares names so that numbers in them count as numbers: p2 comes before p10.
func naturally(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		n, m := digits(x), digits(y)
		if n == 0 || m == 0 {
			if x[0] != y[0] {
				return cmp.Compare(x[0], y[0])
			}
			x, y = x[1:], y[1:]
			continue
		}
		p, q := strings.TrimLeft(x[:n], "0"), strings.TrimLeft(y[:m], "0")
		if c := cmp.Or(cmp.Compare(len(p), len(q)), strings.Compare(p, q)); c != 0 {
			return c
		}
		x, y = x[n:], y[m:]
	}
	return cmp.Compare(len(x), len(y))
}

// digits returns how many digits a text begins with.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
