import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it, onTestFinished } from "vitest";

const root = join(import.meta.dirname, "../../..");

it("turbo run bench hands on a key under any name", { tags: "full" }, async () => {
  const keys = new Set<string | undefined>();
  const server = createServer(({ headers }, response) => {
    keys.add(headers.authorization);
    response.writeHead(401, { "content-type": "application/json" }).end('{"error":{"message":"no"}}');
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const model = ["--provider", "openai", "--base-url", url, "--model", "any", "--key-env", "ANY_NAME_AT_ALL"];
  const small = ["--dataset", "synthetic-words", "--experiment", "pmi", "--pairs", "3", "--dev", "1", "--yes"];
  const args = ["run", "bench", "--", ...model, ...small, "--out", join(newFolder(), "out")];
  const env = { ...process.env, ANY_NAME_AT_ALL: "loopback" };
  const said = await new Promise<string>((resolve) => {
    execFile(join(root, "node_modules/.bin/turbo"), args, { cwd: root, env }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  expect([...keys]).toEqual(["Bearer loopback"]);
  expect(said).toContain("does not accept the key (401)");
});
