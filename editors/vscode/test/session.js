// Plays a session of Visual Studio Code's client with the server: session.js FOLDER. It prints what it sees.
"use strict";

const { spawn } = require("child_process");
const fs = require("fs");
const path = require("path");
const { pathToFileURL, fileURLToPath } = require("url");
const lsp = require("vscode-languageserver-protocol/node");

const folder = fs.realpathSync(process.argv[2]);
const server = spawn("karakuri", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = lsp.createProtocolConnection(new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));
const ended = new Promise((resolve) => server.on("exit", resolve));

const uriOf = (file) => pathToFileURL(path.join(folder, file)).toString();
const nameOf = (uri) => path.basename(fileURLToPath(uri));
const say = (...words) => console.log(words.join(" "));

// The latest findings of each file, and who waits for some.
const findings = new Map();
let waiting = () => {};

connection.onNotification(lsp.PublishDiagnosticsNotification.type, (p) => {
  findings.set(p.uri, p);
  waiting();
});

// The findings of a document as it is. They come only when they differ from those before.
const findingsOf = (d) =>
  new Promise((resolve) => {
    waiting = () => {
      const p = findings.get(d.uri);
      if (p && p.version === d.version) resolve(p.diagnostics);
    };
    waiting();
  });

// An open document.
const open = async (file) => {
  const d = { uri: uriOf(file), version: 1, text: fs.readFileSync(path.join(folder, file), "utf8") };
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: { uri: d.uri, languageId: "karakuri", version: 1, text: d.text } });
  return d;
};

const offset = (text, p) => text.split("\n").slice(0, p.line).reduce((n, l) => n + l.length + 1, 0) + p.character;
const position = (text, word, more) => {
  const at = text.indexOf(word);
  if (at < 0) throw new Error(`no ${word}`);
  const before = text.slice(0, at + more).split("\n");
  return { line: before.length - 1, character: before[before.length - 1].length };
};

const applied = (text, edits) =>
  [...edits]
    .sort((a, b) => offset(text, b.range.start) - offset(text, a.range.start))
    .reduce((t, e) => t.slice(0, offset(text, e.range.start)) + e.newText + t.slice(offset(text, e.range.end)), text);

// Makes edits in an open document, and says so, one change for each edit, the last first.
const change = async (d, edits) => {
  const sorted = [...edits].sort((a, b) => offset(d.text, b.range.start) - offset(d.text, a.range.start));
  d.text = applied(d.text, edits);
  d.version++;
  await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
    textDocument: { uri: d.uri, version: d.version },
    contentChanges: sorted.map((e) => ({ range: e.range, text: e.newText })),
  });
};

const lineWith = (text, word) => text.split("\n").find((l) => l.includes(word));

// Opens a file with a finding, takes its quick fix, and waits until the finding is gone.
const takeFix = async ([file, row, col, code, message]) => {
  const d = await open(file);
  const isIt = (f) => f.range.start.line === +row && f.code === code && f.message.split("\n")[0] === message;
  const found = (await findingsOf(d)).find(isIt);
  if (!found) throw new Error(`${file} lacks ${code} ${message}`);
  const at = { line: +row, character: +col };
  const actions = await connection.sendRequest(lsp.CodeActionRequest.type, { textDocument: d, range: { start: at, end: at }, context: { diagnostics: [found], only: ["quickfix"] } });
  const fix = actions.find((a) => a.diagnostics.some(isIt));
  await change(d, fix.edit.changes[d.uri]);
  if ((await findingsOf(d)).some(isIt)) throw new Error(`${file}: ${fix.title} leaves ${message}`);
  say(`fix: ${file}:${+row + 1}:${col}: ${message} [${code}]: ${fix.title}: ${d.text.split("\n")[row].trim()}`);
  await connection.sendNotification(lsp.DidCloseTextDocumentNotification.type, { textDocument: { uri: d.uri } });
};

async function main() {
  connection.listen();
  const root = pathToFileURL(folder).toString();
  const hello = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri: root,
    workspaceFolders: [{ uri: root, name: "folder" }],
    capabilities: { textDocument: { publishDiagnostics: { versionSupport: true } }, workspace: { workspaceFolders: true } },
  });
  say("server:", hello.serverInfo.name);
  await connection.sendNotification(lsp.InitializedNotification.type, {});

  const meal = await open("meal.krk");
  for (const d of await findingsOf(meal)) say("finding:", d.range.start.line + 1, d.code, d.message.split("\n")[0]);

  const at = position(meal.text, "hungri", 2);
  const actions = await connection.sendRequest(lsp.CodeActionRequest.type, { textDocument: meal, range: { start: at, end: at }, context: { diagnostics: [] } });
  say("fix:", actions[0].title);
  await change(meal, actions[0].edit.changes ? actions[0].edit.changes[meal.uri] : actions[0].edit.documentChanges[0].edits);
  say("fixed:", (await findingsOf(meal)).length);

  const items = await connection.sendRequest(lsp.CompletionRequest.type, { textDocument: meal, position: position(meal.text, "effect at = p", 12) });
  const names = (items.items || items).filter((i) => i.kind === lsp.CompletionItemKind.EnumMember).map((i) => i.label);
  say("completion:", names.sort().join(","));

  const places = await open("places.krk");
  const rename = await connection.sendRequest(lsp.RenameRequest.type, { textDocument: meal, position: position(meal.text, "go(shop); buy", 4), newName: "market" });
  const changes = rename.changes || Object.fromEntries(rename.documentChanges.map((c) => [c.textDocument.uri, c.edits]));
  for (const uri of Object.keys(changes).sort()) say("renamed:", nameOf(uri), changes[uri].length);
  for (const d of [meal, places]) await change(d, changes[d.uri]);
  say("then:", places.text.trim());

  const layOut = () => connection.sendRequest(lsp.DocumentFormattingRequest.type, { textDocument: meal, options: { tabSize: 4, insertSpaces: true } });
  await change(meal, await layOut());
  say("formatted:", lineWith(meal.text, "const price"));
  say("operator:", lineWith(meal.text, "operator buy"));
  say("again:", (await layOut()).length);

  for (const l of await connection.sendRequest(lsp.CodeLensRequest.type, { textDocument: meal })) say("lens:", l.command.title, l.command.command);

  // What an editor asks when the last brace is typed.
  const typed = await open("typed.krk");
  await change(typed, [{ range: { start: position(typed.text, "false ", 6), end: position(typed.text, "false ", 6) }, newText: "}" }]);
  await change(typed, await connection.sendRequest(lsp.DocumentOnTypeFormattingRequest.type, {
    textDocument: typed, position: position(typed.text, "false }", 7), ch: "}", options: { tabSize: 4, insertSpaces: true },
  }));
  say("typed }:", lineWith(typed.text, "operator eat"));

  for (const line of fs.readFileSync(path.join(folder, "cases.txt"), "utf8").split("\n").filter(Boolean)) await takeFix(line.split("\t"));

  // Of all changes, the last is the only mistake.
  const end = position(meal.text, "plan dine", 9);
  await change(meal, [{ range: { start: end, end }, newText: "d" }]);
  for (const d of await findingsOf(meal)) say("finding:", d.code, d.message.split("\n")[0]);

  await connection.sendRequest(lsp.ShutdownRequest.type);
  await connection.sendNotification(lsp.ExitNotification.type);
  say("ended:", await ended);
}

main().catch((err) => {
  console.error(err);
  server.kill();
  process.exit(1);
});
