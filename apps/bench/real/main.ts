import { watchOutput } from "@promptnce/report/start";
import { real } from "./real.ts";

watchOutput(process);
process.exitCode = await real(process.argv.slice(2));
