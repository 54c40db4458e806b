// The last step of `build`: writes the templates as plain data beside the compiled modules.
import { writeFileSync } from "node:fs";
import { catalogue } from "./catalogue.ts";

const file = new URL("../../dist/templates.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(catalogue(), null, 2)}\n`);
