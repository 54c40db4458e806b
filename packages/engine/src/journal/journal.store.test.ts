import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { describeStore } from "../testing/store-conformance.test.support.ts";
import { openJournal } from "./journal.ts";

describeStore("a journal", () => {
  const path = join(newFolder(), "replies.jsonl");
  return async () => openJournal(path);
});
