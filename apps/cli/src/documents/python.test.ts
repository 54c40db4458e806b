import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readJournal } from "@promptnce/engine/journal";
import { pythonHas } from "@promptnce/testing/python";
import { expect, it } from "vitest";
import { runDocument } from "./run-document.test.support.ts";

const document = join(import.meta.dirname, "../../../../docs/python.md");

it.skipIf(!pythonHas("pandas", "pyarrow"))(
  "every program of docs/python.md takes rows from pandas through the command and back, and prints the promised output",
  { tags: "full" },
  async () => {
    const folder = await runDocument(readFileSync(document, "utf8"));
    // Four pairs and three labels, each asked about once.
    const replies = [...readJournal(join(folder, "scored.parquet.replies.jsonl"))];
    expect(replies).toHaveLength(7);
  },
);
