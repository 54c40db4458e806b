import { watchOutput } from "@promptnce/command/start";
import { reproduction } from "./reproduction.ts";

watchOutput(process);
process.exitCode = await reproduction(process.argv.slice(2));
