import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { journalLine, journalText, type JournalLine } from "./journal-record.ts";
import { entry } from "../testing/entry.test.support.ts";

const at = "2026-11-20T12:00:00.000Z";
const template = { id: "words/open", version: 1, sha256: "00ff" };
const plain: JournalLine = { v: 2, kind: "reply", ...entry("a"), at };
const full: JournalLine = {
  ...plain,
  template,
  attempt: 1,
  leftOut: { temperature: 0 },
  schema: { type: "object", properties: { a: { type: "number" } } },
  limit: 700,
  continuation: { text: "dog", template: "chat", system: "", span: "content" },
  options: ["A", "B"],
  charge: true,
  reply: {
    text: "",
    stop: "failed",
    failure: { kind: "status", status: 400, message: "bad" },
    usage: { inputTokens: 1, outputTokens: 0, cachedTokens: 1, reasoningTokens: 0.5 },
    id: "r-1",
    served: { model: "m-2026", tier: "default" },
    batch: false,
  },
};
const { key } = full;
const sending = { v: 2, kind: "sending", key, provider: "p", model: "m", at } as const;
const lines: readonly JournalLine[] = [
  plain,
  full,
  { ...sending, sending: true },
  { ...sending, sending: false, template: { id: "words/open", version: 1 } },
];

const inJson = (line: JournalLine): unknown => JSON.parse(journalText(line));
/** The line in JSON of the form that this program writes. */
const writtenLine = (json: unknown) => journalLine.usual?.(json);
const bySchema = (json: unknown) => journalLine.schema.safeParse(structuredClone(json));

describe("a line of the form that this program writes", () => {
  it.each(lines)("is taken without its checksum: %#", (line) => {
    expect(writtenLine(inJson(line))).toEqual(line);
    expect(bySchema(inJson(line)).data).toEqual(line);
  });

  it("is nothing that the schema refuses or reads otherwise", () => {
    const odd = [Infinity, -1, 1.5, 0, 2 ** 53, "", " ", null, [], {}, true, "end", at, "0:1"];
    const value = fc.oneof(fc.constantFrom<unknown>(...odd), fc.jsonValue());
    const name = fc.constantFrom("extra", "__proto__", "constructor", "sum", "charge", "0");
    const change = fc.record({
      at: fc.nat(),
      name,
      value,
      is: fc.constantFrom("set", "add", "cut"),
    });
    const line = fc.constantFrom(...lines);
    const taken = { no: 0, yes: 0 };
    fc.assert(
      fc.property(line, fc.array(change, { minLength: 1, maxLength: 2 }), (one, changes) => {
        const json = changes.reduce<unknown>(changed, inJson(one));
        const schemaValue = bySchema(json);
        const writtenValue = writtenLine(json);
        taken[writtenValue === undefined ? "no" : "yes"]++;
        if (writtenValue === undefined) return;
        expect(schemaValue.error).toBeUndefined();
        expect(isDeepStrictEqual(writtenValue, schemaValue.data)).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(taken.no, taken.yes)).toBeGreaterThan(20);
  });

  it("is no other JSON", () => {
    for (const json of [[], {}, null, "text", 2, [inJson(plain)]]) {
      expect(writtenLine(json)).toBeUndefined();
    }
  });
});

interface Change {
  readonly at: number;
  readonly name: string;
  readonly value: unknown;
  readonly is: string;
}

/** The JSON with one change at any of its objects. */
function changed(json: unknown, { at: place, name, value: shared, is }: Change): unknown {
  const value = structuredClone(shared);
  const objects = objectsIn(json);
  const object = objects[place % objects.length];
  if (object === undefined) return json;
  const names = Object.keys(object);
  const member = is === "add" ? name : (names[place % Math.max(1, names.length)] ?? name);
  if (Array.isArray(object)) object.splice(place % 2, is === "add" ? 0 : 1, value);
  else if (is === "cut") Reflect.deleteProperty(object, member);
  // Not assigned, since a member of JSON may have the name `__proto__`.
  else Reflect.defineProperty(object, member, { ...DATA, value });
  return json;
}

const DATA = { enumerable: true, writable: true, configurable: true };

function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
