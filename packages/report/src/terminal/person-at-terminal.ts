import type { Person } from "@promptnce/providers/run";

/** What asks a person yes or no; anything but `true` is a no, as where the question is cancelled. */
type Confirm = (options: {
  readonly message: string;
  readonly initialValue: boolean;
  readonly output: NodeJS.WriteStream;
}) => Promise<unknown>;

/**
 * The person at the terminal, asked on standard error so that results can be piped; `undefined` where
 * standard input or standard error is no terminal.
 *
 * @param load Loads what asks, once there is something to be asked: `() => import("@clack/prompts")`.
 */
export function personAtTerminal(load: () => Promise<{ readonly confirm: Confirm }>): Person | undefined {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  return {
    async confirm(text, question) {
      // Below a bar, if there is one.
      stderr.write(`\n${text}\n`);
      const { confirm } = await load();
      return (await confirm({ message: question, initialValue: false, output: stderr })) === true;
    },
  };
}
