import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasTerminal, onTerminal } from "@promptnce/testing/terminal";
import { describe, expect, it } from "vitest";
import { main, newFolder, promptnce } from "./promptnce.test.support.ts";

const ESCAPE = String.fromCodePoint(27);
/** Colours, bold and the like. Sequences that move the cursor end in another letter. */
const style = new RegExp(`${ESCAPE}\\[[0-9;]*m`);

function pairs(): string[] {
  const folder = newFolder();
  const file = join(folder, "pairs.csv");
  writeFileSync(file, "cue,response\ncat,dog\nsun,hot\ntree,leaf\nsea,blue\n");
  return ["estimate", file, "--task", "words", "--y", "response", "--out", join(folder, "out.csv")];
}

/** The terminal output of a command with an unknown price, declined by the user. */
async function asked(env: NodeJS.ProcessEnv): Promise<string> {
  const model = ["--provider", "openai", "--base-url", "http://192.0.2.1/v1", "--model", "any"];
  const type = { after: /Go on\?/, keys: "n" };
  const { raw } = await onTerminal([process.execPath, main, ...pairs(), ...model], {
    cols: 200,
    cwd: ".",
    env,
    type,
  });
  return raw;
}

describe.skipIf(!hasTerminal)("on a terminal", () => {
  it("colours its question", async () => {
    const said = await asked({});
    expect(said).toContain("Go on?");
    expect(said).toMatch(style);
  });

  it("sends nothing after a no, which is not an error", { tags: "full" }, async () => {
    const said = await asked({ NO_COLOR: "1" });
    expect(said).toMatch(/^Nothing was sent\.\r?\n$/m);
    expect(said).not.toContain("error");
  });

  it("colours nothing if NO_COLOR is set", { tags: "full" }, async () => {
    const said = await asked({ NO_COLOR: "1" });
    expect(said).toContain("Go on?");
    expect(said).not.toMatch(style);
  });
});

it.each([["an estimate"], ["--help"], ["estimate --help"], ["nonsense"], ["prompts list"]])(
  "writes plain text unless the output is a terminal: %s",
  async (line) => {
    const args = line === "an estimate" ? pairs() : line.split(" ");
    const { stdout, stderr } = await promptnce(args, {
      env: { NO_COLOR: undefined, TERM: "xterm" },
    });
    expect(stdout + stderr).not.toBe("");
    expect(stdout + stderr).not.toContain(ESCAPE);
  },
);
