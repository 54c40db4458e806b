// `pnpm schema`: writes the JSON Schema of a task, which is published with the package.
import { mkdirSync, writeFileSync } from "node:fs";
import { taskSchemaFile, taskSchemaText } from "./task-schema-file.ts";

mkdirSync(new URL("..", taskSchemaFile), { recursive: true });
writeFileSync(taskSchemaFile, taskSchemaText());
