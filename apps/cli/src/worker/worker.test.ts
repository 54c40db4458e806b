import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { hasPostgres, type Postgres, startPostgres } from "@promptnce/testing/postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { servedEstimate } from "../estimate/served-estimate.test.support.ts";
import { main, promptnce } from "../promptnce.test.support.ts";

describe.skipIf(!hasPostgres)("workers on PostgreSQL", () => {
  let postgres: Postgres;
  let databases = 0;
  beforeAll(async () => void (postgres = await startPostgres()));
  afterAll(() => postgres[Symbol.asyncDispose]());

  /** A run that asks by workers of a new database, and what starts one of them. */
  async function team(...served: Parameters<typeof servedEstimate>) {
    const run = await servedEstimate(...served);
    const store = postgres.database(`team${++databases}`);
    const asked = ["--store", store, ...run.args.slice(run.args.indexOf("--provider"))];
    const start = (...options: string[]) => {
      const child = spawn(process.execPath, [main, "worker", ...asked, ...options]);
      onTestFinished(() => void child.kill("SIGKILL"));
      let said = "";
      child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
      const end = new Promise<string>((resolve) => child.on("close", () => resolve(said)));
      return { child, end };
    };
    const answered = [...run.args, "--store", store, "--workers", "--yes"];
    return { ...run, store, start, answered };
  }

  it("answer an estimate as one process would, to the byte, and the key is theirs alone", async () => {
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
});
