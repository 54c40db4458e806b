import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/providers/simulated";
import { simulatedServer } from "@promptnce/providers/simulated-server";
import { describe, expect, it, onTestFinished } from "vitest";

const folder = join(import.meta.dirname, "..");
const document = readFileSync(join(folder, "../../docs/developers.md"), "utf8");
const programs = Array.from(
  document.matchAll(/```ts\n(.*?)```.*?```text\n(.*?)```/gs),
  ([, code, output]) => [code!, output!],
);

/** Runs a program in this package's folder, whose imports resolve there as they do for a user. */
async function printed(code: string): Promise<string> {
  const cwd = join(folder, "out", "developers");
  mkdirSync(cwd, { recursive: true });
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const args = ["--input-type=module-typescript", "--eval", code];
  return (await promisify(execFile)(process.execPath, args, { cwd })).stdout;
}

describe("docs/developers.md", () => {
  it("has a program that asks a server about a table and prints what it says", async () => {
    const [code = "", output] = programs[1]!;
    const marginal = new Map(
      Object.entries({ PUSH: 0.3, PULL: 0.1, WATER: 0.2, BLUE: 0.1, NURSE: 0.3 }),
    );
    const said = new Map([
      ["SHOVE PUSH", 0.9],
      ["SHOVE PULL", 0.1],
      ["OCEAN WATER", 0.7],
      ["OCEAN BLUE", 0.3],
      ["DOCTOR NURSE", 1],
      ["NIGHT BLUE", 0.2],
    ]);
    const joint = {
      name: "people",
      marginal,
      conditional: ({ cue }: Readonly<Record<string, string>>, y: string) =>
        said.get(`${cue} ${y}`) ?? 0,
    };
    const respondent = simulated({ joint, read: readPrompt, profile: "truthful", seed: 1 });
    await using server = await simulatedServer({ respondent });
    expect(await printed(code.replace("http://localhost:8080/v1", server.openaiUrl))).toBe(output);
  });
});
