import { styleText } from "node:util";
import { DatasetError } from "@promptnce/datasets";
import { DataError } from "@promptnce/rows/errors";
import { openingText } from "@promptnce/command/opening";
import { print, say, typedAs } from "@promptnce/command/start";
import { interruptible, tellEnd } from "@promptnce/command/terminal";
import { CommanderError } from "commander";
import { addChallenge } from "./challenge/command.ts";
import type { RecordOptions } from "./run/record-options.ts";
import { benchProgram } from "./run/arguments.ts";
import type { RunFolder } from "./run/config-of-run.ts";
import { type Config, isSimulated } from "./study/config.ts";

/** Runs the program with these arguments and returns its exit code, however it ends. */
export async function bench(args: readonly string[]): Promise<number> {
  try {
    const program = benchProgram(acts);
    addChallenge(program);
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    return ended(error);
  }
}

/** Reports on standard error why the program ended, and returns the exit code. */
export function ended(error: unknown): number {
  // Commander has already printed its message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return tellEnd(error, {
    name: styleText("red", "bench:"),
    own: [DataError, DatasetError, RangeError],
  });
}

const acts = {
  async run(config: Config) {
    // Who begins with bench is to see something real before the rehearsal.
    if (typedAs() !== "" && isSimulated(config)) say(`${openingText()}\n\n${REHEARSAL}`);
    const { dryRun, runAndWrite } = await import("./run-and-write.ts");
    if (config.dryRun) print(await dryRun(config));
    else await interruptible(({ signal }) => runAndWrite(config, signal));
  },
  async record(options: RecordOptions) {
    const { runRecord } = await import("./record/run-record.ts");
    const isTerminal = process.stderr.isTTY === true;
    // Overwrites one line of the terminal and finally erases it; elsewhere a line now and then.
    const show = isTerminal
      ? (text: string): void => void process.stderr.write(`\r\u001b[K${text}`)
      : nowAndThen(say);
    const end = runRecord(options, say, show);
    if (isTerminal) show("");
    print(end);
  },
  async report(run: RunFolder) {
    const { configOfRun, runFolders } = await import("./run/config-of-run.ts");
    const { runAndWrite } = await import("./run-and-write.ts");
    for (const folder of runFolders(run.folder)) {
      const recorded = await configOfRun({ ...run, folder });
      await interruptible(({ signal }) => runAndWrite(recorded.config, signal, recorded));
    }
  },
  async compare(a: string, b: string) {
    const { compareRuns } = await import("./compare/compare-runs.ts");
    print(await compareRuns(a, b));
  },
};

/** Says every tenth second or so what is being done, so that nobody waits in silence. */
function nowAndThen(line: (text: string) => void): (text: string) => void {
  let last = Date.now();
  return (text) => {
    if (Date.now() - last < 10_000) return;
    last = Date.now();
    line(text);
  };
}

const REHEARSAL =
  "Now a rehearsal of the whole paper: a simulated respondent about made-up worlds, every table and figure.\n";
