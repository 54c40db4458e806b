/** The exit codes and their meanings: the single list used by programs and shown in help texts. */
const meanings = {
  0: "done",
  1: "failed",
  2: "wrong usage",
  3: "stopped by the budget",
  4: "finished, but some requests failed; compare, infer: the threshold was missed",
  5: "stopped early, or nothing scored",
} as const;

export type ExitCode = keyof typeof meanings;

export const exitCodesText: string = `Exit codes:\n${Object.entries(meanings)
  .map(([code, meaning]) => `  ${code} ${meaning}`)
  .join("\n")}`;
