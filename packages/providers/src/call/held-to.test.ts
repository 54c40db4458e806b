import { expect, test } from "vitest";
import { heldTo, leavesSchemaToRequest } from "./held-to.ts";

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
  expect(leavesSchemaToRequest({ response_format: { type: "json_schema", json_schema: { schema } } })).toBe(false);
});
