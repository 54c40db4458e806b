#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import "./without-sqlite-warning.ts";

// Node then keeps compiled code, and sources without their types, in the system's temporary folder:
// from the second time on the sources start as fast as what is published. It only helps modules that
// are imported after it, and does nothing where it cannot write.
enableCompileCache();

const { watchOutput } = await import("./watch-output.ts");
watchOutput(process);
const { run } = await import("./run.ts");
process.exitCode = await run(process.argv.slice(2));
