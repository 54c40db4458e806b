#!/usr/bin/env node
// JavaScript, since Node would take 40 ms to load what strips the types of this one file. Those of
// all others are stripped in its cache.
import * as nodeModule from "node:module";

// Lets Node cache compiled code, and sources without their types, in the system's temporary folder,
// so that later starts are faster. It only affects modules imported after it. An older Node lacks
// the function; it gets its error message below.
nodeModule.enableCompileCache?.();

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `error: promptnce needs Node 22.13 or newer, and this is ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
} else {
  await import("./terminal/without-sqlite-warning.ts");
  const { watchOutput } = await import("#command/start");
  watchOutput(process);
  const { ended, run } = await import("./run.ts");
  process.on("uncaughtException", (error) => {
    // An error of a module that does not load may prevent its own sentence, again and again.
    void ended(error).then(
      (code) => process.exit(code),
      () => {
        process.stderr.write(`error: ${error.stack}\n`);
        process.exit(1);
      },
    );
  });
  const args = process.argv.slice(2);
  if (args[0] === "estimate") {
    const { holdHeap } = await import("./terminal/hold-heap.ts");
    holdHeap();
  }
  process.exitCode = await run(args);
}
