import * as clack from "@clack/prompts";
import { DataError } from "@promptnce/rows/errors";

/** Asks on standard error, and returns whether the person says yes. */
export async function confirmed(message: string, initialValue: boolean): Promise<boolean> {
  const answer = await clack.confirm({ message, initialValue, output: process.stderr });
  if (clack.isCancel(answer)) throw new DataError("Stopped: no model was asked.");
  return answer;
}
