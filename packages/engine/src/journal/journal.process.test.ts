import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { openJournal } from "./journal.ts";
import { entry } from "../testing/entry.test.support.ts";
import { newFolder } from "@promptnce/testing/new-folder";

const appendForever = fileURLToPath(
  new URL("../testing/append-forever.test.support.ts", import.meta.url),
);
const appendUntilFull = fileURLToPath(
  new URL("../testing/append-until-full.test.support.ts", import.meta.url),
);

/** Starts the endless writer and waits until it has appended a few records. */
async function writer(path: string): Promise<{ child: ChildProcess; said: () => string }> {
  const child = spawn(process.execPath, [appendForever, path]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  const begun = new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (data: Buffer) => {
      said += data.toString();
      if (said.includes("\n3\n")) resolve();
    });
    child.on("close", (code) => {
      reject(new Error(`The writer ended with ${code} before it had written: ${said}`));
    });
  });
  await begun;
  return { child, said: () => said };
}

describe("a journal and other processes", () => {
  it("is refused while another process writes to it", async () => {
    const path = join(newFolder(), "journal.jsonl");
    await writer(path);
    expect(() => openJournal(path)).toThrow(`The journal ${path} is in use by another run`);
  });

  it(
    "is open again at once after its writer was killed, and has all that the writer announced",
    { tags: "full" },
    async () => {
      const path = join(newFolder(), "journal.jsonl");
      for (let round = 0; round < 3; round++) {
        const { child, said } = await writer(path);
        child.kill("SIGKILL");
        await once(child, "close");
        using journal = openJournal(path);
        const announced = said().split("\n").slice(0, -1);
        expect(announced.length).toBeGreaterThan(3);
        for (const i of announced) {
          expect(journal.get(entry(`prompt ${i}`).key)?.reply.text).toHaveLength(2000);
        }
        // A record is written in one call, which a kill does not cut; a torn line would be allowed.
        expect(journal.damage.length).toBeLessThanOrEqual(round + 1);
      }
    },
  );

  it.skipIf(process.platform === "win32")(
    "says in one sentence that the disk is full and leaves no torn line",
    { tags: "full" },
    () => {
      const path = join(newFolder(), "journal.jsonl");
      // A limit on the size of files stands in for a full disk: the last write is cut short.
      const command = `ulimit -f 4; exec "$0" "$1" "$2"`;
      const { stdout } = spawnSync(
        "bash",
        ["-c", command, process.execPath, appendUntilFull, path],
        {
          encoding: "utf8",
        },
      );
      const { kept, message } = JSON.parse(stdout) as { kept: number; message: string };
      expect(kept).toBeGreaterThan(3);
      expect(message).toBe(
        `The journal ${path} cannot be written to (EFBIG): free some space, then repeat the run; every reply before this one is kept.`,
      );
      expect(readFileSync(path, "utf8").endsWith("\n")).toBe(true);
      using journal = openJournal(path);
      expect(journal.damage).toEqual([]);
      expect(journal.size).toBe(kept);
    },
  );
});
