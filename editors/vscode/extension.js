// The extension for Visual Studio Code: it starts the language server, and carries out the commands of the menus and of
// the server's lenses.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** Starts the server, and registers the commands. */
async function activate(context) {
  const on = (name, run) => context.subscriptions.push(vscode.commands.registerCommand(name, run));
  on("karakuri.test", (uri, name) => start("test", uri, name === undefined ? [] : ["--only", name]));
  on("karakuri.run", (uri) => start("run", uri, []));
  on("karakuri.explain", (uri) => start("explain", uri, []));
  on("karakuri.studio", (uri) => start("studio", uri, []));
  on("karakuri.references", showReferences);

  const server = { command: program(), args: ["lsp"] };
  client = new LanguageClient("karakuri", "Karakuri", server, { documentSelector: [{ scheme: "file", language: "karakuri" }] });
  try {
    await client.start();
  } catch (err) {
    vscode.window.showErrorMessage(`The language server ${server.command} lsp does not start: ${err.message}. The setting karakuri.path names the program.`);
  }
}

/** Stops the server. */
function deactivate() {
  return client && client.isRunning() ? client.stop() : undefined;
}

/** The karakuri program of the settings. */
function program() {
  return vscode.workspace.getConfiguration("karakuri").get("path") || "karakuri";
}

/**
 * Saves the file and runs a command on it, in a terminal. A lens says which file, as text; a menu says it as a URI; from
 * the palette it is the file of the active editor. The arguments reach the program as they are: there is no shell.
 */
async function start(command, uri, more) {
  const active = vscode.window.activeTextEditor;
  const file = typeof uri === "string" ? vscode.Uri.parse(uri) : uri || (active && active.document.languageId === "karakuri" ? active.document.uri : undefined);
  if (!file) {
    vscode.window.showErrorMessage("Open a karakuri file first.");
    return;
  }
  const document = vscode.workspace.textDocuments.find((d) => d.uri.toString() === file.toString());
  if (document && document.isDirty && !(await document.save())) return;
  const folder = vscode.workspace.getWorkspaceFolder(file);
  const root = folder ? ["--root", folder.uri.fsPath] : [];
  const execution = new vscode.ProcessExecution(program(), [command, ...root, ...more, "--", file.fsPath], folder ? { cwd: folder.uri.fsPath } : {});
  const task = new vscode.Task({ type: "karakuri", command, file: file.fsPath }, folder || vscode.TaskScope.Workspace, command, "karakuri", execution);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, panel: vscode.TaskPanelKind.Shared, clear: true };
  await vscode.tasks.executeTask(task);
}

/** Shows the references of a lens. The server sends them as values of its protocol. */
function showReferences(uri, position, locations) {
  const convert = client.protocol2CodeConverter;
  return vscode.commands.executeCommand("editor.action.showReferences", vscode.Uri.parse(uri), convert.asPosition(position), locations.map(convert.asLocation));
}

module.exports = { activate, deactivate };
