import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { main, newFolder, promptnce } from "./promptnce.test.support.ts";

describe("promptnce", () => {
  it("prints its version", async () => {
    expect(await promptnce(["--version"])).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: "",
    });
  });

  it.each([[[]], [["datasets"]], [["prompts"]]])(
    "shows help with examples for %j",
    async (args) => {
      const { status, stdout } = await promptnce([...args, "--help"]);
      expect(status).toBe(0);
      expect(stdout).toMatch(/Examples:\n {2}promptnce /);
    },
  );

  it("without arguments shows three pairs, what the words mean, and what to type next", async () => {
    const { status, stdout, stderr } = await promptnce([]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const lines = stdout.split("\n");
    expect(lines).toContain("SHOVE → PUSH");
    expect(lines).toContain("  people                       0.94      0.0005    7.54");
    expect(stdout).toContain("no model was asked just now");
    expect(stdout).toContain("promptnce start messages.csv");
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  it.each([[["datasets"]], [["prompts"]]])("exits with 2 if %j is incomplete", async (args) => {
    expect(await promptnce(args)).toMatchObject({ status: 2, stdout: "" });
  });

  it("asks for the Node that the package's engines ask for", () => {
    const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
    const { engines } = JSON.parse(text) as { engines: { node: string } };
    expect(readFileSync(main, "utf8")).toContain(
      `needs Node ${engines.node.replace(">=", "")} or newer`,
    );
  });
});

it("the script of a clone takes files from the folder where it was called", () => {
  const folder = newFolder();
  const script = join(import.meta.dirname, "../from-clone.js");
  writeFileSync(join(folder, "moods.yaml"), "name: moods\n");
  const { status, stderr } = spawnSync(process.execPath, [script, "task", "show", "moods.yaml"], {
    cwd: join(import.meta.dirname, "../../.."),
    env: { ...process.env, INIT_CWD: folder, NO_COLOR: "1" },
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toContain("moods.yaml, line 1, column 1: person is missing.");
});
