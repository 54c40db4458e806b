import { bench } from "./bench.ts";

process.exitCode = await bench(process.argv.slice(2));
