import fc from "fast-check";
import { expect, test } from "vitest";
import { inlineOptions, input, other } from "../slots/slots.ts";
import { constantKeys, keyedOptions, keyedWording } from "./structured-template.ts";

test("keys depend on nothing but the number of candidates", () => {
  expect(constantKeys(["SAILED", "c7", "__proto__"])).toEqual(["c1", "c2", "c3"]);
});

test("candidates are listed one a line, each after its key, and read back, whatever they hold", () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom("c1: ", "\n", ": ", "c2", "OTHER", "$&"));
  const label = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));
  const plain = label.filter((text) => !text.includes("\nc"));
  expect(keyedOptions.write({ candidates: ["SAILED", "SAT"] })).toBe("c1: SAILED\nc2: SAT");
  fc.assert(
    fc.property(fc.uniqueArray(plain, { minLength: 1, maxLength: 12 }), (candidates) => {
      const read = keyedOptions.read(keyedOptions.write({ candidates }));
      expect(read).toEqual({ candidates, candidateKeys: constantKeys(candidates) });
    }),
  );
});

test("a candidate that could be taken for two is refused", () => {
  expect(() => keyedOptions.write({ candidates: ["a\nc2: b", "c"] })).toThrow(
    'The candidate "a\\nc2: b" contains "\\nc"',
  );
});

test("a list whose keys are not in order is not read as something else", () => {
  expect(keyedOptions.read("c1: a\nc3: b")).toEqual({});
});

const open = {
  task: "words",
  kind: "open",
  version: 3,
  body: `CUE: {{cue}}

Candidates
{{options}}

Say how likely each is. Include a special key "{{other}}" for the rest.

- Output ONLY the JSON object.
- Include EVERY candidate word plus {{other}}.`,
  slots: { cue: input("cue"), options: inlineOptions, other },
} as const;

test("a wording over a set is told the keys where it shows the candidates, asks for them and requires them", () => {
  const { body, slots, version } = keyedWording(open);
  expect(version).toBe(3);
  expect(slots).toMatchObject({ cue: { about: "x.cue" }, options: keyedOptions });
  expect(body).toBe(`CUE: {{cue}}

Candidates, each after its key
{{options}}

Say how likely each is. Name each candidate by its key (c1, c2, ...). Include a special key "{{other}}" for the rest.

- Output ONLY the JSON object.
- Include the key of EVERY candidate word plus {{other}}.`);
});

test("a closed one says it where it maps the options", () => {
  const body = "Options:\n{{options}}\n\nReturn ONLY JSON mapping each option to probability.";
  const { slots, ...keyed } = keyedWording({
    ...open,
    kind: "closed",
    body,
    slots: { options: inlineOptions },
  });
  expect(Object.keys(slots)).toEqual(["options"]);
  expect(keyed.body).toBe(
    "Options, each after its key:\n{{options}}\n\n" +
      "Return ONLY JSON mapping the key of each option (c1, c2, ...) to probability.",
  );
});

test("a wording that lacks one of these places is refused", () => {
  const body = open.body.replace("EVERY", "every");
  expect(() => keyedWording({ ...open, body })).toThrow(
    'a change at "JSON object.\\n- Include EVERY"',
  );
});
