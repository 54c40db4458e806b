#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import "./without-sqlite-warning.ts";

// Node then keeps compiled code, and sources without their types, in the system's temporary folder:
// from the second time on the sources start as fast as what is published. It only helps modules that
// are imported after it, and does nothing where it cannot write.
enableCompileCache();

// A reader that has seen enough, like head, closes the pipe: that is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

const { run } = await import("./run.ts");
process.exitCode = await run(process.argv.slice(2));
