// What a program needs at its start and to write for people, separate from the rest so that help
// appears at once.
export { exitCodesText } from "./exit-codes.ts";
export { shellWord } from "../errors/shell-word.ts";
export { typedAs } from "./typed-as.ts";
export { print, say, wrapText } from "./wrap-text.ts";

/**
 * Handles write errors on standard output and standard error. A reader such as `head` may close the
 * pipe early, which is no error. Any other error, such as a full disk, is reported and ends the
 * program with code 1, unless it has another code; streamed results report such errors through
 * their own writer.
 */
export function watchOutput({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): void {
  stderr.on("error", () => {}); // no place is left to report it
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
