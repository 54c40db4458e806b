import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fencedBlocks } from "@promptnce/testing/markdown";
import { expect, it } from "vitest";

const folder = resolve(import.meta.dirname, "..");
const readme = readFileSync(join(folder, "README.md"), "utf8");

/** What a program prints that is run where the package is. */
function printed(code: string): string {
  const args = ["--input-type=module-typescript", "--eval", code];
  return execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
}

it("the README's adapter of twenty lines heeds what its caller tells of a call", () => {
  const adapter = fencedBlocks(readme).find(({ text }) => text.includes("function mine"));
  expect(adapter!.text.trim().split("\n").length).toBeLessThanOrEqual(20);
  const program = `${adapter!.text}
import { createServer } from "node:http";
const server = createServer(async (request, response) => {
  const body = JSON.parse((await Array.fromAsync(request)).join(""));
  console.log("server:", JSON.stringify(body));
  response.statusCode = body.prompt === "bad" ? 400 : 200;
  response.end(JSON.stringify({ text: "yes", stop: "end" }));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const provider = mine("http://127.0.0.1:" + server.address().port, { a: 1, b: 2 });
const call = {
  settings: { a: 1 },
  tell: async ({ is }) => console.log(is),
};
const { text } = await provider.complete({ prompt: "good", sample: 0 }, call);
console.log(text);
const { name, kind, message } = await provider.complete({ prompt: "bad", sample: 0 }, call).catch((error) => error);
console.log(name, kind, message);
const signal = AbortSignal.abort("stopped");
console.log(await provider.complete({ prompt: "late", sample: 0 }, { signal }).catch((reason) => reason));
server.close();
`;
  expect(printed(program).split("\n")).toEqual([
    "sending",
    'server: {"a":1,"prompt":"good"}',
    "yes",
    "sending",
    'server: {"a":1,"prompt":"bad"}',
    "ProviderError request The server of mine answered 400: see its log.",
    "stopped",
    "",
  ]);
});
