import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { main, newFolder, promptnce } from "./promptnce.test.support.ts";

const ESCAPE = String.fromCodePoint(27);
/** Colours, bold and the like; what moves the cursor ends in another letter. */
const style = new RegExp(`${ESCAPE}\\[[0-9;]*m`);

function pairs(): string[] {
  const folder = newFolder();
  const file = join(folder, "pairs.csv");
  writeFileSync(file, "cue,response\ncat,dog\nsun,hot\ntree,leaf\nsea,blue\n");
  return ["estimate", file, "--task", "words", "--y", "response", "--out", join(folder, "out.csv")];
}

/** util-linux's `script`, which runs a command on a terminal. */
const hasTerminal = spawnSync("script", ["-qec", "exit 0", "/dev/null"]).status === 0;

/** What the command writes on a terminal where a price is unknown and a person says no. */
async function asked(env: NodeJS.ProcessEnv): Promise<string> {
  const model = ["--provider", "openai", "--base-url", "http://192.0.2.1/v1", "--model", "any"];
  const command = [process.execPath, main, ...pairs(), ...model].map((word) => `'${word}'`);
  const { PATH, HOME } = process.env;
  const child = spawn("script", ["-qec", `stty cols 200; ${command.join(" ")}`, "/dev/null"], {
    // Nothing else is inherited: CI, NODE_DISABLE_COLORS and others turn colours off as NO_COLOR does.
    env: { PATH, HOME, TERM: "xterm-256color", ...env },
  });
  child.stdin.end("n");
  return await text(child.stdout);
}

describe.skipIf(!hasTerminal)("on a terminal", () => {
  it("colours its question", async () => {
    const said = await asked({});
    expect(said).toContain("Go on?");
    expect(said).toMatch(style);
  });

  it("sends nothing after a no, which is no error", async () => {
    const said = await asked({ NO_COLOR: "1" });
    expect(said).toMatch(/^Nothing was sent\.\r?\n$/m);
    expect(said).not.toContain("error");
  });

  it("colours nothing where NO_COLOR is set", async () => {
    const said = await asked({ NO_COLOR: "1" });
    expect(said).toContain("Go on?");
    expect(said).not.toMatch(style);
  });
});

it.each([["an estimate"], ["--help"], ["estimate --help"], ["nonsense"], ["prompts list"]])(
  "writes plain text where nobody looks at a terminal: %s",
  async (line) => {
    const args = line === "an estimate" ? pairs() : line.split(" ");
    const { stdout, stderr } = await promptnce(args, {
      env: { NO_COLOR: undefined, TERM: "xterm" },
    });
    expect(stdout + stderr).not.toBe("");
    expect(stdout + stderr).not.toContain(ESCAPE);
  },
);
