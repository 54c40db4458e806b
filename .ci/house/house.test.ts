import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { inspectHouse } from "./house.ts";
import { PAGE } from "./page.ts";
import { sound, filesOf, written, type Tree } from "./sound-repository.test.support.ts";

it("passes a repository that keeps every rule", () => {
  expect(inspectHouse(filesOf(written(sound)))).toEqual([]);
});

describe("the program", () => {
  function repository(tree: Tree): {
    folder: string;
    run: (...args: string[]) => ReturnType<typeof spawnSync>;
  } {
    const folder = mkdtempSync(join(tmpdir(), "promptnce-house-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [path, text] of Object.entries(tree)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    const main = join(import.meta.dirname, "main.ts");
    return {
      folder,
      run: (...args) => spawnSync(process.execPath, [main, folder, ...args], { encoding: "utf8" }),
    };
  }

  it("writes the page, prints sizes, and ends with 1 where there is a fault", () => {
    const { folder, run } = repository(sound);
    expect(run()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("✗ docs/rooms.md prints other"),
    });
    expect(run("--write")).toMatchObject({
      status: 0,
      stderr: "",
      stdout: expect.stringMatching(/^files and syntax nodes .*exports by entry point/s),
    });
    expect(readFileSync(join(folder, PAGE), "utf8")).toBe(written(sound)[PAGE]);
  });

  it("says in a sentence what it cannot read", () => {
    const { run } = repository({ ...sound, "packages/prompts/rooms.json": "{" });
    expect(run()).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^✗ packages\/prompts\/rooms\.json is no JSON: mend it\..*\n$/),
    });
  });
});
