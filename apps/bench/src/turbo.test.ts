import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it, onTestFinished } from "vitest";

const root = join(import.meta.dirname, "../../..");

/** The output of `turbo run bench` with these arguments. */
function turboBench(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const words = ["run", "bench", "--", ...args, "--out", join(newFolder(), "out")];
  const options = { cwd: root, env: { ...process.env, ...env } };
  return new Promise((resolve) => {
    execFile(join(root, "node_modules/.bin/turbo"), words, options, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

it("turbo run bench ends with few lines and no table", { tags: "full" }, async () => {
  const said = await turboBench(["--pairs", "20", "--dev", "5"]);
  const own = said.split("\n").filter((line) => line.startsWith("@promptnce/bench:bench: "));
  const lines = own.map((line) => line.replace("@promptnce/bench:bench: ", ""));
  const first = lines.findIndex((line) => line.startsWith("Simulated answers: "));
  const last = lines.findIndex((line) => line.includes("bench --data data "));
  expect(first).toBeGreaterThan(0);
  expect(last - first).toBeLessThan(12);
  // Three pairs of people's answers stand first.
  expect(lines.length).toBeLessThan(75);
  expect(said).not.toContain("| Dataset");
});

it("turbo run bench passes on a key under any name", { tags: "full" }, async () => {
  const keys = new Set<string | undefined>();
  const server = createServer(({ headers }, response) => {
    keys.add(headers.authorization);
    response
      .writeHead(401, { "content-type": "application/json" })
      .end('{"error":{"message":"no"}}');
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const model = [
    "--provider",
    "openai",
    "--base-url",
    url,
    "--model",
    "any",
    "--key-env",
    "ANY_NAME_AT_ALL",
  ];
  const small = [
    "--dataset",
    "synthetic-words",
    "--experiment",
    "pmi",
    "--pairs",
    "3",
    "--dev",
    "1",
    "--yes",
  ];
  const said = await turboBench([...model, ...small], { ANY_NAME_AT_ALL: "loopback" });
  expect([...keys]).toEqual(["Bearer loopback"]);
  expect(said).toContain("does not accept the key (401)");
});
