import { existsSync } from "node:fs";
import { JournalError, openJournal } from "@promptnce/providers";
import type { Finding } from "./finding.ts";

/** Whether a journal can be used: its records, its damaged lines, its lock. Makes no journal. */
export function checkStore(path: string): Finding[] {
  const check = "store";
  if (!existsSync(path)) {
    return [{ status: "ok", check, message: `${path} is not there yet; a run will make it` }];
  }
  try {
    using journal = openJournal(path);
    const records: Finding = { status: "ok", check, message: `${path} answers ${journal.size} requests` };
    const damaged = journal.damage.map(({ line, reason }): Finding => {
      return { status: "warn", check, message: `line ${line} of ${path} ${reason}; it costs only itself` };
    });
    return [records, ...damaged];
  } catch (error) {
    if (error instanceof JournalError) return [{ status: "fail", check, message: error.message }];
    throw error;
  }
}
