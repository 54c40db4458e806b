import { join } from "node:path";
import { watchOutput } from "@promptnce/command/start";
import { recordDocument } from "./record-document.ts";

watchOutput(process);
process.exitCode = await recordDocument(
  process.argv.slice(2),
  join(import.meta.dirname, "../../../docs/record.md"),
);
