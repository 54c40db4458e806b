import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it, vi } from "vitest";
import { openJournalFile } from "./journal-file.ts";

const disk = vi.hoisted(() => ({ syncs: [] as ((error: Error | null) => void)[], closed: [] as number[] }));

// A disk that takes as long as the test likes.
vi.mock("node:fs", async (importActual) => {
  const fs = await importActual<typeof import("node:fs")>();
  return {
    ...fs,
    fdatasync: (_: number, done: (error: Error | null) => void) => void disk.syncs.push(done),
    closeSync: (fd: number) => {
      disk.closed.push(fd);
      fs.closeSync(fd);
    },
  };
});

it("syncs once at a time, however long the disk takes, and closes the file once", () => {
  vi.useFakeTimers();
  const file = openJournalFile(join(newFolder(), "j.jsonl"));
  file.append("a");
  vi.advanceTimersByTime(1000);
  file.append("b");
  vi.advanceTimersByTime(5000);
  expect(disk.syncs).toHaveLength(1);
  file.close();
  expect(disk.closed).not.toContain(file.fd);
  disk.syncs[0]?.(null);
  expect(disk.closed.filter((fd) => fd === file.fd)).toHaveLength(1);
  vi.useRealTimers();
});
