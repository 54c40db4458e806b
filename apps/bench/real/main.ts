import { watchOutput } from "@promptnce/command/start";
import { real } from "./real.ts";

watchOutput(process);
process.exitCode = await real(process.argv.slice(2));
