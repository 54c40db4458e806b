import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

const root = join(import.meta.dirname, "../..");
const oxlint = join(root, "node_modules/oxlint/bin/oxlint");

/** What the linter says of a file with this text, by the repository's own settings. */
function lint(text: string): { readonly status: number | null; readonly rules: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-linter-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  writeFileSync(join(folder, "planted.ts"), text);
  const args = [oxlint, "--deny-warnings", "--format", "json"];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { code: string }[] };
  return { status, rules: diagnostics.map(({ code }) => code) };
}

const faults: readonly (readonly [rule: string, planted: string, sound: string])[] = [
  [
    "no-nested-ternary",
    'export const sign = (x: number) => (x < 0 ? "-" : x > 0 ? "+" : "");\n',
    'export const sign = (x: number) => (x < 0 ? "-" : "+");\n',
  ],
  [
    "no-sequences",
    "export const added = (all: number[]) => (all.push(1), all);\n",
    "export const added = (all: number[]) => {\n  all.push(1);\n  return all;\n};\n",
  ],
  [
    "no-duplicate-imports",
    'import { join } from "node:path";\nimport { sep } from "node:path";\nexport const all = join(sep);\n',
    'import { join, sep } from "node:path";\nexport const all = join(sep);\n',
  ],
  [
    "no-duplicate-imports",
    'import type { ParsedPath } from "node:path";\nimport { sep } from "node:path";\nexport const of = (path: ParsedPath) => path.dir + sep;\n',
    'import { type ParsedPath, sep } from "node:path";\nexport const of = (path: ParsedPath) => path.dir + sep;\n',
  ],
  [
    "no-multi-assign",
    "export let a = 1;\nexport let b = 2;\na = b = 3;\n",
    "export let a = 1;\nexport let b = 2;\nb = 3;\na = b;\n",
  ],
];

describe.each(faults)("%s", (rule, planted, sound) => {
  it("is an error of the linter", () => {
    expect(lint(planted)).toEqual({ status: 1, rules: [`eslint(${rule})`] });
  });

  it("passes what keeps to it", () => {
    expect(lint(sound)).toEqual({ status: 0, rules: [] });
  });
});
