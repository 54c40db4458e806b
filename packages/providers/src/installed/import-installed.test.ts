import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import { importInstalled } from "./import-installed.ts";

/** A folder with a package that can only be imported, and below it where a program is run. */
function project(code: string): string {
  const folder = newFolder();
  const at = join(folder, "node_modules", "@team", "prompts");
  mkdirSync(at, { recursive: true });
  const about = {
    name: "@team/prompts",
    type: "module",
    exports: { ".": { import: "./main.js" } },
  };
  writeFileSync(join(at, "package.json"), JSON.stringify(about));
  writeFileSync(join(at, "main.js"), code);
  const below = join(folder, "runs");
  mkdirSync(below);
  return below;
}

it("a package is found from the folder of the run upwards, one that is for import alone too", async () => {
  const folder = project("export default 7;");
  expect((await importInstalled("@team/prompts", "packs", folder))["default"]).toBe(7);
});

it("one that is not there or that throws is told in a sentence", async () => {
  await expect(importInstalled("@team/none", "packs", newFolder())).rejects.toThrow(
    "packs: @team/none is not installed in this folder or one above it: install it with npm",
  );
  const broken = project("throw new Error('no moods');");
  await expect(importInstalled("@team/prompts", "packs", broken)).rejects.toThrow(
    "packs: @team/prompts cannot be loaded: no moods",
  );
});
