// Runs the extension with stand-ins for the editor and for the client of the server: extension.js FOLDER. The stand-ins
// start the processes of the tasks, and it prints what they print.
"use strict";

const { spawnSync } = require("child_process");
const fs = require("fs");
const Module = require("module");
const path = require("path");
const { pathToFileURL, fileURLToPath } = require("url");

const folder = fs.realpathSync(process.argv[2]);
const file = path.join(folder, "meal.krk");
const say = (...words) => console.log(words.join(" ").split(folder).join("FOLDER"));

const uriOf = (text) => ({ fsPath: fileURLToPath(text), toString: () => text });
const uri = pathToFileURL(file).toString();
const document = {
  uri: uriOf(uri),
  languageId: "karakuri",
  isDirty: true,
  save: async () => {
    say("saved");
    document.isDirty = false;
    return true;
  },
};
const commands = new Map();

const vscode = {
  Uri: { parse: uriOf },
  ProcessExecution: class {
    constructor(program, args, options) {
      Object.assign(this, { program, args, options });
    }
  },
  Task: class {
    constructor(definition, scope, name, source, execution) {
      Object.assign(this, { definition, scope, name, source, execution });
    }
  },
  TaskScope: { Workspace: 2 },
  TaskRevealKind: { Always: 1 },
  TaskPanelKind: { Shared: 1 },
  commands: {
    registerCommand: (name, run) => {
      commands.set(name, run);
      return { dispose() {} };
    },
    executeCommand: async (name, at, position, locations) => say("command:", name, at.fsPath, position, locations.join(",")),
  },
  window: { activeTextEditor: { document }, showErrorMessage: (text) => say("error:", text) },
  workspace: {
    textDocuments: [document],
    getConfiguration: (section) => ({ get: (key) => (section === "karakuri" && key === "path" ? "karakuri" : undefined) }),
    getWorkspaceFolder: (at) => (path.dirname(at.fsPath) === folder ? { uri: uriOf(pathToFileURL(folder).toString()) } : undefined),
  },
  tasks: {
    executeTask: async (task) => {
      const { program, args, options } = task.execution;
      say("task:", program, args.join(" "));
      if (args[0] === "studio") return; // it runs until it is interrupted
      const done = spawnSync(program, args, { cwd: options.cwd, encoding: "utf8" });
      say(`status: ${done.status}\n${done.stdout}${done.stderr}`);
    },
  },
};

class LanguageClient {
  constructor(id, name, server, options) {
    say("client:", server.command, server.args.join(" "), JSON.stringify(options.documentSelector));
    this.protocol2CodeConverter = { asPosition: (p) => `position ${p.line}`, asLocation: (l) => `location ${l.range.start.line}` };
  }
  async start() {}
  isRunning() {
    return true;
  }
  async stop() {
    say("stopped");
  }
}

const load = Module._load;
Module._load = function (request, ...rest) {
  if (request === "vscode") return vscode;
  if (request === "vscode-languageclient/node") return { LanguageClient };
  return load.call(this, request, ...rest);
};

async function main() {
  const extension = require("../extension.js");
  await extension.activate({ subscriptions: [] });
  const said = require("../package.json").contributes.commands.map((c) => c.command);
  say("commands:", [...commands.keys()].filter((c) => !said.includes(c)).join(","), "more than", said.filter((c) => commands.has(c)).length, "of", said.length);
  await commands.get("karakuri.test")(uri, "a rich man");
  await commands.get("karakuri.test")();
  await commands.get("karakuri.run")();
  await commands.get("karakuri.explain")();
  await commands.get("karakuri.studio")();
  const place = { line: 3, character: 1 };
  await commands.get("karakuri.references")(uri, place, [{ uri, range: { start: { line: 7, character: 0 }, end: place } }]);
  vscode.window.activeTextEditor = undefined;
  await commands.get("karakuri.run")();
  await extension.deactivate();
}

main().catch((err) => {
  console.error(err);
  process.exit(1);
});
