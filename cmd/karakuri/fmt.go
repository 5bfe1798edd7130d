package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/files"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

type fmtCmd struct {
	List  bool     `short:"l" help:"Print only the names of files whose layout differs; exit with 1 if there are any."`
	Write bool     `short:"w" help:"Write the result back to the files instead of printing it."`
	JSON  bool     `help:"Print the JSON form instead of the language; -l and -w then need files in that form."`
	Files []string `arg:"" name:"file" help:"Karakuri files; - is standard input."`
}

// Help returns the text of --help.
func (*fmtCmd) Help() string {
	return `Prints files in the canonical layout, and keeps comments. If a file has syntax errors, fmt prints the errors, leaves the file
unchanged, and exits with 1.

    karakuri fmt meal.krk
    karakuri fmt -w examples/*/*.krk
    karakuri fmt -l examples/*/*.krk

A file whose name ends in .json holds the JSON form. To convert between the forms:

    karakuri fmt --json meal.krk > meal.json
    karakuri fmt meal.json > meal.krk`
}

// Validate is called by kong.
func (cmd *fmtCmd) Validate() error {
	for _, name := range cmd.Files {
		switch {
		case name == "-" && cmd.Write:
			return &usageError{"standard input cannot be written back: leave out -w"}
		case !cmd.Write && !cmd.List || cmd.JSON == lang.IsJSON(name):
		case cmd.JSON:
			return &usageError{name + " does not hold the JSON form, since its name does not end in .json: leave out --json, or -l and -w"}
		default:
			return &usageError{name + " holds the JSON form: add --json, or leave out -l and -w"}
		}
	}
	return nil
}

// Run formats all files, also when one is faulty.
func (cmd *fmtCmd) Run(c *console) error {
	code := exitOK
	for _, name := range cmd.Files {
		changed, err := cmd.format(c, name)
		if err != nil {
			fmt.Fprintf(c.err, "karakuri: %v\n", err)
		}
		if err != nil || changed && cmd.List && !cmd.Write {
			code = exitNo
		}
	}
	if code != exitOK {
		return answer(code)
	}
	return nil
}

// format formats or checks one file and reports whether its layout differed.
func (cmd *fmtCmd) format(c *console, name string) (changed bool, err error) {
	text, err := readSource(c, name)
	if err != nil {
		return false, err
	}
	shown := name
	if name == "-" {
		shown = "standard input"
	}
	parse := lang.Parse
	if lang.IsJSON(name) {
		parse = lang.DecodeJSON
	}
	file, ds := parse(diag.NewSource(shown, text))
	if ds.HasErrors() {
		printFindings(c.err, &ds)
		return false, fmt.Errorf("%s is unchanged", shown)
	}
	out, err := cmd.layOut(file)
	if err != nil {
		return false, err
	}
	changed = out != text
	if cmd.List && changed {
		fmt.Fprintln(c.out, shown)
	}
	switch {
	case cmd.Write && changed:
		return true, files.Write(name, []byte(out), files.Hash([]byte(text)))
	case !cmd.Write && !cmd.List:
		_, err = io.WriteString(c.out, out)
	}
	return changed, err
}

// layOut writes a file in the form that is asked for.
func (cmd *fmtCmd) layOut(file *def.File) (string, error) {
	if !cmd.JSON {
		return lang.Format(file), nil
	}
	text, err := lang.EncodeJSON(file)
	return string(text), err
}

// readSource reads a file or standard input, never much more than the parser takes.
func readSource(c *console, name string) (string, error) {
	in := c.in
	if name != "-" {
		file, err := files.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("cannot read %s: there is no such file", name)
		}
		if err != nil {
			return "", err
		}
		defer file.Close()
		in = file
	}
	text, err := io.ReadAll(io.LimitReader(in, expr.MaxSourceBytes+1))
	return string(text), err
}
