import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { taskSchemaFile, taskSchemaText } from "./task-schema-file.ts";

it("the published schema of a task is that of the code: run `pnpm schema` after a change", () => {
  expect(existsSync(taskSchemaFile)).toBe(true);
  expect(readFileSync(taskSchemaFile, "utf8")).toBe(taskSchemaText());
});

it("the schema names every field and says what belongs into it", () => {
  const { properties, required } = JSON.parse(taskSchemaText()) as {
    properties: Record<string, { description?: string }>;
    required: string[];
  };
  expect(required).toEqual(["name", "person", "sees", "event", "label", "fields"]);
  for (const [name, { description = "" }] of Object.entries(properties)) {
    expect([name, description.length > 20]).toEqual([name, true]);
  }
});
