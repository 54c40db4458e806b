import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";

/** An editor's view of one TypeScript file, by the compiler's own language server. */
export interface Editor extends AsyncDisposable {
  /** What is completed where `|` stands in the line that holds the text around it. */
  completions(line: string): Promise<readonly string[]>;
}

const root = join(import.meta.dirname, "../../../..");

/** An editor in which a file of this folder has the text; the file need not exist. */
export async function editor(text: string): Promise<Editor> {
  const folder = import.meta.dirname;
  const server = spawn(join(root, "node_modules/.bin/tsc"), ["--lsp", "--stdio"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => server.once("close", resolve));
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.onRequest(() => null);
  connection.listen();
  const uri = pathToFileURL(join(folder, "typed.ts")).href;
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    capabilities: {},
  });
  await connection.sendNotification("initialized", {});
  const lines = text.split("\n");
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "typescript", version: 1, text: text.replaceAll("|", "") },
  });
  return {
    async completions(marked) {
      const line = lines.findIndex((one) => one.includes(marked));
      const character = lines[line]?.indexOf("|");
      const position = { line, character };
      const found: { readonly items: readonly { readonly label: string }[] } | null =
        await connection.sendRequest("textDocument/completion", {
          textDocument: { uri },
          position,
        });
      // What may be absent is listed with a question mark.
      return (found?.items ?? []).map(({ label }) => label.replace(/\?$/, ""));
    },
    async [Symbol.asyncDispose]() {
      connection.dispose();
      server.kill();
      await ended;
    },
  };
}
