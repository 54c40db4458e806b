import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readJournal } from "@promptnce/engine/journal";
import { expect, it } from "vitest";
import { runDocument } from "./run-document.test.support.ts";

const document = join(import.meta.dirname, "../../../../docs/developers.md");

it(
  "every program of docs/developers.md runs as it stands, beside the server it starts, and prints what is said",
  { tags: "full" },
  async () => {
    const folder = await runDocument(readFileSync(document, "utf8"));
    const replies = [...readJournal(join(folder, "replies.jsonl"))];
    expect(replies.length).toBeGreaterThan(4);
  },
);
