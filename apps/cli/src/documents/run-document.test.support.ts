import { spawn } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fencedBlocks } from "@promptnce/testing/markdown";
import { expect, onTestFinished } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";
import { isInstalled, modules, readerShell } from "./reader-shell.test.support.ts";

/** The address in documents of a server that the reader starts. */
const SERVER = "http://127.0.0.1:8080";

/**
 * Follows a document's instructions in order, in a new folder, and returns the folder. A block with
 * a file name after its language becomes that file. A shell block is run. Every line of a text
 * block must appear, in order, in the output of the preceding shell block; `…` stands for any
 * lines. A server is started on a free port, which replaces the address in the document. Programs
 * import the packages of this repository, or those that the packed check installed, whose Node is
 * told to run a `.ts` file as docs/developers.md says.
 */
export async function runDocument(markdown: string): Promise<string> {
  const folder = newFolder();
  symlinkSync(modules, join(folder, "node_modules"));
  const { env, run } = readerShell(folder);

  let server = SERVER;
  let printed = "";
  const strip = "node --experimental-strip-types ";
  const followed = isInstalled ? markdown.replaceAll(/\bnode (?=\w+\.ts$)/gm, strip) : markdown;
  for (const { language, title, text } of fencedBlocks(followed)) {
    if (language === "text") {
      expect(missingLines(printed, text), printed).toEqual([]);
    } else if (language !== "sh") {
      if (title !== "") writeFileSync(join(folder, title), text.replaceAll(SERVER, server));
    } else if (text.startsWith("promptnce serve-")) {
      server = await serve(text.replace("--port 8080", "--port 0"));
    } else {
      printed = await shell(text.replaceAll(SERVER, server));
    }
  }
  return folder;

  async function shell(script: string): Promise<string> {
    const { status, output } = await run(script);
    expect(status, `${script}\n${output}`).toBe(0);
    return output;
  }

  async function serve(script: string): Promise<string> {
    const child = spawn("sh", ["-ec", `exec ${script}`], { cwd: folder, env });
    onTestFinished(() => void child.kill("SIGKILL"));
    let output = "";
    await new Promise<void>((done, fail) => {
      child.on("close", () => fail(new Error(`the server ended: ${output}`)));
      child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
      child.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes("Ctrl-C")) done();
      });
    });
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
    if (address === undefined) throw new Error(`no address in ${output}`);
    return address;
  }
}

/** The lines that did not appear in order; none if the document is right. */
function missingLines(printed: string, promised: string): string[] {
  const lines = printed.split("\n");
  let from = 0;
  return promised.split("\n").filter((line) => {
    if (line.trim() === "" || line === "…") return false;
    const at = lines.indexOf(line, from);
    if (at < 0) return true;
    from = at + 1;
    return false;
  });
}
