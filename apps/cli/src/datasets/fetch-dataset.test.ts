import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

/** The official files, which are never part of this repository. */
const official =
  process.env["PROMPTNCE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../../shared/datasets");

describe.skipIf(!existsSync(join(official, "words", "Cue_Target_Pairs.C.gz")))(
  "promptnce datasets, on a real dataset",
  () => {
    const server = createServer((request, response) => {
      response.end(gunzipSync(readFileSync(join(official, "words", `${request.url}.gz`))));
    });
    beforeAll(async () => {
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      const { port } = server.address() as AddressInfo;
      const real = fetch;
      // A local server provides the files that the command fetches.
      vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
        real(`http://127.0.0.1:${port}/${url.split("/").at(-1)}`, init),
      );
    });
    afterAll(() => {
      vi.unstubAllGlobals();
      server.close();
    });

    const run = (verb: string, folder: string) =>
      promptnce(["datasets", verb, "words", "--data", folder]);

    it("fetches it file by file, verifies it, and fetches nothing twice", async () => {
      const folder = newFolder();
      const fetched = await run("fetch", folder);
      expect(fetched.status).toBe(0);
      expect(fetched.stdout.match(/^fetched {2}Cue_Target_Pairs\..*$/gm)).toHaveLength(8);
      expect(fetched.stderr.match(/^fetching Cue_Target_Pairs\..*$/gm)).toHaveLength(8);

      const verified = await run("verify", folder);
      expect(verified).toMatchObject({ status: 0, stderr: "" });
      expect(verified.stdout.match(/^ok {7}Cue_Target_Pairs\..*$/gm)).toHaveLength(8);

      const again = await run("fetch", folder);
      expect(again).toMatchObject({ status: 0, stderr: "" });
      expect(again.stdout.match(/^present {2}/gm)).toHaveLength(8);
    });
  },
);
