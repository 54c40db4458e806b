import { watchOutput } from "@promptnce/report/start";
import { bench, ended } from "./bench.ts";

watchOutput(process);
process.on("uncaughtException", (error) => process.exit(ended(error)));
process.exitCode = await bench(process.argv.slice(2));
