import type { Person } from "@promptnce/engine/run";

/**
 * The person at the terminal, if there is one. Questions go to standard error, so that results can
 * be piped.
 */
export function personAtTerminal(): Person | undefined {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  return {
    async confirm(text, question) {
      // On a new line below a progress bar, if there is one.
      stderr.write(`\n${text}\n`);
      const { confirm } = await import("@clack/prompts");
      // A cancelled prompt returns a symbol, not `false`.
      return (await confirm({ message: question, initialValue: false, output: stderr })) === true;
    },
  };
}
