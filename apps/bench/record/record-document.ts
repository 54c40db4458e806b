import { readFileSync, writeFileSync } from "node:fs";
import { tellEnd } from "@promptnce/command/terminal";
import { UsageError } from "@promptnce/command/errors";
import { DataError } from "@promptnce/rows/errors";
import { makeRecord } from "../src/record/record.ts";
import { recordText, writeRecordText } from "./document.ts";

/** Writes the document's generated part from recorded replies. Returns the exit code. */
export function recordDocument(args: readonly string[], document: string): number {
  try {
    const [flag, data, ...more] = args;
    if (flag !== "--data" || data === undefined || more.length > 0) {
      throw new UsageError("--data: give the folder of recorded replies, and nothing else");
    }
    const before = readFileSync(document, "utf8");
    const after = writeRecordText(before, recordText(makeRecord({ data, seed: SEED })));
    writeFileSync(document, after);
    process.stdout.write(`Wrote ${document}.\n`);
    return 0;
  } catch (error) {
    return tellEnd(error, { name: "record:", own: [DataError, RangeError] });
  }
}

/** The default seed of `bench`, so that the document and the page have the same intervals. */
export const SEED = "1";
