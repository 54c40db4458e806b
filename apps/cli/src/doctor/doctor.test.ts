import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { simulatedServer, type SimulatedServerOptions } from "@promptnce/providers/simulated-server";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/providers";
import { syntheticWorld } from "@promptnce/datasets";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Finding } from "./probe-provider.ts";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const KEY = "sk-test-very-secret";
const joint = syntheticWorld("chaosnli");

async function start(options: Partial<SimulatedServerOptions> = {}) {
  const respondent = simulated({ read: readPrompt, joint, profile: "truthful", seed: 1 });
  const server = await simulatedServer({ respondent, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** Answers prompts and scores plain text as vLLM does; fails where it is given a chat to tokenize. */
async function vllmServer() {
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const body = (await json(request)) as { prompt?: unknown; messages?: unknown };
      const ids = Array.isArray(body.prompt) ? body.prompt : [];
      const answers = new Map<string, object>([
        ["/v1/chat/completions", { choices: [{ finish_reason: "stop", message: { content: '{"p_base": 0.5}' } }] }],
        [
          "/v1/completions",
          {
            choices: [
              { logprobs: { tokens: ids.map(String), token_logprobs: ids.map((_, i) => (i === 0 ? null : -1)) } },
            ],
          },
        ],
        ["/tokenize", { tokens: Array.from({ length: String(body.prompt).length + 1 }, (_, i) => i + 1) }],
      ]);
      const failing = request.url === "/tokenize" && body.messages !== undefined;
      const found = answers.get(request.url ?? "");
      response.writeHead(failing ? 500 : found === undefined ? 404 : 200, {
        "content-type": "application/json",
      });
      response.end(JSON.stringify(found ?? {}));
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

const env = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: "", SERVER_KEY: KEY };

/** Runs `doctor --json` and gives its findings by what they are about. */
async function examine(args: readonly string[]) {
  const all = ["doctor", "--json", "--data", newFolder(), ...args];
  const { status, stdout, stderr } = await promptnce(all, { env });
  expect({ stderr, leaked: stdout.includes(KEY) }).toEqual({ stderr: "", leaked: false });
  const findings = JSON.parse(stdout) as Finding[];
  return { status, found: new Map(findings.map((finding) => [finding.check, finding])) };
}

describe("promptnce doctor", () => {
  it("says which keys are set without showing them, and which data are missing", async () => {
    const { status, found } = await examine([]);
    expect(status).toBe(0);
    expect(found.get("node")?.status).toBe("ok");
    expect(found.get("ANTHROPIC_API_KEY")).toMatchObject({ status: "ok", message: "is set" });
    expect(found.get("OPENAI_API_KEY")).toMatchObject({ status: "warn", message: "is not set" });
    expect(found.get("words")?.message).toContain("promptnce datasets fetch words");
  });

  it("prints a line a check", async () => {
    const { stdout } = await promptnce(["doctor", "--data", newFolder()], { env });
    expect(stdout).toMatch(/^ok {3}node: \d+/);
    for (const line of stdout.trimEnd().split("\n")) expect(line).toMatch(/^(ok|warn|fail) +\w+: /);
  });

  it.each([
    ["anthropic", "", ["temperature", "top_p", "thinking"]],
    ["openai", "/v1", ["temperature", "seed", "logprobs"]],
  ])("finds nothing wrong with a sound server of the interface of %s", async (provider, path, parameters) => {
    const server = await start();
    const args = ["--provider", provider, "--model", "m", "--base-url", server.url + path];
    const { status, found } = await examine([...args, "--key-env", "SERVER_KEY"]);
    expect(status).toBe(0);
    const answer = [...found.values()].find(({ message }) => message.includes("can be read"));
    expect(answer?.status).toBe("ok");
    for (const name of parameters) expect(found.get(name)).toMatchObject({ status: "ok" });
    expect(server.stats().requests).toBe(4);
  });

  it("finds out in which way a server scores a given text, and that a chat cannot be", async () => {
    const { url } = await vllmServer();
    const { found } = await examine(["--provider", "openai", "--model", "m", "--base-url", url]);
    expect(found.get("scoring")?.status).toBe("ok");
    expect(found.get("scoring")?.message).toMatch(/with --scoring vllm, as plain text only: .*500/);
  });

  it.each([
    ["openai", "/v1", "ignores echo|/v1/completions"],
    ["anthropic", "", "gives no log-probability"],
  ])("says that a server of the interface of %s cannot score a given text", async (provider, path, why) => {
    const { url } = await start();
    const args = ["--provider", provider, "--model", "m", "--base-url", url + path];
    const { status, found } = await examine(args);
    expect(status).toBe(0);
    expect(found.get("scoring")?.status).toBe("warn");
    expect(found.get("scoring")?.message).toMatch(new RegExp(why));
  });

  it("says that a model file is missing", async () => {
    const { status, found } = await examine(["--provider", "llama", "--model", "none.gguf"]);
    expect(status).toBe(1);
    expect(found.get("llama none.gguf")?.status).toBe("fail");
  });

  it("warns of a parameter that is refused, and of no other", async () => {
    const { openaiUrl } = await start({ rejects: ["logprobs"] });
    const args = ["--provider", "openai", "--model", "m", "--base-url", openaiUrl];
    const { status, found } = await examine(args);
    expect(status).toBe(0);
    expect(found.get("temperature")?.status).toBe("ok");
    expect(found.get("logprobs")).toMatchObject({
      status: "warn",
      message: expect.stringContaining("refused, so leave it out") as string,
    });
  });

  it("tells a parameter that could not be tried from one that is refused", async () => {
    // The first question is answered, the rest are above the limit.
    const { openaiUrl } = await start({ rateLimit: 0.001 });
    const args = ["--provider", "openai", "--model", "m", "--base-url", openaiUrl];
    const { found } = await examine(args);
    expect(found.get("seed")?.message).toContain("could not be tried");
  });

  it.each([
    [{ malformed: 1 }, 0, "warn", "cannot be read"],
    [{ refusal: 1 }, 0, "warn", "(refusal)"],
    [{ "529": 1 }, 1, "fail", "overloaded"],
  ] as const)("says what is wrong with a server that does %j", async (faults, code, wanted, words) => {
    const { url } = await start({ faults });
    const args = ["--provider", "anthropic", "--model", "m", "--base-url", url];
    const { status, found } = await examine(args);
    expect(status).toBe(code);
    expect(found.get("anthropic m")?.status).toBe(wanted);
    expect(found.get("anthropic m")?.message).toContain(words);
  });

  it("asks nothing where the key that was named is not there", async () => {
    const server = await start();
    const args = ["--provider", "openai", "--model", "m", "--base-url", server.openaiUrl];
    const { status, found } = await examine([...args, "--key-env", "NO_SUCH_KEY"]);
    expect(status).toBe(1);
    expect(found.get("NO_SUCH_KEY")?.status).toBe("fail");
    expect(server.stats().requests).toBe(0);
  });

  it("fails where the vendor's own key is missing and nothing can be asked", async () => {
    const { status, found } = await examine(["--provider", "openai", "--model", "m"]);
    expect(status).toBe(1);
    expect(found.get("openai m")?.message).toContain("set OPENAI_API_KEY");
  });
});
