// `pnpm schema`: writes the JSON Schema of a study, which is published with the command.
import { writeFileSync } from "node:fs";
import { studySchemaFile, studySchemaText } from "../study/study-schema.ts";
import { givenOptions } from "./estimate-options.ts";

writeFileSync(studySchemaFile, studySchemaText(givenOptions()));
