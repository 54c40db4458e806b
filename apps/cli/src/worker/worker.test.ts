import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type Databases,
  hasPostgres,
  type Postgres,
  startPostgres,
} from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { servedEstimate } from "../estimate/served-estimate.test.support.ts";
import { main, promptnce, startPromptnce } from "../promptnce.test.support.ts";

/** A server that knows no key. */
async function refusingServer() {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.writeHead(401, { "content-type": "application/json" });
    response.end('{"error":{"message":"There is no such key.","type":"invalid_request_error"}}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

describe.skipIf(!hasPostgres)("workers on PostgreSQL", () => {
  let shared: Databases;
  beforeAll(async () => void (shared = await postgresOfRun()));

  /** A run that asks by workers of a new database, and what starts one of them. */
  async function team(
    {
      databases = shared,
      rows,
      decides = [],
    }: { databases?: Databases; rows?: number; decides?: readonly string[] } = {},
    options: Parameters<typeof servedEstimate>[0] = {},
  ) {
    const spoken = await servedEstimate(options, "openai", rows);
    const place = spoken.args.indexOf("--provider");
    const url = `${spoken.server.url}/v1`;
    const deciding = ["--model", "systemone:any", "--base-url", url, ...decides];
    const model = decides.length > 0 ? deciding : spoken.args.slice(place);
    const run = { ...spoken, args: [...spoken.args.slice(0, place), ...model] };
    const store = await databases.database("team");
    const asked = ["--store", store, ...model];
    const start = (...options: string[]) => {
      const child = spawn(process.execPath, [main, "worker", ...asked, ...options], {
        env: { ...process.env, OPENAI_API_KEY: "sk-never-to-be-seen" },
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      let said = "";
      child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
      const end = new Promise<string>((resolve) => child.on("close", () => resolve(said)));
      return { child, end };
    };
    const answered = [...run.args, "--store", store, "--workers", "--yes"];
    return { ...run, store, asked, start, answered };
  }

  it("give the same bytes as one process, and alone hold the key", async () => {
    const { server, args, answered, out, start, store } = await team();
    await promptnce([...args, "--yes"], { env: { OPENAI_API_KEY: "k" } });
    const direct = readFileSync(out);
    const { requests } = server.stats();
    const { child, end } = start();
    const { status, stderr } = await promptnce(answered, { env: { OPENAI_API_KEY: "" } });
    expect(stderr).toContain("In the queue for workers of any: 63.");
    expect(status).toBe(0);
    expect(readFileSync(out)).toEqual(direct);
    expect(server.stats().requests).toBe(2 * requests);
    child.kill("SIGINT");
    expect(await end).toMatch(/This worker answered 63 questions, for \$0\.00\./);
    const again = await promptnce([...args, "--store", store], { env: { OPENAI_API_KEY: "" } });
    expect(again.status).toBe(0);
    expect(server.stats().requests).toBe(2 * requests);
  });

  it("make decisions too, several about one x in a request", async () => {
    const decides = ["--questions-per-request", "4"];
    const { server, args, answered, out, start } = await team({ decides, rows: 12 });
    const methods = ["--methods", "promptnce:ungrounded,direct-split:ungrounded"];
    await promptnce([...args, ...methods, "--yes"]);
    const direct = readFileSync(out);
    const { requests } = server.stats();
    const { child, end } = start();
    const { status, stderr } = await promptnce([...answered, ...methods]);
    const [, questions] = /In the queue for workers of any: (\d+)/.exec(stderr) ?? [];
    expect(status).toBe(0);
    expect(readFileSync(out)).toEqual(direct);
    child.kill("SIGINT");
    expect(await end).toContain(`This worker answered ${questions} questions`);
    expect(requests).toBeLessThan(Number(questions));
    expect(server.stats().requests - requests).toBeLessThan(Number(questions));
  });

  it(
    "that restart for a wrong key fail no question and spend nothing, and the vendor's sentence is told",
    { tags: "full" },
    async () => {
      const { args, answered, start, asked, store, server } = await team();
      await using refusing = await refusingServer();
      const asking = startPromptnce(answered, { env: { OPENAI_API_KEY: "" } });
      const wrong = ["--base-url", `${refusing.url}/v1`];
      const paid = ["--price-in", "0.1", "--price-out", "0.1", "--budget", "0.3"];
      const status = async (...how: string[]) =>
        (await promptnce(["queue", "status", "--store", store, ...how])).stdout;
      await expect.poll(() => status("--json")).toContain('"waiting": 63');
      for (let restart = 0; restart < 6; restart++) {
        const { stderr } = await promptnce(["worker", ...asked, ...wrong, ...paid], {
          env: { OPENAI_API_KEY: "sk-never-to-be-seen" },
        });
        expect(stderr).toContain("does not accept the key");
      }
      expect(refusing.requests()).toBeGreaterThanOrEqual(6);
      expect(JSON.parse(await status("--json"))).toMatchObject([
        { waiting: 63, active: 0, answered: 0, failed: 0, spent: 0, aside: 0, over: false },
      ]);
      expect(await status()).toMatch(
        /The last worker of .*:any that ended: .*does not accept the key/,
      );
      const { child, end } = start("--budget", "5", ...paid.slice(0, 4));
      const { status: code, stderr } = await asking;
      expect([code, stderr]).toEqual([
        0,
        expect.stringMatching(/A worker ended \(.*does not accept the key/),
      ]);
      child.kill("SIGINT");
      expect(await end).toContain("This worker answered 63 questions");
      expect(server.stats().requests).toBe(63);
      const again = await promptnce([...args, "--store", store], { env: { OPENAI_API_KEY: "" } });
      expect(again.status).toBe(0);
    },
  );

  it(
    "killed, two of four, and PostgreSQL too: nothing is lost, and paid twice is what was under way",
    { tags: ["full"] },
    async () => {
      const rows = 5_000;
      await using postgres: Postgres = await startPostgres();
      const given = { databases: postgres, rows };
      const { server, args, answered, out, start, store } = await team(given, { latencyMs: 50 });
      const env = { OPENAI_API_KEY: "k" };
      await promptnce([...args, "--yes", "--concurrency", "200"], { env });
      const direct = readFileSync(out);
      const before = server.stats().requests;
      expect(before).toBe(rows + 3);
      const workers = [1, 2, 3, 4].map(() => start("--concurrency", "50"));
      const asking = promptnce(answered, { env });
      const half = async (share: number): Promise<void> => {
        await expect.poll(() => server.stats().requests - before).toBeGreaterThan(share * rows);
      };
      await half(0.3);
      for (const { child } of workers.slice(0, 2)) {
        child.kill("SIGKILL");
      }
      await half(0.6);
      await postgres.restart();
      const { status, stderr } = await asking;
      expect([status, stderr]).toEqual([
        0,
        expect.stringContaining(`answered by workers: ${rows + 3} of ${rows + 3}`),
      ]);
      expect(readFileSync(out)).toEqual(direct);
      const twice = server.stats().requests - before - (rows + 3);
      const { stdout } = await promptnce(["replies", "stats", store, "--json"]);
      const { groups, requests } = JSON.parse(stdout) as {
        groups: { charges: number }[];
        requests: number;
      };
      const charges = groups.reduce((sum, group) => sum + group.charges, 0);
      expect(requests).toBe(rows + 3);
      // A call that was claimed and not yet sent when its worker was killed counts as one that may
      // have been charged: as many as two workers claim, where the machine is busy with others.
      expect(twice).toBeGreaterThan(0);
      expect(charges).toBeGreaterThanOrEqual(twice);
      expect(charges - twice).toBeLessThanOrEqual(2 * 50);
      const again = await promptnce([...args, "--store", store], { env: { OPENAI_API_KEY: "" } });
      expect(again.status).toBe(0);
      expect(server.stats().requests - before - (rows + 3)).toBe(twice);
    },
  );
});
