import * as z from "zod/mini";
import { taskSchema } from "./task.ts";

/** The address at which the schema of a task is published. */
export const taskSchemaFile: URL = new URL("../../schema/task.schema.json", import.meta.url);

/** The JSON Schema (draft 2020-12) of a task's file, for editors. */
export function taskSchemaText(): string {
  const { $schema, ...schema } = z.toJSONSchema(taskSchema, { io: "input" });
  const title =
    "A task of promptnce: who is observed, what they see, what event is estimated, what a label is";
  return `${JSON.stringify({ $schema, title, ...schema }, null, 2)}\n`;
}
