import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { servedEstimate } from "./served-estimate.test.support.ts";

describe("--batch is refused in one sentence", () => {
  const file = (): string => {
    const path = join(newFolder(), "pairs.csv");
    writeFileSync(path, "cue,response\ncat,a\nsun,b\n");
    return path;
  };
  const run = (...more: string[]) =>
    promptnce(["estimate", file(), "--task", "words", "--y", "response", "--batch", ...more]);

  it.each([[[]], [["--profile", "truthful"]], [["--model", "llama:x.gguf"]]])(
    "for %j",
    async (who) => {
      const { status, stderr } = await run(...who);
      expect([status, stderr]).toEqual([
        2,
        "error: --batch: is for models of anthropic and openai, or servers that speak like them\n",
      ]);
    },
  );

  it("if all methods score texts", async () => {
    const { status, stderr } = await run(
      "--methods",
      "gem",
      "--provider",
      "openai",
      "--model",
      "m",
      "--base-url",
      "http://127.0.0.1:9",
      "--scoring",
      "vllm",
    );
    expect([status, stderr]).toEqual([
      2,
      "error: --batch: the methods here (gem) only score given texts, which batches cannot do; leave it out, or name another method\n",
    ]);
  });

  it("for a server without batches", async () => {
    const { server, args } = await servedEstimate();
    await server[Symbol.asyncDispose]();
    const { createServer } = await import("node:http");
    const none = createServer((request, response) => {
      request
        .resume()
        .on("end", () => response.writeHead(404, { "content-type": "application/json" }).end("{}"));
    });
    await new Promise<void>((listening) => none.listen(0, "127.0.0.1", listening));
    const { port } = none.address() as { port: number };
    const bad = args.map((arg) => arg.replace(/^http:.*$/, `http://127.0.0.1:${port}/v1`));
    const { status, stderr } = await promptnce([...bad, "--batch", "--yes"]);
    none.close();
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /error: .* takes no batches at this address \(404\): leave out --batch, or check --base-url\.\n$/,
    );
  });
});
