import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readJournal } from "@promptnce/engine/journal";
import { expect, it } from "vitest";
import { runDocument } from "./run-document.test.support.ts";

const document = join(import.meta.dirname, "../../../../docs/python.md");
const python = process.env["PROMPTNCE_PYTHON"] ?? "python3";
const hasPandas = spawnSync(python, ["-c", "import pandas, pyarrow"]).status === 0;

it.skipIf(!hasPandas)(
  "every program of docs/python.md takes rows from pandas through the command and back, and prints the promised output",
  { tags: "full" },
  async () => {
    const folder = await runDocument(readFileSync(document, "utf8"));
    // Four pairs and three labels, each asked about once.
    const replies = [...readJournal(join(folder, "scored.parquet.replies.jsonl"))];
    expect(replies).toHaveLength(7);
  },
);
