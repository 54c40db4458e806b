import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { main, newFolder } from "../promptnce.test.support.ts";

async function ended(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.on("close", done));
  return { code, said };
}

/** Runs the command for a reader that is gone. */
function unread(...args: string[]): ReturnType<typeof ended> {
  const child = spawn(process.execPath, [main, ...args]);
  child.stdout.destroy();
  return ended(child);
}

function rows(count: number): string {
  const path = join(newFolder(), "rows.csv");
  const lines = Array.from({ length: count }, (_, i) => `cue ${i},label ${i % 7}\n`);
  writeFileSync(path, `cue,response\n${lines.join("")}`);
  return path;
}

describe("a reader that closes the pipe early", () => {
  it("is not an error", async () => {
    expect(await unread("prompts", "export")).toEqual({ code: 0, said: "" });
  });

  it("hides no failure", async () => {
    const { code, said } = await unread("datasets", "verify", "words", "--data", newFolder());
    expect(code).toBe(1);
    expect(said).toContain("error: words is not complete");
  });

  it(
    "ends an estimate before everything is asked, without an error",
    { tags: "full" },
    async () => {
      const file = rows(20_000);
      const { code, said } = await unread(
        "estimate",
        file,
        "--task",
        "words",
        "--y",
        "response",
        "--store",
        `${file}.replies`,
      );
      expect(code).toBe(0);
      expect(said).not.toMatch(/error|20,000/);
    },
  );
});

describe.skipIf(!existsSync("/dev/full"))(
  "a full disk under standard output",
  { tags: "full" },
  () => {
    it.each([
      ["datasets", "list"],
      ["prompts", "export"],
      ["estimate", "ROWS", "--task", "words", "--y", "response", "--store", "ROWS.replies"],
    ])("%s %s ends with 1 and one sentence", async (...args) => {
      const full = openSync("/dev/full", "w");
      onTestFinished(() => closeSync(full));
      const file = rows(50);
      const given = args.map((arg) => arg.replace("ROWS", file));
      const child = spawn(process.execPath, [main, ...given], { stdio: ["ignore", full, "pipe"] });
      const { code, said } = await ended(child);
      expect(said).toMatch(
        /^(?:estimated .*\n)?error: standard output cannot be written to \(ENOSPC\): free some space.*\.\n$/,
      );
      expect(code).toBe(1);
    });
  },
);
