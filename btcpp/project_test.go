package btcpp_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/btcpp"
)

// projectOf makes files: a name, then its text without the root around it.
func projectOf(files ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		text := files[i+1]
		if strings.HasPrefix(text, "@") {
			name, inner, _ := strings.Cut(text[1:], " ")
			text = `<root BTCPP_format="4" main_tree_to_execute="` + name + `">` + inner + `</root>`
		} else if !strings.HasPrefix(text, "!") {
			text = `<root BTCPP_format="4">` + text + `</root>`
		}
		fsys[files[i]] = &fstest.MapFile{Data: []byte(strings.TrimPrefix(text, "!"))}
	}
	return fsys
}

func TestReadProject(t *testing.T) {
	const calls = `<BehaviorTree ID="Main"><SubTree ID="Other"/></BehaviorTree>`
	const other = `<BehaviorTree ID="Other"><AlwaysSuccess/></BehaviorTree>`
	many := fstest.MapFS{}
	for i := range btcpp.MaxFiles + 1 {
		many[fmt.Sprintf("all/%03d.xml", i)] = &fstest.MapFile{Data: []byte(`<root BTCPP_format="4"><BehaviorTree ID="T` + fmt.Sprint(i) + `"><AlwaysSuccess/></BehaviorTree></root>`)}
	}
	crowded := fstest.MapFS{}
	for i := range btcpp.MaxProjectEntries + 1 {
		crowded[fmt.Sprintf("all/%d.txt", i)] = &fstest.MapFile{}
	}
	for _, tc := range []struct {
		name  string
		files fstest.MapFS
		names []string
		trees string // with the main one first
		found []string
	}{
		{"a folder, with the folders in it, and nothing but its .xml files", projectOf("a/main.xml", "@Main "+calls, "a/lib/other.XML", other, "a/notes.txt", "!<"), []string{"a"}, "Main: Other Main", nil},
		{"files, in the order given", projectOf("main.xml", "@Main "+calls, "other.xml", other), []string{"other.xml", "main.xml"}, "Main: Other Main", nil},
		{"a file alone is as always", projectOf("main.xml", calls+other), []string{"main.xml"}, ": Main Other", nil},
		{"the first file that names a main tree decides", projectOf("1.xml", other, "2.xml", "@Main "+calls, "3.xml", "@Other <BehaviorTree ID=\"Third\"><AlwaysSuccess/></BehaviorTree>"), []string{"."}, "Main: Other Main Third", nil},
		{"a file that another includes is read once", projectOf("main.xml", "@Main <include path=\"other.xml\"/>"+calls, "other.xml", other), []string{"main.xml", ".", "other.xml"}, "Main: Other Main", nil},
		{"models are those of all files", projectOf("1.xml", `<BehaviorTree ID="T"><Knock hard="true"/></BehaviorTree>`, "2.xml", `<TreeNodesModel><Action ID="Knock"><input_port name="hard" type="bool"/></Action></TreeNodesModel>`),
			[]string{"."}, "T: T", nil},
		{"other XML in a folder is passed over, and a mistake where it is asked for", projectOf("1.xml", other, "package.xml", "!<package/>"), []string{"."}, "Other: Other",
			[]string{"package.xml:1:2: warning: the file is ignored: it contains <package>, not <root> [K406]"}},
		{"what a file includes must be a document", projectOf("1.xml", `<include path="p.xml"/>`+other, "p.xml", "!<package/>"), []string{"."}, "Other: Other", []string{"p.xml:1:2: the document is <package>, not <root> [K402]"}},
		{"so must a file that is asked for", projectOf("1.xml", other, "package.xml", "!<package/>"), []string{"1.xml", "package.xml"}, "Other: Other", []string{"package.xml:1:2: the document is <package>, not <root> [K402]"}},
		{"a main tree that no file has", projectOf("1.xml", "@Mian "+calls, "2.xml", other), []string{"."}, ": Main Other", []string{`1.xml:1:46: there is no tree "Mian" [K410]`}},
		{"a tree that two files have", projectOf("1.xml", other, "2.xml", other), []string{"."}, "Other: Other", []string{"2.xml:1:42: warning: tree Other is declared twice; this declaration is used [K409]"}},
		{"mistakes of all files", projectOf("1.xml", calls, "2.xml", `<BehaviorTree ID="T"><Sleep msec="soon"/></BehaviorTree>`), []string{"."}, ": Main T",
			[]string{`1.xml:1:61: there is no tree "Other" [K413]`, `2.xml:1:58: "soon" is not a valid unsigned int, the type of msec of Sleep [K419]`}},
		{"a file and a folder that are not there, and an empty one", projectOf("1.xml", other, "none/x.txt", ""), []string{"2.xml", "1.xml", "none", "gone"}, "Other: Other",
			[]string{"cannot read 2.xml: there is no such file [K404]", "cannot read gone: there is no such file [K404]", "the folder none has no .xml files [K404]"}},
		{"too many files", many, []string{"all"}, "", []string{"more than 256 files [K401]"}},
		{"too large a folder", crowded, []string{"all"}, "", []string{"the folder all has more than 10000 files and folders [K401]"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			doc, ds := btcpp.ReadProject(tc.files, tc.names, btcpp.Options{})
			var found, trees []string
			for i := range ds.All {
				found = append(found, ds.All[i].Error())
			}
			for _, tree := range doc.Trees {
				trees = append(trees, tree.ID)
			}
			if got, want := strings.Join(found, "\n"), strings.Join(tc.found, "\n"); got != want {
				t.Errorf("found\n%s\nwant\n%s", got, want)
			}
			if got := doc.Main + ": " + strings.Join(trees, " "); tc.trees != "" && got != tc.trees {
				t.Errorf("trees are %q, want %q", got, tc.trees)
			}
		})
	}
}
