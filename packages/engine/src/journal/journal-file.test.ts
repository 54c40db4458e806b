import * as fs from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it, onTestFinished, vi } from "vitest";

it("syncs once at a time, however long the disk takes, and closes the file once", async () => {
  const syncs: ((error: Error | null) => void)[] = [];
  const closed: number[] = [];
  // A disk that takes as long as the test likes.
  vi.doMock("node:fs", () => ({
    ...fs,
    fdatasync: (_: number, done: (error: Error | null) => void) => void syncs.push(done),
    closeSync: (fd: number) => {
      closed.push(fd);
      fs.closeSync(fd);
    },
  }));
  vi.resetModules();
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.doUnmock("node:fs");
    vi.resetModules();
    vi.useRealTimers();
  });
  const { openJournalFile } = await import("./journal-file.ts");
  const file = openJournalFile(join(newFolder(), "j.jsonl"));
  file.append("a");
  vi.advanceTimersByTime(1000);
  file.append("b");
  vi.advanceTimersByTime(5000);
  expect(syncs).toHaveLength(1);
  file.close();
  expect(closed).not.toContain(file.fd);
  syncs[0]?.(null);
  expect(closed.filter((fd) => fd === file.fd)).toHaveLength(1);
});
