import { taskSchema } from "@promptnce/prompts";
import { z } from "zod";
import { type Options, studyOptions } from "./study-keys.ts";

/** The address at which the schema of a study is published, which a study names for editors. */
export const STUDY_SCHEMA =
  "https://raw.githubusercontent.com/promptnce/promptnce/main/apps/cli/schema/study.schema.json";

/** The file in this repository. */
export const studySchemaFile: URL = new URL("../../schema/study.schema.json", import.meta.url);

type Schema = z.core.JSONSchema.BaseSchema;

/** The JSON Schema (draft 2020-12) of a study, made from the options of the command. */
export function studySchemaText(options: Options): string {
  const { $schema, ...task } = z.toJSONSchema(taskSchema, { io: "input" });
  const properties = [...studyOptions(options)].map(([key, property]) => {
    const { help = "", value } = options[property] ?? {};
    const schema = key === "task" ? { anyOf: [{ type: "string" }, task] } : schemaOf(value);
    return [key, { description: description(help), ...schema }] as const;
  });
  const whole = {
    $schema,
    $id: STUDY_SCHEMA,
    title: "A study of promptnce: rows, the question about them, the model and the budget",
    type: "object",
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function description(help: string): string {
  return `${help.charAt(0).toUpperCase()}${help.slice(1)}.`;
}

/** What an editor should accept: a study's numbers may stand for texts, and one item for a list. */
function schemaOf(value: z.ZodType | undefined): Schema {
  if (value === undefined) return {};
  const { $schema: _, ...schema } = z.toJSONSchema(value, { unrepresentable: "any" });
  return widened(schema);
}

function widened(schema: Schema): Schema {
  const { additionalProperties: values, anyOf } = schema;
  if (anyOf !== undefined) return { ...schema, anyOf: anyOf.map(widened) };
  if (typeof values === "object") return { ...schema, additionalProperties: widened(values) };
  if (schema.type === "array") {
    const items = widened(schema.items as Schema);
    return { anyOf: [items, { ...schema, items }] } as Schema;
  }
  if (schema.type !== "string" || schema.enum !== undefined) return schema;
  return { ...schema, type: ["string", "number"] as never };
}
