import { madeOnce } from "@promptnce/testing/made-once";
import { type Ended, runMain } from "./run-main.test.support.ts";

/** The options of {@link wholeRun}. */
export const ofWholeRun: readonly string[] = ["--pairs", "82", "--dev", "40"];

/** A run of all experiments, which takes seconds, in `out` of `cwd`. No test may change it. */
export async function wholeRun(): Promise<{ readonly cwd: string; readonly ended: Ended }> {
  const { folder, made } = await madeOnce("whole-run", (cwd) => runMain(ofWholeRun, cwd));
  return { cwd: folder, ended: made };
}
