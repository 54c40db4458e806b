import { afterEach, describe, expect, it, vi } from "vitest";
import { Interrupted } from "@promptnce/providers/choose";
import { interruptible } from "./interruptible.ts";

afterEach(() => {
  process.removeAllListeners("SIGINT");
  vi.restoreAllMocks();
});

describe("work that Ctrl-C closes", () => {
  it("is told, and so is the person; what it throws then is the stop", async () => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const work = interruptible(async ({ signal }) => {
      process.emit("SIGINT");
      expect(signal.aborted).toBe(true);
      throw new Error("a call was cut");
    });
    await expect(work).rejects.toThrow(Interrupted);
    expect(said).toHaveBeenCalledWith(expect.stringContaining("Stopping: no new questions"));
  });

  it("throws its own error where nobody pressed anything, though it closed itself", async () => {
    const work = interruptible(async (closing) => {
      closing.abort(new Error("the disk is full"));
      throw closing.signal.reason;
    });
    await expect(work).rejects.toThrow("the disk is full");
  });

  it("is done where it ends well in spite of Ctrl-C", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await expect(interruptible(async () => void process.emit("SIGINT"))).resolves.toBeUndefined();
  });
});
