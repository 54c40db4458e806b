import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";
import { derivedBody, fill, type SlotName, slotNames, unfill } from "./body.ts";

test("a body is cut at its slots, in their order, and other braces are text", () => {
  const asked: string[] = [];
  const value = (slot: string) => `<${asked.push(slot)}>`;
  expect(fill('{{a}} {"p": <number>} {{b}}{{a}}.', value)).toBe('<1> {"p": <number>} <2><3>.');
  expect(asked).toEqual(["a", "b", "a"]);
});

test("values are put in as they are: no $ pattern and no slot in them is looked at", () => {
  const values = new Map([
    ["a", "$& $1 $$ {{b}}"],
    ["b", "{{a}}"],
  ]);
  expect(fill("<{{a}}|{{b}}|{{a}}>", (slot) => values.get(slot)!)).toBe(
    "<$& $1 $$ {{b}}|{{a}}|$& $1 $$ {{b}}>",
  );
});

test("unfilling gives back what any body was filled with", () => {
  const value = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("|"));
  fc.assert(
    fc.property(value, value, (a, b) => {
      const body = "(a)? [{{a}}|{{b}}|{{a}}] \\ $";
      const text = fill(body, (slot) => (slot === "a" ? a : b));
      expect(unfill(body, text)).toEqual(
        new Map([
          ["a", a],
          ["b", b],
        ]),
      );
    }),
  );
});

test("a text that was not made from the body, or repeats a slot otherwise, gives nothing", () => {
  expect(unfill("a {{b}} c", "a x d")).toBeUndefined();
  expect(unfill("a {{b}} c", "a x c\n")).toBeUndefined();
  expect(unfill("{{b}} and {{b}}", "x and y")).toBeUndefined();
});

test("a body without slots is filled with nothing", () => {
  expect(unfill("a.", "a.")).toEqual(new Map());
  expect(unfill("a.", "ab")).toBeUndefined();
});

test("a body's slots are named once each, in their order, by the program", () => {
  expect(slotNames("CUE: {{cue}}\n{{options}} or {{cue}}")).toEqual(["cue", "options"]);
  expect(slotNames('{"p_base": <number>} {target}')).toEqual([]);
});

// Checked by `tsc -b`, which compiles the tests with the sources.

test("and by the compiler, which reads them off the body", () => {
  expectTypeOf<SlotName<"CUE: {{cue}}\n{{options}} or {{cue}}">>().toEqualTypeOf<
    "cue" | "options"
  >();
});

test("single braces name no slot", () => {
  expectTypeOf<SlotName<'{"p_base": <number>} {target}'>>().toEqualTypeOf<never>();
});

const asked = "Estimate p.\n\nCUE: {{cue}}\n\nReturn p.";

test("a body is derived by what is put into a place, the rest as it is", () => {
  expect(
    derivedBody(asked, [
      { replace: "\n\nCUE:", by: "\n\nWork in order. $& {{cue}}\n\nCUE:" },
      { replace: "Return p.", by: "Return notes." },
    ]),
  ).toBe("Estimate p.\n\nWork in order. $& {{cue}}\n\nCUE: {{cue}}\n\nReturn notes.");
  expect(derivedBody(asked, [])).toBe(asked);
});

test("a later change finds what an earlier one has put in", () => {
  const changes = [
    { replace: "Return", by: "Then: Return" },
    { replace: "Then: Return", by: "Last, return" },
  ];
  expect(derivedBody("Return p.", changes)).toBe("Last, return p.");
});

test("a place that the body does not have, or has twice, is refused by name", () => {
  expect(() => derivedBody(asked, [{ replace: "TARGET: {{target}}", by: "x" }])).toThrow(
    'A prompt is derived from another by a change at "TARGET: {{target}}", which must stand in it once and ' +
      "stands there 0 times: change the two texts together.",
  );
  expect(() => derivedBody(asked, [{ replace: "p.", by: "q." }])).toThrow("stands there 2 times");
});
