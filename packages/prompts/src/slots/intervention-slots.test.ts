import { expect, test } from "vitest";
import { quantiles, shots } from "./intervention-slots.ts";

const few = shots("CUE = {{cue}}, {{y}}: {{p}}");
const named = "few-shot" as const;

test("examples are numbered from 1, as many as there are, with what people did", () => {
  const examples = [
    { x: { cue: "SHOVE" }, y: "PUSH", conditional: 0.9359 },
    { x: { cue: "{{y}}" }, y: "{{p}}", conditional: 1 / 150 },
  ];
  expect(few.write({ intervention: { name: named, examples } })).toBe(
    "Example 1: CUE = SHOVE, PUSH: 0.94\nExample 2: CUE = {{y}}, {{p}}: 0.0067",
  );
});

test("no examples, one without a field, and one without a probability are refused", () => {
  const write = (examples: Parameters<typeof few.write>[0]["intervention"]["examples"]) => () =>
    few.write({ intervention: { name: named, examples } });
  expect(write([])).toThrow("The few-shot question has no examples: give it some, or ask without an intervention.");
  expect(write([{ x: { comment: "A" }, y: "B", conditional: 0.5 }])).toThrow(
    'The prompt needs the field "cue" of x, which has "comment"',
  );
  expect(write([{ x: { cue: "A" }, y: "B", conditional: 50 }])).toThrow("and 50 is none");
});

test("quantiles go from the least to the most", () => {
  const spread = [0.01, 0.02, 0.05, 0.1234, 1] as const;
  const intervention = { name: "distribution-aware", quantiles: spread } as const;
  const shown = Object.entries(quantiles).map(([name, slot]) => [name, slot.write({ intervention })]);
  expect(shown).toEqual([
    ["minimum", "0.01"],
    ["first_quartile", "0.02"],
    ["median", "0.05"],
    ["third_quartile", "0.12"],
    ["maximum", "1"],
  ]);
});
