// `pnpm schema`: writes the JSON Schema of a task, which is published with the package.
import { writeFileSync } from "node:fs";
import { taskSchemaFile, taskSchemaText } from "./task-schema-file.ts";

writeFileSync(taskSchemaFile, taskSchemaText());
