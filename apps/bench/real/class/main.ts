import { join } from "node:path";
import { watchOutput } from "@promptnce/command/start";
import { classRun } from "./class-run.ts";

const ROOT = join(import.meta.dirname, "../../../..");

watchOutput(process);
process.exitCode = await classRun(process.argv.slice(2), {
  kept: join(ROOT, "examples/class-run"),
  document: join(ROOT, "docs/public-class.md"),
});
