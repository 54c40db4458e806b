import assert from "node:assert/strict";
import { test } from "node:test";
import { printed } from "@promptnce/prompts";
import { findTemplateWith, readPromptWith } from "@promptnce/prompts/packs";
import pack from "./index.js";

const find = findTemplateWith([pack], "faithful");

// A changed text fails here: raise its version, and run `npm run golden`.
for (const template of pack.templates) {
  void test(`${template.id}@${template.version} has its golden text`, (t) =>
    t.assert.snapshot(printed(template)));
}

for (const kind of ["conditional", "pmi"]) {
  void test(`a prompt of moods/${kind} is read back, so that it can be rehearsed`, () => {
    const question = { task: "moods", kind, x: { headline: "Snow again" }, y: "calm", sample: 0 };
    const read = readPromptWith([pack])(find(question).render(question));
    assert.deepEqual({ kind: read.kind, x: read.x, y: read.y }, { kind, x: question.x, y: "calm" });
  });
}
