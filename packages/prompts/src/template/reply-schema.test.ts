import type { JsonSchema, QuestionOf } from "@promptnce/core";
import { expect, test } from "vitest";
import { letters } from "../slots/candidates.ts";
import { replySchema } from "./reply-schema.ts";

const words = { task: "words", sample: 0 } as const;
const own = {};
const open: QuestionOf<"open"> = {
  ...words,
  kind: "open",
  x: { cue: "SEA" },
  candidates: ["SAILED", "OTHER", "notes"],
};
const conditional: QuestionOf<"conditional"> = {
  ...words,
  kind: "conditional",
  x: { cue: "SEA" },
  y: "SAILED",
};

function fieldsOf(schema: JsonSchema): readonly unknown[] {
  return Object.entries(schema["properties"] as object);
}

test("a reply over a set has a number for each label in its order and for OTHER, and nothing else", () => {
  const names = ["SAILED", "OTHER", "notes", "UNLISTED"];
  const schema = replySchema(open, own, true);
  expect(fieldsOf(schema)).toEqual(
    names.map((name) => [name, { type: "number", minimum: 0, maximum: 1 }]),
  );
  expect(schema).toMatchObject({ type: "object", required: names, additionalProperties: false });
  const closed = replySchema({ ...open, kind: "closed" }, { ...own, keys: letters }, true);
  expect(closed["required"]).toEqual(["A", "B", "C"]);
});

test("a probability is from 0 to 1, if told so, and PMI any number", () => {
  const pmi = { ...conditional, kind: "pmi" } as const;
  expect(fieldsOf(replySchema(pmi, own, true))[0]).toEqual(["PMI_LN", { type: "number" }]);
  expect(fieldsOf(replySchema(conditional, own, true))[0]).toEqual([
    "p_apply",
    { type: "number", minimum: 0, maximum: 1 },
  ]);
  expect(fieldsOf(replySchema(conditional, own, false))[0]).toEqual([
    "p_apply",
    { type: "number" },
  ]);
});

test("notes behind a number are short, those that lead to it may be long, and neither is bounded if not told so", () => {
  const notes = (maxLength: number) => ["notes", { type: "string", maxLength }];
  expect(fieldsOf(replySchema(conditional, own, true))).toEqual([expect.anything(), notes(200)]);
  const ranked = { ...own, intervention: "generate-then-rank" } as const;
  expect(fieldsOf(replySchema(conditional, ranked, true))).toEqual([
    notes(1000),
    expect.anything(),
  ]);
  expect(fieldsOf(replySchema(conditional, own, false))).toEqual([
    expect.anything(),
    ["notes", { type: "string" }],
  ]);
});
