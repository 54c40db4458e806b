import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Interrupted } from "@promptnce/engine/run";
import { interruptible } from "./interruptible.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

afterEach(() => {
  for (const signal of signals) {
    process.removeAllListeners(signal);
  }
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe.each(signals)("work that %s closes", (signal) => {
  it("is told, and so is the person; what it throws then is the stop", async () => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const work = interruptible(async (closing) => {
      process.emit(signal, signal);
      expect(closing.signal.aborted).toBe(true);
      throw new Error("a call was cut");
    });
    await expect(work).rejects.toThrow(Interrupted);
    const limit =
      signal === "SIGINT" ? "; a second Ctrl-C ends it at once" : `, at most 8 seconds (${signal})`;
    expect(said.mock.calls).toEqual([
      [`\nStopping: no new questions; waiting for the answers under way${limit}.\n`],
    ]);
  });

  it("is done where it ends well in spite of it, and listens no more", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await expect(
      interruptible(async () => void process.emit(signal, signal)),
    ).resolves.toBeUndefined();
    expect(process.listenerCount(signal)).toBe(0);
  });
});

it("throws its own error where nobody pressed anything, though it closed itself", async () => {
  const work = interruptible(async (closing) => {
    closing.abort(new Error("the disk is full"));
    throw closing.signal.reason;
  });
  await expect(work).rejects.toThrow("the disk is full");
});

it("waits for a person's second Ctrl-C, and for nobody longer than it says", async () => {
  vi.useFakeTimers();
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const hung = (signal: NodeJS.Signals, then: () => void) =>
    interruptible(async () => {
      process.emit(signal, signal);
      then();
    }).catch(() => {});
  await hung("SIGINT", () => vi.advanceTimersByTime(1e6));
  expect(exit).not.toHaveBeenCalled();
  await hung("SIGINT", () => void process.emit("SIGINT", "SIGINT"));
  expect(exit.mock.calls).toEqual([[130]]);
  await hung("SIGTERM", () => vi.advanceTimersByTime(7999));
  expect(exit).toHaveBeenCalledTimes(1);
  await hung("SIGHUP", () => vi.advanceTimersByTime(8000));
  expect(exit).toHaveBeenLastCalledWith(129);
});

/**
 * Runs work that calls hung up on, in a process of its own that has a temporary file, and sends it
 * signals.
 */
async function hungProcess(...sent: readonly NodeJS.Signals[]) {
  const file = join(newFolder(), "spooled");
  const program = `
    import { rmSync, writeFileSync } from "node:fs";
    import { interruptible } from ${JSON.stringify(join(import.meta.dirname, "interruptible.ts"))};
    writeFileSync(${JSON.stringify(file)}, "");
    process.once("exit", () => rmSync(${JSON.stringify(file)}));
    setInterval(() => {}, 1000);
    await interruptible(() => { console.error("begun"); return new Promise(() => {}); });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
  let said = "";
  const rest = [...sent];
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    const next = rest.shift();
    if (next !== undefined) child.kill(next);
  });
  const status = await new Promise((done) =>
    child.on("close", (code, signal) => done(code ?? signal)),
  );
  return { status, left: existsSync(file), said };
}

describe("a process whose calls hang", () => {
  it("is ended at once by a second Ctrl-C, and leaves nothing behind", async () => {
    const { status, left, said } = await hungProcess("SIGINT", "SIGINT");
    expect({ status, left }).toEqual({ status: 130, left: false });
    expect(said).toContain("a second Ctrl-C ends it at once");
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("ends by itself after %s", { tags: "full" }, async (signal, code) => {
    const { status, left, said } = await hungProcess(signal);
    expect({ status, left }).toEqual({ status: code, left: false });
    expect(said).toContain(`at most 8 seconds (${signal})`);
  });
});
