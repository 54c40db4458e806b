import { spawn } from "node:child_process";
import { openPostgresStore } from "@promptnce/postgres";
import { type Databases, hasPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { servedEstimate } from "../estimate/served-estimate.test.support.ts";
import { main, promptnce } from "../promptnce.test.support.ts";

const env = { OPENAI_API_KEY: "k" };

describe.skipIf(!hasPostgres)("a database that somebody else administers", () => {
  let postgres: Databases;
  beforeAll(async () => {
    postgres = await postgresOfRun();
  });
  const as = (user: string, address: string): string => address.replace("promptnce@", `${user}@`);

  async function run(address: string, text: string): Promise<void> {
    await using store = await openPostgresStore(address, { readOnly: true });
    await store.database.query(text);
  }

  async function prepared(latencyMs = 0) {
    const { args, server } = await servedEstimate({ latencyMs });
    const address = await postgres.database("others");
    const from = args.indexOf("--provider");
    const worker = (store: string) => ["worker", "--store", store, ...args.slice(from)];
    const estimate = (store: string) => [...args, "--yes", "--store", store];
    return { address, worker, estimate, requests: () => server.stats().requests };
  }

  it(
    "serves users with rights to the data alone, in runs and workers, once its owner has prepared it",
    { tags: "full" },
    async () => {
      const { address, worker, estimate, requests } = await prepared();
      const before = await promptnce(estimate(as("data", address)), { env });
      expect([before.status, before.stderr]).toEqual([
        1,
        expect.stringMatching(
          /error: The store .* cannot be used \(permission denied for database/,
        ),
      ]);
      const queue = (user: string, ...more: string[]) =>
        promptnce(["queue", "prepare", "--store", as(user, address), ...more]);
      expect(await queue("promptnce", "--grant", "data")).toMatchObject({
        status: 0,
        stderr: "The tables of the store and its queue exist, and data may use them.\n",
      });
      const two = [1, 2].map(() => {
        return spawn(process.execPath, [main, ...worker(as("data", address))], {
          env: { ...process.env, ...env },
        });
      });
      for (const child of two) {
        onTestFinished(() => void child.kill("SIGKILL"));
      }
      const asked = await promptnce([...estimate(as("data", address)), "--workers"], { env });
      expect([asked.status, asked.stderr]).toEqual([0, expect.stringContaining("63 of 63")]);
      expect(requests()).toBe(63);
      for (const child of two) {
        child.kill("SIGKILL");
      }
      const more = [...estimate(as("data", address)), "--methods", "marginalnce"];
      await expect.poll(async () => (await promptnce(more, { env })).status).toBe(0);
      expect(requests()).toBeGreaterThan(63);
      // What the pg-boss of this program would have to change first.
      await run(address, "update promptnce_queue.version set version = 45");
      const older = await promptnce([...more, "--workers"], { env });
      expect([older.status, older.stderr]).toEqual([
        1,
        expect.stringMatching(/error: The store .*: let a user who may create tables run/),
      ]);
      await run(address, "update promptnce_queue.version set version = 46");
      expect(await queue("data", "--grant", "nobody")).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("let the owner of the tables do so") as string,
      });
      expect(await queue("promptnce", "--grant", 'no"one')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("create that user, or name another") as string,
      });
      expect(await queue("promptnce", "--grant", "public")).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("error: --grant: public stands for every user") as string,
      });
    },
  );

  it("can be read with read-only rights, without asking anything", async () => {
    const { address, estimate, requests } = await prepared();
    await promptnce(["queue", "prepare", "--store", address]);
    await run(
      address,
      `grant usage on schema promptnce, promptnce_queue to reader;
       grant select on all tables in schema promptnce, promptnce_queue to reader`,
    );
    const store = as("reader", address);
    for (const looking of [
      ["replies", "stats", store],
      ["queue", "status", "--store", store],
    ]) {
      const { status, stderr } = await promptnce(looking);
      expect([looking, status, stderr]).toEqual([looking, 0, ""]);
    }
    const doctor = await promptnce(["doctor", "--store", store], { env });
    expect(doctor.stdout).toContain("can be read by this user but not written to");
    const asking = await promptnce(estimate(store), { env });
    expect([asking.status, asking.stderr]).toEqual([
      1,
      expect.stringContaining("this user may read it but not write to it"),
    ]);
    expect(requests()).toBe(0);
  });

  it("is reported in one sentence, not as a bug, if its disk is full or its pg-boss is newer", async () => {
    const { address, worker, estimate, requests } = await prepared(500);
    await promptnce(["queue", "prepare", "--store", address]);
    await run(address, "update promptnce_queue.version set version = 47");
    const newer = /error: .*a newer pg-boss made its queue, with tables of version 47, not 46\)/;
    for (const asking of [worker(address), [...estimate(address), "--workers"]]) {
      const { status, stderr } = await promptnce(asking, { env });
      expect([status, stderr]).toEqual([1, expect.stringMatching(newer)]);
    }
    expect(requests()).toBe(0);
    await run(
      address,
      `update promptnce_queue.version set version = 46;
       create function promptnce.disk_full() returns trigger language plpgsql as $$ begin
         raise exception 'could not extend file: No space left on device' using errcode = '53100';
       end $$;
       create trigger disk_full before insert on promptnce.replies
         for each row execute function promptnce.disk_full()`,
    );
    const full =
      /error: The store .* \(could not extend file: No space left on device\): its disk is full: make room/;
    const direct = await promptnce([...estimate(address), "--concurrency", "4"], { env });
    expect([direct.status, direct.stderr]).toEqual([1, expect.stringMatching(full)]);
    // Of those in hand when the first reply could not be kept.
    expect(requests()).toBeLessThanOrEqual(4 * 4);
  });
});
