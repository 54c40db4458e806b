import { describe, expect, it } from "vitest";
import { json, faultsWith, type Tree } from "./sound-repository.test.support.ts";

describe("what is counted", () => {
  it("is the lines of sources, of all and of an app", () => {
    const ceilings = { ".ci/house/ceilings.json": json({ ".": 10, "apps/cli": 0 }) };
    const tests = { "apps/cli/src/main.test.ts": "\n\n\n", "apps/cli/src/rig.test.support.ts": "\n\n\n" };
    const above = (what: string) =>
      `${what} in .ci/house/ceilings.json: take lines away elsewhere, or raise it in a commit that says by how much and why.`;
    expect(faultsWith({ ...ceilings, ...tests })).toEqual([above("apps/cli: 1 lines, 1 above the ceiling of 0")]);
    expect(faultsWith({ ...ceilings, "apps/cli/src/main.ts": "", "packages/core/src/types.ts": "\n\n\n" })).toEqual([
      above("all sources: 11 lines, 1 above the ceiling of 10"),
    ]);
  });

  it("is comments that keep the formatter away, 20 at most", () => {
    const ignoring = (count: number): Tree => ({
      "docs/tasks.md": `<!-- ${"oxfmt"}-ignore -->\n`,
      "packages/core/perf/main.ts": `// ${"prettier"}-ignore\n`.repeat(count - 1),
    });
    expect(faultsWith(ignoring(20))).toEqual([]);
    expect(faultsWith(ignoring(21))).toEqual([
      "21 comments `prettier-ignore` or `oxfmt-ignore`, of at most 20: let the formatter have its way in docs/tasks.md, packages/core/perf/main.ts.",
    ]);
  });
});

describe("the documents", () => {
  const words = (count: number): string => `${"word ".repeat(count)}\n`;
  const table = `| a | b |\n| - | - |\n| c | d |\n`;

  it("have a ceiling of words, together", () => {
    expect(faultsWith({ "README.md": words(3), "docs/tasks.md": words(3) })).toEqual([]);
    expect(faultsWith({ "README.md": words(3), "docs/tasks.md": words(4) })).toEqual([
      "documents: 11 words, 1 above the ceiling of 10: say less, or say it in a help text. The longest are docs/architecture.md (4), docs/tasks.md (4), README.md (3).",
    ]);
  });

  it("are counted without code, and without tables where a command writes them", () => {
    const code = `\`\`\`sh\n${words(20)}\`\`\`\n`;
    expect(faultsWith({ "README.md": `${code}${words(6)}${code}` })).toEqual([]);
    expect(faultsWith({ "docs/performance.md": `${words(6)}${table.repeat(9)}` })).toEqual([]);
    expect(faultsWith({ "docs/tasks.md": `${words(3)}${table}` })).toEqual([
      expect.stringContaining("documents: 11 words"),
    ]);
  });

  it("are no changesets, changelogs or licences, and no marks of Markdown", () => {
    const others = { ".changeset/a.md": words(9), "packages/core/CHANGELOG.md": words(9), "LICENSE.md": words(9) };
    expect(faultsWith({ ...others, "README.md": "# - * — |\n" })).toEqual([]);
  });
});
