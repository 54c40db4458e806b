// What a program needs before it does anything, apart from the rest so that help comes at once.
export { exitCodesText } from "./exit-codes.ts";

/**
 * Sees to what cannot be written on standard output and standard error. A reader that has seen enough, like head, closes
 * the pipe, which is no error. Anything else, as a full disk, is told and ends with 1 if not with another code; where
 * results are streamed, their writer tells it.
 */
export function watchOutput({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): void {
  stderr.on("error", () => {}); // there is nowhere left to say it
  let told = false;
  stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE" || told || stdout.listenerCount("error") > 1) return;
    told = true;
    stderr.write(
      `error: standard output cannot be written to (${code}): ${code === "ENOSPC" ? "free some space" : "send it elsewhere"}.\n`,
    );
    process.once("exit", (exitCode) => {
      if (exitCode === 0) process.exitCode = 1;
    });
  });
}
