package lsp

import (
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

// editor runs an editor in a folder with files, and returns what it prints. The settings are those of docs/editors.md.
// The test is skipped where the editor is not installed.
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
	for name, body := range map[string]string{file: text, "meal.krk": faulty, "places.krk": places} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_STATE_HOME="+dir, "KARAKURI_TEST_SERVER=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return strings.ReplaceAll(strings.ReplaceAll(string(out), dir, "FOLDER"), "\r\n", "\n")
}

// TestNeovim looks at a file with two mistakes, fixes them, renames and completes, in Neovim.
func TestNeovim(t *testing.T) {
	got := editor(t, "nvim", "neovim", func(settings string) (string, string, []string) {
		return "session.lua", settings + neovimSession, []string{"--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile session.lua"}
	})
	for _, want := range []string{
		`diagnostics: 14:20 unknown symbol "hungri"`, `diagnostics: 24:22 expected a task or operator, but nothing is called "diene"`,
		"fixed: 0", "hover: state agent: hungry: bool = true", "definition: FOLDER/places.krk 1:5", "complete: at,home,p,shop",
		"renamed: type place = { haus, shop } // where one can be", "formatted: operator buy {", "symbols: price,state agent,move_to,eat,buy,go,dine,villager", "references: 3",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q", want)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
}

const neovimSession = `
local function fail(what) print("failed: " .. tostring(what)); vim.cmd("cquit 1") end
local function say(text) io.stdout:write(text .. "\n") end
local ok, err = pcall(function()
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
  vim.lsp.util.apply_text_edits(ask("textDocument/formatting", { textDocument = { uri = vim.uri_from_bufnr(buf) }, options = { tabSize = 4, insertSpaces = true } }), buf, "utf-16")
  say("formatted: " .. vim.fn.getline(vim.fn.search("operator buy")))
end)
if not ok then fail(err) end
vim.cmd("qall!")
`
