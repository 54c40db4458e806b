import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openPostgresStore } from "@promptnce/postgres";
import { type Databases, hasPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { main, promptnce } from "../promptnce.test.support.ts";
import { servedEstimate } from "./served-estimate.test.support.ts";

const env = { OPENAI_API_KEY: "k" };

/** So often that what is watched is still running. */
const often = { interval: 5 };

async function sharedLocks(address: string): Promise<number> {
  await using store = await openPostgresStore(address, { readOnly: true });
  const { rows } = await store.database.query(
    `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
     where datname = current_database() and locktype = 'advisory' and mode = 'ShareLock'`,
  );
  return rows.length;
}

describe.skipIf(!hasPostgres)("runs over one database", () => {
  let postgres: Databases;
  beforeAll(async () => void (postgres = await postgresOfRun()));

  async function served() {
    const run = await servedEstimate({ latencyMs: 50 });
    const store = await postgres.database("runs");
    /** The command in its own process. */
    const start = (...args: readonly string[]) => {
      const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...env } });
      onTestFinished(() => void child.kill("SIGKILL"));
      let said = "";
      child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
      return { child, said: () => said, end: once(child, "close") };
    };
    const { requests } = { requests: () => run.server.stats().requests };
    const asks = [...run.args, "--yes", "--store", store];
    const worker = ["worker", "--store", store, ...run.args.slice(run.args.indexOf("--provider"))];
    return { ...run, store, start, requests, asks, worker };
  }

  it(
    "ask one after the other: a second is refused while the first asks, and continues after it was killed",
    { tags: "full" },
    async () => {
      const { asks, start, requests, store, out, folder, args } = await served();
      await promptnce([...args, "--yes"], { env });
      const alone = readFileSync(out);
      const before = requests();
      const paid = ["--price-in", "1", "--price-out", "1", "--budget", "50", "--concurrency", "4"];
      const first = start(...asks, ...paid);
      await expect.poll(() => requests() - before, often).toBeGreaterThan(8);
      // The first run is paused for as long as the check takes, and keeps its lock.
      first.child.kill("SIGSTOP");
      const second = await promptnce([...asks, ...paid, "--out", join(folder, "second.csv")], {
        env,
      });
      expect([second.status, second.stderr]).toEqual([
        1,
        expect.stringMatching(
          /error: Another run is asking .*:any from the store postgres:.* \(since 20/,
        ),
      ]);
      // A command that only reads is not blocked.
      for (const looking of [
        ["replies", "stats", store],
        ["replies", "export", store],
        ["queue", "status", "--store", store],
        ["doctor", "--store", store],
      ]) {
        const { status, stderr } = await promptnce(looking, { env });
        expect([looking, status, stderr]).toEqual([
          looking,
          0,
          expect.not.stringMatching("Another"),
        ]);
      }
      first.child.kill("SIGKILL");
      await first.end;
      const sent = requests() - before;
      const { stdout } = await promptnce(["replies", "export", store], { env });
      const records = stdout.trim().split("\n");
      // A call cut off by the kill has left a record of its maximum cost, and no reply.
      const stored = records.filter((record) => !record.includes('"kind":"killed"')).length;
      const third = await promptnce([...asks, ...paid], { env });
      expect([third.status, third.stderr]).toEqual([0, expect.any(String)]);
      expect(readFileSync(out)).toEqual(alone);
      // Only requests that were sent and not stored before the kill are asked again.
      expect(stored).toBeGreaterThan(0);
      // At most what was in flight: as many as were asked at once.
      expect(sent - stored).toBeLessThanOrEqual(4);
      expect(requests() - before).toBe(sent + 63 - stored);
    },
  );

  it(
    "are refused beside workers, unless the store has every answer, and workers wait for a run to end",
    { tags: "full" },
    async () => {
      const { asks, start, requests, store, worker } = await served();
      const running = start(...worker);
      await expect.poll(() => sharedLocks(store), often).toBe(1);
      const beside = await promptnce(asks, { env });
      expect([beside.status, beside.stderr]).toEqual([
        1,
        expect.stringMatching(
          /error: Workers are asking .*:any for the store postgres:.*: let them answer this run too/,
        ),
      ]);
      expect(requests()).toBe(0);
      running.child.kill("SIGINT");
      await running.end;
      const run = start(...asks, "--concurrency", "2");
      await expect.poll(requests, often).toBeGreaterThan(2);
      // The run is paused for as long as a worker takes to start.
      run.child.kill("SIGSTOP");
      const late = start(...worker);
      await expect.poll(late.said, often).toContain("workers wait until it has ended");
      run.child.kill("SIGCONT");
      await run.end;
      expect(run.child.exitCode).toBe(0);
      const all = requests();
      const byWorkers = await promptnce([...asks, "--workers", "--methods", "marginalnce"], {
        env,
      });
      expect([byWorkers.status, byWorkers.stderr]).toEqual([0, expect.any(String)]);
      expect(requests()).toBeGreaterThan(all);
      const asked = requests();
      const again = await promptnce([...asks, "--methods", "marginalnce"], { env });
      expect([again.status, again.stderr]).toEqual([0, expect.any(String)]);
      expect(requests()).toBe(asked);
    },
  );
});
