import { expect, test } from "vitest";
import { heldTo, leavesSchemaToRequest, replyTokens } from "./held-to.ts";

const [schema, grammar] = [{ type: "object" }, { type: "object", properties: {} }];

test("a reply is held to the schema that was sent, or to the request's grammar where the settings say so", () => {
  const faithful = { grammar };
  const structured = { schema, grammar };
  for (const settings of [{ grammar: "schema" }, { response_format: { type: "json_schema" } }]) {
    expect(heldTo(faithful, settings)).toBe(grammar);
    expect(heldTo(structured, settings)).toBe(grammar);
    expect(heldTo({ schema }, settings)).toBe(schema);
    expect(heldTo({}, settings)).toBeUndefined();
  }
  for (const settings of [{}, { grammar: "off" }, { response_format: { type: "json_object" } }]) {
    expect(heldTo(faithful, settings)).toBeUndefined();
    expect(heldTo(structured, settings)).toBe(schema);
  }
});

test("a form of the user's own, with a schema in it, leaves none to the requests", () => {
  expect(
    leavesSchemaToRequest({ response_format: { type: "json_schema", json_schema: { schema } } }),
  ).toBe(false);
});

const number = { type: "number" };

function tokens(properties: object): number {
  return replyTokens({ type: "object", properties });
}

test("a reply of many long words needs more tokens than one number, by every byte of its keys", () => {
  const one = tokens({ p_base: number });
  const words = Object.fromEntries(
    Array.from({ length: 25 }, (_, i) => [`CONSTRUCTION ${i}`, number]),
  );
  expect(one).toBeLessThan(60);
  expect(tokens(words)).toBeGreaterThan(
    25 * ("CONSTRUCTION 1".length + "0.1234567890123456".length),
  );
  expect(tokens({ größe: number })).toBe(tokens({ grosse: number }) + 1);
});

test("a text counts with its greatest length, and one without it with 400", () => {
  const bounded = tokens({ p: number, notes: { type: "string", maxLength: 200 } });
  expect(bounded).toBe(tokens({ p: number, notes: { type: "string" } }) - 200);
});

test("whatever fits the schema in the longest form fits the limit, and a schema without keys needs next to nothing", () => {
  const reply = { SAILED: 0.1234567890123456, OTHER: -1.5e-10, notes: "n".repeat(200) };
  const schema = { SAILED: number, OTHER: number, notes: { type: "string", maxLength: 200 } };
  expect(JSON.stringify(reply, null, 4).length).toBeLessThanOrEqual(tokens(schema));
  expect(replyTokens({ type: "object" })).toBe(2);
});
