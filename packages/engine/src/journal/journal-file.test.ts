import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it, onTestFinished, vi } from "vitest";
import { openJournalFile } from "./journal-file.ts";

it("syncs once at a time, however long the disk takes, and closes the file once", async () => {
  const syncs: ((error: Error | null) => void)[] = [];
  // A disk that takes as long as the test likes.
  vi.spyOn(fs, "fdatasync").mockImplementation((_, done) => void syncs.push(done));
  const close = vi.spyOn(fs, "closeSync");
  syncBuiltinESMExports();
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    vi.useRealTimers();
  });
  const file = openJournalFile(join(newFolder(), "j.jsonl"));
  file.append("a");
  vi.advanceTimersByTime(1000);
  file.append("b");
  vi.advanceTimersByTime(5000);
  expect(syncs).toHaveLength(1);
  file.close();
  const closed = () => close.mock.calls.filter(([fd]) => fd === file.fd);
  expect(closed()).toHaveLength(0);
  syncs[0]?.(null);
  expect(closed()).toHaveLength(1);
});
