package lsp

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMain is also the server that real editors start: they get this test program in place of karakuri.
func TestMain(m *testing.M) {
	if os.Getenv("KARAKURI_TEST_SERVER") != "" {
		if err := Serve(os.Stdin, os.Stdout, Options{Version: "test", Log: os.Stderr}); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// editor runs an editor in a folder with files, and returns what its session says: the lines of its output that begin
// with "> ". The settings are those of docs/editors.md. The test is skipped where the editor is not installed.
func editor(t *testing.T, name, settings string, script func(settings string) (file, text string, args []string)) string {
	t.Helper()
	program, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed", name)
	}
	page, err := os.ReadFile("../../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)<!-- " + settings + " -->\n```[a-z]+\n(.*?)```").FindSubmatch(page)
	if block == nil {
		t.Fatalf("docs/editors.md has no settings of %s", settings)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, "karakuri")); err != nil {
		t.Skip(err)
	}
	file, text, args := script(string(block[1]))
	faulty := strings.Replace(strings.Replace(meal, "when hungry;", "when hungri;", 1), "plan dine", "plan diene", 1)
	files := map[string]string{file: text, "meal.krk": faulty, "places.krk": places, "typed.krk": typed}
	var cases strings.Builder
	for _, f := range fixCases(t) {
		files[f.name] = f.text
		at := newText(f.text).position(int(f.found.Span.Start))
		fmt.Fprintf(&cases, "%s\t%d\t%d\t%s\t%s\n", f.name, at.Line, at.Character, f.found.Code, f.found.Message)
	}
	files["cases.txt"] = cases.String()
	for name, body := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_STATE_HOME="+dir, "KARAKURI_TEST_SERVER=1")
	var noise bytes.Buffer
	cmd.Stderr = &noise
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, noise.String())
	}
	all := strings.ReplaceAll(strings.ReplaceAll(string(out), dir, "FOLDER"), "\r\n", "\n")
	var said strings.Builder
	for _, line := range strings.Split(all, "\n") {
		if text, ok := strings.CutPrefix(line, "> "); ok {
			said.WriteString(text + "\n")
		}
	}
	if said.Len() == 0 {
		t.Errorf("the session says nothing:\n%s%s", all, noise.String())
	}
	return said.String()
}

// typed is a file in which an editor types the last brace of an operator.
const typed = "state agent { hungry: bool }\noperator eat { when   hungry;   effect hungry=false \n"

// recorded compares what a session of an editor says with its transcript, and its quick fixes with those of
// [TestEachFix].
func recorded(t *testing.T, name, got string) {
	t.Helper()
	fixed, rest := "", ""
	for line := range strings.Lines(got) {
		if text, ok := strings.CutPrefix(line, "fix: "); ok {
			fixed += text
		} else {
			rest += line
		}
	}
	want, err := os.ReadFile(fixes)
	if err != nil {
		t.Fatal(err)
	}
	if all := strings.Join(regexp.MustCompile(`(?m)^fix\d+\.krk:.*\n`).FindAllString(string(want), -1), ""); fixed != all {
		t.Errorf("%s makes these quick fixes:\n%s\nwant those of %s:\n%s", name, fixed, fixes, all)
	}
	file := filepath.Join("testdata", "editors", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(rest), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want, err = os.ReadFile(file); err != nil {
		t.Fatal(err)
	}
	if rest != string(want) {
		t.Errorf("%s says\n%s\nwant\n%s\n(go test -update writes it)", name, rest, want)
	}
}

// TestNeovim plays a session in Neovim: findings, quick fixes, hover, completion by type, a rename over files, layout.
func TestNeovim(t *testing.T) {
	recorded(t, "neovim", editor(t, "nvim", "neovim", func(settings string) (string, string, []string) {
		return "session.lua", settings + neovimSession, []string{"--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile session.lua"}
	}))
}

const neovimSession = `
local function fail(what) print("failed: " .. tostring(what)); vim.cmd("cquit 1") end
local function say(text) io.stdout:write("> " .. text .. "\n") end
local ok, err = pcall(function()
  vim.o.hidden = true
  vim.cmd("edit meal.krk")
  local buf = vim.api.nvim_get_current_buf()
  local function wait(f) if not vim.wait(60000, f, 5) then error("nothing came") end end
  wait(function() return #vim.diagnostic.get(buf) == 2 end)
  for _, d in ipairs(vim.diagnostic.get(buf)) do
    say(string.format("diagnostics: %d:%d %s", d.lnum + 1, d.col, d.message:match("[^\n]*")))
  end
  local function ask(method, params)
    local all = assert(vim.lsp.buf_request_sync(buf, method, params, 60000))
    for _, r in pairs(all) do if r.err then error(r.err.message) end; return r.result end
  end
  local function at(line, col)
    vim.api.nvim_win_set_cursor(0, { line, col })
    return vim.lsp.util.make_position_params(0, "utf-16")
  end
  for _, place in ipairs({ { 14, 20 }, { 24, 22 } }) do
    local p = at(place[1], place[2])
    local actions = ask("textDocument/codeAction", { textDocument = p.textDocument, range = { start = p.position, ["end"] = p.position }, context = { diagnostics = {} } })
    vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  end
  wait(function() return #vim.diagnostic.get(buf) == 0 end)
  say("fixed: " .. #vim.diagnostic.get(buf))
  local line = vim.fn.search("when !hungry")
  local col = vim.fn.getline(line):find("hungry", 1, true) - 1
  say("hover: " .. ask("textDocument/hover", at(line, col)).contents.value:match("\n([^\n]*)"))
  local def = ask("textDocument/definition", at(8, 9))[1]
  say(string.format("definition: %s %d:%d", vim.uri_to_fname(def.uri), def.range.start.line + 1, def.range.start.character))
  line = vim.fn.search("effect at = p")
  col = vim.fn.getline(line):find("at = p", 1, true) + 4
  local labels = {}
  for _, item in ipairs(ask("textDocument/completion", at(line, col)).items) do
    if item.kind ~= 14 and item.kind ~= 3 then table.insert(labels, item.label) end
  end
  table.sort(labels)
  say("complete: " .. table.concat(labels, ","))
  local names = {}
  for _, s in ipairs(ask("textDocument/documentSymbol", { textDocument = { uri = vim.uri_from_bufnr(buf) } })) do table.insert(names, s.name) end
  say("symbols: " .. table.concat(names, ","))
  local refs = at(vim.fn.search("operator go"), 9)
  refs.context = { includeDeclaration = true }
  say("references: " .. #ask("textDocument/references", refs))
  local p = at(8, 16)
  p.newName = "haus"
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", p), "utf-16")
  vim.cmd("edit places.krk")
  say("renamed: " .. vim.fn.getline(1))
  vim.cmd("buffer " .. buf)
  vim.api.nvim_win_set_cursor(0, { vim.fn.search("operator buy"), 0 })
  vim.lsp.util.apply_text_edits(ask("textDocument/formatting", { textDocument = { uri = vim.uri_from_bufnr(buf) }, options = { tabSize = 4, insertSpaces = true } }), buf, "utf-16")
  say("formatted: " .. vim.fn.getline(vim.fn.search("operator buy")))

  vim.cmd("edit typed.krk") -- Neovim 0.7 does not ask by itself when a character is typed
  local types = vim.api.nvim_get_current_buf()
  local function unclosed()
    for _, d in ipairs(vim.diagnostic.get(types)) do if d.user_data.lsp.code == "K005" then return true end end
  end
  wait(unclosed)
  local last = vim.fn.line("$")
  vim.api.nvim_buf_set_text(types, last - 1, #vim.fn.getline(last), last - 1, #vim.fn.getline(last), { "}" })
  wait(function() return not unclosed() end)
  local typed = at(last, 0)
  typed.position.character = #vim.fn.getline(last)
  typed.ch = "}"
  typed.options = { tabSize = 4, insertSpaces = true }
  vim.lsp.util.apply_text_edits(ask("textDocument/onTypeFormatting", typed), types, "utf-16")
  say("typed }: " .. vim.fn.getline(last))

  for line in io.lines("cases.txt") do
    local file, row, col, code, message = line:match("^(.-)\t(.-)\t(.-)\t(.-)\t(.*)$")
    vim.cmd("edit " .. file)
    local b = vim.api.nvim_get_current_buf()
    local function found()
      for _, d in ipairs(vim.diagnostic.get(b)) do
        if d.lnum == tonumber(row) and d.user_data.lsp.code == code and d.message:match("[^\n]*") == message then return d end
      end
    end
    wait(found)
    vim.api.nvim_win_set_cursor(0, { tonumber(row) + 1, found().col })
    local title
    vim.ui.select = function(items, _, choose)
      for _, item in ipairs(items) do
        local d = item[2].diagnostics and item[2].diagnostics[1]
        if item[2].kind == "quickfix" and d.code == code and d.message:match("[^\n]*") == message then
          title = item[2].title
          return choose(item)
        end
      end
    end
    vim.lsp.buf.code_action()
    wait(function() return title and not found() end)
    say(string.format("fix: %s:%d:%d: %s [%s]: %s: %s", file, row + 1, col, message, code, title, vim.trim(vim.fn.getline(row + 1))))
  end
end)
if not ok then fail(err) end
vim.cmd("qall!")
`
