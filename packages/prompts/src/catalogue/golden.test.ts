import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { goldenProblems, readGolden } from "./golden.test.support.ts";
import {
  decisionsTemplates,
  structuredTemplates,
  templates as faithfulTemplates,
  tokensTemplates,
} from "./templates.ts";

const templates = [
  ...faithfulTemplates,
  ...structuredTemplates,
  ...tokensTemplates,
  ...decisionsTemplates,
];

const golden = readGolden();
const [first] = templates;

test("every template has the text that its version was released with", () => {
  expect(templates).toHaveLength(102);
  expect(goldenProblems(templates, golden)).toEqual([]);
});

test("a text changed without raising the version is refused, with what to do", () => {
  const changed = { ...first!, body: `${first!.body} ` };
  expect(goldenProblems([changed], golden)).toEqual([
    "The text of words/pmi@1 has changed: answers to two wordings must not mix. " +
      "Raise its version to 2 and run `npx pnpm@12 golden`, or restore the text.",
  ]);
});

test("a change of layout outside the body is a change of text", () => {
  const changed = { ...first!, render: () => "another layout" };
  expect(goldenProblems([changed], golden).join()).toContain("has changed");
});

test("a raised version must be added to the golden file", () => {
  const raised = { ...first!, version: 2 };
  expect(goldenProblems([raised], golden)).toEqual([
    "words/pmi@2 is not in fixtures/golden.json: run `npx pnpm@12 golden`.",
  ]);
});

test("a version never goes back", () => {
  const entry = golden.find(({ id }) => id === "words/pmi")!;
  expect(goldenProblems([first!], [...golden, { ...entry, version: 2 }])).toEqual([
    "words/pmi@1 is older than a released version: versions only rise.",
  ]);
});

test("every entry of the golden file, old ones too, has the sum of its own body", () => {
  expect(golden.length).toBeGreaterThanOrEqual(64);
  for (const { body, sha256 } of golden) {
    expect(createHash("sha256").update(body).digest("hex")).toBe(sha256);
  }
});
