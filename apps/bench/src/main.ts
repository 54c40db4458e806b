import { enableCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";

// Covers all later imports, as in the command.
enableCompileCache();
const { watchOutput } = await import("@promptnce/command/start");
const { bench, ended } = await import("./bench.ts");

// By default V8 lets the heap and its young generation grow to several times the used size before
// it collects garbage.
setFlagsFromString("--heap-growing-percent=30");
setFlagsFromString("--semi-space-growth-factor=1");
watchOutput(process);
process.on("uncaughtException", (error) => process.exit(ended(error)));
process.exitCode = await bench(process.argv.slice(2));
