package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help returns the text of --help.
func (*completionCmd) Help() string {
	return `Prints a script that makes your shell complete commands, flags and karakuri files. Load it once:

    bash   source <(karakuri completion bash)
    zsh    source <(karakuri completion zsh)
    fish   karakuri completion fish | source

To load it in every session, put the line into ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish.`
}

// Run prints the script.
func (cmd *completionCmd) Run(c *console, app *kong.Application) error {
	writers := map[string]func(io.Writer, []completed) error{"bash": writeBash, "zsh": writeZsh, "fish": writeFish}
	return writers[cmd.Shell](c.out, completions(app))
}

// completed holds the completions after one command.
type completed struct {
	name  string
	help  string
	flags []completedFlag
	args  []string // the words an argument can be; nil: files
	files bool     // takes files
	subs  []string // commands below it, one of which stands first
}

// completedFlag is a flag with what can stand after it.
type completedFlag struct {
	long  string // "--search"
	short string // "-l", or empty
	help  string
	value bool // takes a value
	words []string
}

// completions reads the commands from kong's model, so that the scripts never lag behind.
func completions(app *kong.Application) []completed {
	var out []completed
	for _, node := range app.Leaves(true) {
		cmd := completed{name: node.Name, help: node.Help}
		if up := node.Parent; up != app.Node { // a group is completed as one command
			cmd.name, cmd.help = up.Name, up.Help
			cmd.subs = []string{node.Name}
			if n := len(out); n > 0 && out[n-1].name == up.Name {
				cmd.subs = append(out[n-1].subs, node.Name)
				cmd.flags, cmd.files = out[n-1].flags, out[n-1].files
				out = out[:n-1]
			}
		}
		for _, group := range node.AllFlags(true) {
			for _, f := range group {
				cmd.flags = append(cmd.flags, completeFlag(f))
			}
		}
		for _, p := range node.Positional {
			if p.Enum != "" {
				cmd.args = p.EnumSlice()
			} else {
				cmd.files = true
			}
		}
		out = append(out, cmd)
	}
	return out
}

func completeFlag(f *kong.Flag) completedFlag {
	out := completedFlag{long: "--" + f.Name, help: f.Help, value: !f.IsBool()}
	if f.Short != 0 {
		out.short = "-" + string(f.Short)
	}
	if f.Enum != "" {
		out.words = f.EnumSlice()
	}
	return out
}

// names returns the spellings of the flag: long and, if there is one, short.
func (f *completedFlag) names() []string {
	if f.short == "" {
		return []string{f.long}
	}
	return []string{f.short, f.long}
}

// endings are those of the names of files that commands take.
var endings = []string{"krk", "json", "hddl", "plan", "xml", "ktrace", "btlog"}

// forEndings repeats a text for each ending of files, instead of %s.
func forEndings(format, between string) string {
	var parts []string
	for _, ending := range endings {
		parts = append(parts, fmt.Sprintf(format, ending))
	}
	return strings.Join(parts, between)
}

// commandNames returns the names of all commands, in order.
func commandNames(cmds []completed) string {
	var names []string
	for _, c := range cmds {
		names = append(names, c.name)
	}
	return strings.Join(names, " ")
}

// writeBash writes a completion function for bash 3 and later. Bash breaks words at "=", so that "--search=d" arrives
// as three words.
func writeBash(w io.Writer, cmds []completed) error {
	var b strings.Builder
	b.WriteString(`# bash completion for karakuri

_karakuri() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} cmd=${COMP_WORDS[1]} words="" files="" subs=""
    if [[ $cur == "=" ]]; then cur=""
    elif [[ $prev == "=" ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}
    fi
    COMPREPLY=()
    if (( COMP_CWORD == 1 )); then
        COMPREPLY=( $(compgen -W "` + commandNames(cmds) + ` --help" -- "$cur") )
        return
    fi
    case "$cmd $prev" in
`)
	for _, c := range cmds {
		for _, f := range c.flags {
			if f.value {
				fmt.Fprintf(&b, "        %s) COMPREPLY=( $(compgen -W \"%s\" -- \"$cur\") ); return ;;\n",
					bashPatterns(c.name, f), strings.Join(f.words, " "))
			}
		}
	}
	b.WriteString("    esac\n    case $cmd in\n")
	for _, c := range cmds {
		var words []string
		for _, f := range c.flags {
			words = append(words, f.names()...)
		}
		fmt.Fprintf(&b, "        %s) words=\"%s\" files=%t subs=\"%s\" ;;\n", c.name, strings.Join(append(words, c.args...), " "), c.files, strings.Join(c.subs, " "))
	}
	b.WriteString(`    esac
    if [[ -n $subs ]] && (( COMP_CWORD == 2 )); then
        COMPREPLY=( $(compgen -W "$subs" -- "$cur") )
        return
    fi
    if [[ $files == true && $cur != -* ]]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY=( ` + forEndings(`$(compgen -f -X '!*.%s' -- "$cur")`, " ") + ` $(compgen -d -- "$cur") )
    else
        COMPREPLY=( $(compgen -W "$words" -- "$cur") )
    fi
}

complete -F _karakuri karakuri
`)
	_, err := io.WriteString(w, b.String())
	return err
}

func bashPatterns(command string, f completedFlag) string {
	var patterns []string
	for _, name := range f.names() {
		patterns = append(patterns, `"`+command+" "+name+`"`)
	}
	return strings.Join(patterns, "|")
}

// writeZsh writes a completion function for zsh, by its _arguments.
func writeZsh(w io.Writer, cmds []completed) error {
	var b strings.Builder
	b.WriteString("#compdef karakuri\n# zsh completion for karakuri\n\n_karakuri() {\n    local -a commands=(\n")
	for _, c := range cmds {
		fmt.Fprintf(&b, "        %s\n", zshQuote(c.name+":"+c.help))
	}
	b.WriteString(`    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
`)
	for _, c := range cmds {
		fmt.Fprintf(&b, "        %s)\n            _arguments -s", c.name)
		for _, f := range c.flags {
			for _, name := range f.names() {
				fmt.Fprintf(&b, " \\\n                %s", zshQuote(zshFlag(name, f)))
			}
		}
		if c.subs != nil {
			fmt.Fprintf(&b, " \\\n                %s", zshQuote("1:command:("+strings.Join(c.subs, " ")+")"))
		}
		switch {
		case c.files:
			fmt.Fprintf(&b, " \\\n                %s", zshQuote(`*:file:_files -g "*.(`+forEndings("%s", "|")+`)"`))
		case c.args != nil:
			fmt.Fprintf(&b, " \\\n                %s", zshQuote("1:shell:("+strings.Join(c.args, " ")+")"))
		}
		b.WriteString(" ;;\n")
	}
	b.WriteString("    esac\n}\n\ncompdef _karakuri karakuri\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// zshFlag is a specification for _arguments: '--search=[help]:value:(dfs best)'.
func zshFlag(name string, f completedFlag) string {
	help := strings.NewReplacer("[", "(", "]", ")", ":", ";").Replace(f.help)
	spec := "*" + name
	if f.value && strings.HasPrefix(name, "--") {
		spec += "="
	}
	spec += "[" + help + "]"
	if f.value {
		spec += ":value:(" + strings.Join(f.words, " ") + ")"
	}
	return spec
}

func zshQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// writeFish writes the complete commands for fish.
func writeFish(w io.Writer, cmds []completed) error {
	var b strings.Builder
	b.WriteString("# fish completion for karakuri\n\ncomplete -c karakuri -f\n")
	for _, c := range cmds {
		fmt.Fprintf(&b, "complete -c karakuri -n __fish_use_subcommand -a %s -d %s\n", c.name, fishQuote(c.help))
	}
	for _, c := range cmds {
		here := fmt.Sprintf("complete -c karakuri -n '__fish_seen_subcommand_from %s'", c.name)
		for _, f := range c.flags {
			b.WriteString(here + " -l " + strings.TrimPrefix(f.long, "--"))
			if f.short != "" {
				b.WriteString(" -s " + strings.TrimPrefix(f.short, "-"))
			}
			if f.value {
				b.WriteString(" -x")
			}
			if f.words != nil {
				b.WriteString(" -a " + fishQuote(strings.Join(f.words, " ")))
			}
			fmt.Fprintf(&b, " -d %s\n", fishQuote(f.help))
		}
		if c.subs != nil {
			b.WriteString(here + " -a " + fishQuote(strings.Join(c.subs, " ")) + "\n")
		}
		switch {
		case c.files:
			b.WriteString(here + " -a '(" + forEndings("__fish_complete_suffix .%s", "; ") + ")'\n")
		case c.args != nil:
			fmt.Fprintf(&b, "%s -a %s\n", here, fishQuote(strings.Join(c.args, " ")))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
