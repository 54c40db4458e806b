import { watchOutput } from "@promptnce/report/start";
import { reproduction } from "./reproduction.ts";

watchOutput(process);
process.exitCode = await reproduction(process.argv.slice(2));
