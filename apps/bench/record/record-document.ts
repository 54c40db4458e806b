import { readFileSync, writeFileSync } from "node:fs";
import { UsageError } from "@promptnce/command/errors";
import { documentProgram } from "../src/output/document-program.ts";
import { writtenParts } from "../src/output/written-parts.ts";
import { makeRecord } from "../src/record/record.ts";
import { recordText } from "./document.ts";

/** Writes the document's generated part from recorded replies. Returns the exit code. */
export function recordDocument(args: readonly string[], document: string): Promise<number> {
  return documentProgram("record", () => {
    const [flag, data, ...more] = args;
    if (flag !== "--data" || data === undefined || more.length > 0) {
      throw new UsageError("--data: give the folder of recorded replies, and nothing else");
    }
    const before = readFileSync(document, "utf8");
    const text = recordText(makeRecord({ data, seed: SEED }));
    writeFileSync(document, writtenParts(before, { "the record": text }));
    process.stdout.write(`Wrote ${document}.\n`);
    return 0;
  });
}

/** The default seed of `bench`, so that the document and the page have the same intervals. */
export const SEED = "1";
