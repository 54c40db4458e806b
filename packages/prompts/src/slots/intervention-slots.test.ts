import type { Intervention } from "@promptnce/core";
import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";
import {
  type InterventionName,
  type InterventionOf,
  quantiles,
  shots,
} from "./intervention-slots.ts";

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
  expect(write([])).toThrow(
    "The few-shot question has no examples: give it some, or ask without an intervention.",
  );
  expect(write([{ x: { comment: "A" }, y: "B", conditional: 0.5 }])).toThrow(
    'The prompt needs the field "cue" of x, which has "comment"',
  );
  expect(write([{ x: { cue: "A" }, y: "B", conditional: 50 }])).toThrow("and 50 is none");
});

test("quantiles go from the least to the most", () => {
  const spread = [0.01, 0.02, 0.05, 0.1234, 1] as const;
  const intervention = { name: "distribution-aware", quantiles: spread } as const;
  const shown = Object.entries(quantiles).map(([name, slot]) => [
    name,
    slot.write({ intervention }),
  ]);
  expect(shown).toEqual([
    ["minimum", "0.01"],
    ["first_quartile", "0.02"],
    ["median", "0.05"],
    ["third_quartile", "0.12"],
    ["maximum", "1"],
  ]);
});

/** How a probability is shown. */
function shown(probability: number): string {
  const all = [probability, 0, 0, 0, 0] as const;
  return quantiles.minimum.write({ intervention: { name: "distribution-aware", quantiles: all } });
}

test.each([
  [0, "0"],
  [1, "1"],
  [0.5, "0.5"],
  [23 / 148, "0.16"],
  [1 / 150, "0.0067"],
  [0.996, "1"],
  [1.25e-7, "0.00000013"],
])("%d is shown as %s", (probability, text) => {
  expect(shown(probability)).toBe(text);
});

test("what is shown is plain and within five per cent of the probability", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-12, max: 1, noNaN: true }), (probability) => {
      expect(shown(probability)).toMatch(/^(1|0\.\d+)$/);
      expect(Math.abs(Number(shown(probability)) / probability - 1)).toBeLessThanOrEqual(
        0.05 + 1e-9,
      );
    }),
  );
});

test.each([-0.1, 1.5, 20, NaN, Infinity])("%d is no probability", (number) => {
  expect(() => shown(number)).toThrow(
    `A prompt shows probabilities of other pairs, and ${number} is none: give numbers from 0 to 1.`,
  );
});

// Checked by `tsc -b`, which compiles the tests with the sources.

test("a name has the interventions that may bear it, with what they show", () => {
  expectTypeOf<InterventionOf<"few-shot">>().toHaveProperty("examples");
  expectTypeOf<InterventionOf<"distribution-aware">>().toHaveProperty("quantiles");
  expectTypeOf<InterventionOf<"log-scale-prior">>().not.toBeNever();
  expectTypeOf<InterventionOf<"log-scale-prior">>().not.toHaveProperty("examples");
});

test("all names together have all interventions", () => {
  expectTypeOf<InterventionOf<InterventionName>>().toEqualTypeOf<Intervention>();
});
