import type { Kind } from "@promptnce/core";
import { expect, test } from "vitest";
import { z } from "zod";
import { catalogue } from "./catalogue.ts";
import { templates } from "./templates.ts";

const entries = catalogue();

test("the catalogue holds every template, and survives JSON unchanged", () => {
  expect(entries.map(({ id, version, body }) => ({ id, version, body }))).toEqual(
    templates.map(({ id, version, body }) => ({ id, version, body })),
  );
  expect(JSON.parse(JSON.stringify(entries))).toEqual(entries);
});

test("it says in words what fills each slot of a body", () => {
  for (const { body, slots } of entries) {
    const names = new Set(Array.from(body.matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name));
    expect(new Set(Object.keys(slots))).toEqual(names);
    expect(Object.values(slots).every((about) => about.length > 0)).toBe(true);
  }
});

test("the schema of an answer takes what the prompt asks for and refuses the rest", () => {
  const takes = (kind: Kind, answer: unknown) =>
    z.fromJSONSchema(entries.find((entry) => entry.kind === kind)!.answer).safeParse(answer)
      .success;
  expect(takes("pmi", { PMI_LN: -3.2, notes: "rare" })).toBe(true);
  expect(takes("conditional", { p_apply: 0.2 })).toBe(true);
  expect(takes("grounded", { p_base: 1e-6 })).toBe(true);
  expect(takes("open", { PUSH: 0.9, OTHER: 0.1 })).toBe(true);
  expect(takes("pmi", { p_apply: 0.2 })).toBe(false);
  expect(takes("conditional", { p_apply: 1.2 })).toBe(false);
  expect(takes("closed", { PUSH: "high" })).toBe(false);
});

test("the schema has its keys in the order that the prompt asks for", () => {
  for (const { body, answer } of entries) {
    const [, asked] = /\{("\w+": .*)\}/.exec(body) ?? [];
    if (asked === undefined) continue; // Over a set, the keys are the candidates'.
    const keys = Array.from(asked.matchAll(/"(\w+)":/g), ([, key]) => key);
    expect(Object.keys(answer["properties"] ?? {})).toEqual(keys);
  }
});

test("a number that rests on a ranking is not taken without it", () => {
  const { answer } = entries.find(({ intervention }) => intervention === "generate-then-rank")!;
  const schema = z.fromJSONSchema(answer);
  expect(schema.safeParse({ notes: "PUSH > HIT", p_apply: 0.4 }).success).toBe(true);
  expect(schema.safeParse({ p_apply: 0.4 }).success).toBe(false);
});
