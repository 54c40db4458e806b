import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { givenOptions } from "../estimate/estimate-options.ts";
import { studySchemaFile, studySchemaText } from "./study-schema.ts";
import { TASK } from "./study.test.support.ts";

const text = studySchemaText(givenOptions());

it("the published schema matches the options: run `pnpm schema` in apps/cli after a change", () => {
  expect(readFileSync(studySchemaFile, "utf8")).toBe(text);
});

describe("an editor", () => {
  const schema = z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0]);
  const accepts = (study: string): boolean => schema.safeParse(parse(study)).success;

  it.each([
    `rows: a.csv\n${TASK}y: queue\nmethods: promptnce\nbudget: 5\nseed: 7\nbatch: true\n`,
    "labels: {1: Agree, 2: Disagree}\nwhere: {wave: 3, kind: [a, b]}\nraters: [Anna, Ben]\nseveral: true\n",
    "task: words\nmethods: [promptnce, infonce]\nprovider: openai\nsettings: {temperature: 0}\n",
  ])("accepts %j", (study) => {
    expect(accepts(study)).toBe(true);
  });

  it.each(["buget: 5", "budget: -1", "k: 1", "provider: nobody", "batch: 3", "yes: true"])(
    "marks %s as wrong",
    (line) => {
      expect(accepts(line)).toBe(false);
    },
  );

  it("shows a description of every key", () => {
    const { properties } = JSON.parse(text) as {
      properties: Record<string, { description: string }>;
    };
    for (const [key, { description }] of Object.entries(properties)) {
      expect([key, description.length > 10]).toEqual([key, true]);
    }
  });
});
