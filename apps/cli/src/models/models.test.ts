import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const KEY = "sk-test-very-secret";

/** The port of a server on the loopback that answers every request so. */
async function serving(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const listing = (owned_by: string, ...ids: readonly string[]) =>
  serving((_, response) =>
    response.end(JSON.stringify({ object: "list", data: ids.map((id) => ({ id, owned_by })) })),
  );

/** An environment without keys, servers and models of this machine. */
function bare(...ports: readonly number[]): NodeJS.ProcessEnv {
  return {
    HOME: newFolder(),
    ANTHROPIC_API_KEY: "",
    OPENAI_API_KEY: "",
    TYPESAFE_API_KEY: "",
    PROMPTNCE_PORTS: ports.join(),
  };
}

describe("promptnce models", () => {
  it("lists what servers on the loopback serve, with the options to paste", async () => {
    const [ours, vllm, other] = await Promise.all([
      listing("llamacpp", "qwen 2.5.gguf"),
      listing("vllm", "org/model"),
      listing("organization_owner", "small", "text-embedding-nomic-embed-text-v1.5"),
    ]);
    const { status, stdout } = await promptnce(["models"], { env: bare(ours, vllm, other) });
    expect(status).toBe(0);
    expect(stdout).toBe(`llama.cpp's server on port ${ours}:
  --model "openai:qwen 2.5.gguf" --base-url http://127.0.0.1:${ours}/v1 --scoring llama-server
vLLM on port ${vllm}:
  --model openai:org/model --base-url http://127.0.0.1:${vllm}/v1 --scoring vllm
a server on port ${other}:
  --model openai:small --base-url http://127.0.0.1:${other}/v1
`);
  });

  it("leaves out ports where nobody answers, no JSON comes, or something else does", async () => {
    const ports = await Promise.all([
      serving((_, response) => response.end("<html>")),
      serving((_, response) => response.writeHead(404).end()),
      serving((_, response) => response.end('{"data": 1}')),
      serving((request) => request.destroy()),
    ]);
    const { status, stdout } = await promptnce(["models"], { env: bare(...ports, 9) });
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^No model answers on this/)]);
  });

  it("says that a server wants a key", async () => {
    const port = await serving((_, response) => response.writeHead(401).end());
    const { stdout } = await promptnce(["models"], { env: bare(port) });
    expect(stdout).toBe(
      `a server on port ${port} wants a key:\n  --model openai:NAME --base-url http://127.0.0.1:${port}/v1 --key-env VARIABLE\n`,
    );
  });

  it("names the keys in the environment, and shows none", async () => {
    const env = { ...bare(), ANTHROPIC_API_KEY: KEY };
    const { stdout } = await promptnce(["models"], { env });
    expect(stdout).toBe("ANTHROPIC_API_KEY is set:\n  --model anthropic:NAME\n");
  });

  it("lists the GGUF files named, and those in the caches of node-llama-cpp and llama.cpp", async () => {
    const env = bare();
    const cache = join(env["HOME"]!, ".node-llama-cpp", "models");
    mkdirSync(cache, { recursive: true });
    const names = ["a.gguf", "b-00001-of-00002.gguf", "b-00002-of-00002.gguf", "mmproj-a.gguf"];
    for (const name of [...names, "c.gguf.ipull"]) {
      writeFileSync(join(cache, name), "GGUF");
    }
    const own = join(newFolder(), "own.gguf");
    writeFileSync(own, "GGUF and more");
    const { stdout } = await promptnce(["models", own, "--json"], { env });
    const found = JSON.parse(stdout) as { from: string; options: { model: string } }[];
    expect(found.map(({ options }) => options.model)).toEqual([
      `llama:${own}`,
      `llama:${join(cache, "a.gguf")}`,
      `llama:${join(cache, "b-00001-of-00002.gguf")}`,
    ]);
  });

  it.each([
    ["is no GGUF file", "a model", "does not begin as a GGUF file does"],
    ["is not there", undefined, "cannot be read"],
  ])("refuses a file that %s", async (_, content, why) => {
    const file = join(newFolder(), "other.gguf");
    if (content !== undefined) writeFileSync(file, content);
    const { status, stderr } = await promptnce(["models", file], { env: bare() });
    expect([status, stderr]).toEqual([2, expect.stringContaining(`${file} ${why}`)]);
  });

  it("refuses ports that are none", async () => {
    const { status, stderr } = await promptnce(["models"], { env: { PROMPTNCE_PORTS: "80,x" } });
    expect([status, stderr]).toEqual([2, expect.stringContaining("PROMPTNCE_PORTS: give ports")]);
  });
});

describe("promptnce doctor without a model", () => {
  it("names the models that it could ask, and no key that is not set", async () => {
    const port = await listing("sglang", "m");
    const env = bare(port);
    const { status, stdout } = await promptnce(["doctor"], { env });
    expect(status).toBe(0);
    expect(stdout).toContain(
      `ok   model: SGLang on port ${port}: --model openai:m --base-url http://127.0.0.1:${port}/v1 --scoring sglang\n`,
    );
    expect(stdout).not.toContain("_API_KEY");
  });

  it("says what to do where there is none", async () => {
    const { stdout } = await promptnce(["doctor"], { env: bare() });
    expect(stdout).toContain("warn model: No model answers on this machine: start a server");
  });
});
