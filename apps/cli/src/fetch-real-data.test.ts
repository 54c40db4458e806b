import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** The official files, which are never part of this repository. */
const official =
  process.env["PROMPTNCE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../shared/datasets");
/** Preloaded into the command: what it fetches comes from the local server instead. */
const preload = (port: number) =>
  `data:text/javascript,${encodeURIComponent(`
    const real = globalThis.fetch;
    globalThis.fetch = (url, init) =>
      real("http://127.0.0.1:${port}/" + url.split("/").at(-1), init);
  `)}`;
const main = join(import.meta.dirname, "main.ts");

describe.skipIf(!existsSync(join(official, "words")))(
  "promptnce datasets, on a real dataset",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "promptnce-cli-"));
    const server = createServer((request, response) => {
      response.end(gunzipSync(readFileSync(join(official, "words", `${request.url}.gz`))));
    });
    beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
    afterAll(() => {
      server.close();
      rmSync(folder, { recursive: true });
    });

    const run = async (verb: string) => {
      const { port } = server.address() as AddressInfo;
      const args = ["--import", preload(port), main, "datasets", verb, "words", "--data", folder];
      const child = spawn(process.execPath, args);
      let stdout = "";
      let stderr = "";
      child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
      const status = await new Promise<number | null>((done) => child.on("close", done));
      return { status, stdout, stderr };
    };

    it("fetches it file by file, finds it right, and fetches nothing twice", async () => {
      const fetched = await run("fetch");
      expect(fetched.status).toBe(0);
      expect(fetched.stdout.match(/^fetched {2}Cue_Target_Pairs\..*$/gm)).toHaveLength(8);
      expect(fetched.stderr.match(/^fetching Cue_Target_Pairs\..*$/gm)).toHaveLength(8);

      const verified = await run("verify");
      expect(verified).toMatchObject({ status: 0, stderr: "" });
      expect(verified.stdout.match(/^ok {7}Cue_Target_Pairs\..*$/gm)).toHaveLength(8);

      const again = await run("fetch");
      expect(again).toMatchObject({ status: 0, stderr: "" });
      expect(again.stdout.match(/^present {2}/gm)).toHaveLength(8);
    });
  },
);
