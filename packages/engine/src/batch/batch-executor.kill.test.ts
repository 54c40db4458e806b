import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { openBatchLedger } from "../journal/batch-ledger.ts";
import { openJournal } from "../journal/journal.ts";
import { asksOf, batchRig, promptOf } from "../testing/batch-rig.test.support.ts";
import { bothWays } from "../testing/batch-vendors.test.support.ts";
import { batchExecutor } from "./batch-executor.ts";

const program = fileURLToPath(
  new URL("../testing/submit-batches.test.support.ts", import.meta.url),
);
const asked = ["q0", "q1", "q2", "q3"];
const prompts = JSON.stringify(asked.map(promptOf));

/** The text of a file, empty where there is none yet. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

describe.each(bothWays.slice(0, 2))(
  "a process killed with SIGKILL while it submits to $vendor",
  ({ vendor, batches }) => {
    it(
      "has nothing submitted twice by the next, at 20 different moments",
      { tags: ["full"] },
      async () => {
        let lost = 0;
        for (let moment = 0; moment < 20; moment++) {
          const submitted: (readonly string[])[] = [];
          const nth = 1 + (moment % 2);
          const late = Math.floor((moment % 10) / 2);
          let child: ChildProcess | undefined;
          const kill = async (): Promise<void> => {
            await wait(late);
            child?.kill("SIGKILL");
          };
          const rig = await batchRig({
            batches: { afterMs: 30 },
            onBatch: (batch) => {
              // Half of the kills come as the server has a batch, half as one is noted, before the
              // server has it.
              if (submitted.push(batch) === nth && moment < 10) void kill();
            },
          });
          const store = `${rig.journal.path}.killed`;
          child = spawn(process.execPath, [program, vendor, rig.server.url, store, prompts], {
            stdio: "ignore",
          });
          const closed = once(child, "close");
          if (moment >= 10) {
            while (textOf(`${store}.batches.jsonl`).split('"intended"').length <= nth)
              await wait(1);
            await kill();
          }
          await closed;
          const ledger = openBatchLedger(store);
          if (ledger.open().some(({ id }) => id === undefined)) lost++;
          using journal = openJournal(store);
          const vendorAgain = batches(rig.server, { limits: { requests: 2 } });
          const options = {
            vendor: vendorAgain,
            store: journal,
            ledger,
            wait: async (ms: number) => {
              vi.setSystemTime(Date.now() + ms); // the rig's clock stands still
              await turn();
            },
            searchMs: 300,
          };
          await batchExecutor({ ...options, resubmit: async () => true }).settle(asksOf(...asked));
          expect(submitted.flat().toSorted()).toEqual(asked.map(promptOf));
          expect(journal.size).toBe(4);
        }
        expect(lost).toBeGreaterThan(0);
      },
    );
  },
);
