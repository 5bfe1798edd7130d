package agent

import (
	"path"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// sourcesOf returns the files of a model under relative names that keep the paths of imports valid. With canonical,
// they are written in the language, whatever format they were read from.
func sourcesOf(m *def.Model, canonical bool) []ktrace.File {
	names := placesOf(m)
	var out []ktrace.File
	for _, f := range m.Files {
		if f.Src != nil && !canonical {
			out = append(out, ktrace.File{Name: names[f], Text: f.Src.Text})
		} else {
			out = append(out, ktrace.File{Name: names[f], Text: lang.Format(f)})
		}
	}
	if len(out) > 0 && path.Ext(out[0].Name) == "" {
		out[0].Name += ".krk"
	}
	return out
}

// placesOf computes where the files lie relative to each other. The first one lies as deep as imports lead upwards.
func placesOf(m *def.Model) map[*def.File]string {
	names := map[*def.File]string{}
	if len(m.Files) == 0 {
		return names
	}
	first := strings.ReplaceAll(m.Files[0].Name, `\`, "/")
	names[m.Files[0]] = path.Base(first)
	up := 0
	for changed := true; changed; { // imports may come in any order
		changed = false
		for _, f := range m.Files {
			name, known := names[f]
			if !known {
				continue
			}
			for _, d := range f.Decls {
				imp, ok := d.(*def.Import)
				if !ok || imp.File == nil || names[imp.File] != "" {
					continue
				}
				names[imp.File] = path.Join(path.Dir(name), imp.Path)
				up = max(up, strings.Count(names[imp.File], "../"))
				changed = true
			}
		}
	}
	below := folders(path.Dir(first), up)
	for _, f := range m.Files {
		names[f] = path.Join(below, names[f])
	}
	return names
}

// folders returns the last n folders of a path, and makes up names if it has fewer.
func folders(dir string, n int) string {
	var list []string
	for _, name := range strings.Split(dir, "/") {
		if name != "" && name != "." && name != ".." {
			list = append(list, name)
		}
	}
	for len(list) < n {
		list = append([]string{"folder"}, list...)
	}
	return path.Join(list[len(list)-n:]...)
}
