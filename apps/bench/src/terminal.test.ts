import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";

const main = join(import.meta.dirname, "main.ts");
const small = ["--dataset", "synthetic-words", "--experiment", "pmi", "--pairs", "40", "--dev", "5"];

/** util-linux's `script`, which runs a command on a terminal. */
const hasTerminal = spawnSync("script", ["-qec", "exit 0", "/dev/null"]).status === 0;

/** What a run writes on a terminal of that width, as it came. */
async function shown(cols: number, env: NodeJS.ProcessEnv, ...more: readonly string[]): Promise<string> {
  const command = [process.execPath, main, ...small, ...more].map((word) => `'${word}'`).join(" ");
  const { PATH, HOME } = process.env;
  const child = spawn("script", ["-qec", `stty cols ${cols}; ${command}`, "/dev/null"], {
    cwd: newFolder(),
    env: { PATH, HOME, TERM: "xterm-256color", ...env },
  });
  child.stdin.end();
  return await text(child.stdout);
}

/** The lines that stay: what a bar draws over is gone. */
function lines(raw: string): string[] {
  const left = raw.split("\n").map((line) => stripVTControlCharacters(line.replaceAll("\r", "")).trimEnd());
  return left.filter((line) => line !== "" && !/\d+\/\d+, /.test(line));
}

describe.skipIf(!hasTerminal).each([
  { cols: 80, env: {}, tags: [] },
  { cols: 80, env: { NO_COLOR: "1" }, tags: ["full"] },
  { cols: 140, env: {}, tags: ["full"] },
  { cols: 140, env: { NO_COLOR: "1" }, tags: ["full"] },
])("bench on a terminal of $cols columns, $env", ({ cols, env, tags }) => {
  it("ends with ten lines at most, the page among them", { tags }, async () => {
    const raw = await shown(cols, env);
    const said = lines(raw);
    expect(said.length).toBeLessThanOrEqual(10);
    expect(said[0]).toBe("Simulated answers: nothing is said of a language model.");
    expect(said).toContain("Open    out/report.html");
    expect(said.at(-1)).toMatch(/^Next {4}bench --model/);
    expect(raw).not.toContain("| Dataset");
    // Nothing stands on the line of a bar.
    for (const line of raw.split("\n")) expect(line.includes("asking") && line.includes("Outcome")).toBe(false);
  });
});

it.skipIf(!hasTerminal)(
  "bench prints its tables on a terminal where --tables asks for them",
  { tags: "full" },
  async () => {
    expect(await shown(140, { NO_COLOR: "1" }, "--tables")).toContain("# End-to-end PMI");
  },
);
