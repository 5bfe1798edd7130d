package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

type newCmd struct {
	Name string `arg:"" help:"Name of the project and its folder."`
}

// Help returns the text of --help.
func (*newCmd) Help() string {
	return `Writes a karakuri file with tests, a scene, a Go program and editor settings.

Nothing is overwritten: the folder must not exist.

    karakuri new meadow
    cd meadow
    karakuri test meadow.krk
    karakuri run meadow.krk`
}

// project is the files of a project, as they lie in the folder of the same name here.
//
//go:embed project
var project embed.FS

// projectFiles are the files of a project by their templates. NAME is replaced by the project's name.
var projectFiles = []struct{ from, to string }{
	{"program.txt", "NAME.krk"}, {"scene.txt", "NAME.scene"}, {"main.txt", "main.go"}, {"gomod.txt", "go.mod"}, {"readme.txt", "README.md"}, {"editorconfig.txt", ".editorconfig"},
	{"tasks.txt", ".vscode/tasks.json"},
}

// projectName matches names that are valid everywhere for a Go module, a file and a folder.
var projectName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// Validate is called by kong.
func (cmd *newCmd) Validate() error {
	if !projectName.MatchString(cmd.Name) {
		return outOfRange("the name", fmt.Sprintf("%q", cmd.Name), "up to 40 small letters, digits and underscores, and begin with a letter")
	}
	return nil
}

// Run writes the project.
func (cmd *newCmd) Run(c *console) error {
	if err := os.Mkdir(cmd.Name, 0o777); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists already; nothing was written", cmd.Name)
	} else if err != nil {
		return err
	}
	for _, f := range projectFiles {
		if err := cmd.write(f.from, f.to); err != nil {
			return errors.Join(err, os.RemoveAll(cmd.Name))
		}
	}
	_, err := fmt.Fprintf(c.out, "%[1]s is written. Next:\n\n    cd %[1]s\n    karakuri test %[1]s.krk\n    karakuri run %[1]s.krk\n", cmd.Name)
	return err
}

// write writes a file of the project.
func (cmd *newCmd) write(from, to string) error {
	text, err := project.ReadFile("project/" + from)
	if err != nil {
		return err
	}
	path := filepath.Join(cmd.Name, filepath.FromSlash(strings.ReplaceAll(to, "NAME", cmd.Name)))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(strings.ReplaceAll(string(text), "NAME", cmd.Name)), 0o666)
}
