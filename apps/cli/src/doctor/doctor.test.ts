import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { env, examine, examineServer, start } from "./doctor.test.support.ts";

/** Answers prompts and scores plain text like vLLM. Rejects the tokenization of a chat. */
async function vllmServer() {
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const body = (await json(request)) as { prompt?: unknown; messages?: unknown };
      const ids = Array.isArray(body.prompt) ? body.prompt : [];
      const answers = new Map<string, object>([
        [
          "/v1/chat/completions",
          { choices: [{ finish_reason: "stop", message: { content: '{"p_base": 0.5}' } }] },
        ],
        [
          "/v1/completions",
          {
            choices: [
              {
                logprobs: {
                  tokens: ids.map(String),
                  token_logprobs: ids.map((_, i) => (i === 0 ? null : -1)),
                },
              },
            ],
          },
        ],
        [
          "/tokenize",
          { tokens: Array.from({ length: String(body.prompt).length + 1 }, (_, i) => i + 1) },
        ],
      ]);
      const failing = request.url === "/tokenize" && body.messages !== undefined;
      const found = answers.get(request.url ?? "");
      const foundStatus = found === undefined ? 404 : 200;
      response.writeHead(failing ? 500 : foundStatus, {
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
describe("promptnce doctor", () => {
  it("says which keys are set without showing them, and which data are missing", async () => {
    const { status, found } = await examine([]);
    expect(status).toBe(0);
    expect(found.get("node")?.status).toBe("ok");
    expect(found.get("ANTHROPIC_API_KEY")).toMatchObject({ status: "ok", message: "is set" });
    expect(found.has("OPENAI_API_KEY")).toBe(false);
    expect(found.get("words")?.message).toContain("promptnce datasets fetch words");
  });

  it("checks datasets only if told of them", async () => {
    const { stdout } = await promptnce(["doctor"], { env });
    expect(stdout).toContain("node: ");
    expect(stdout).not.toMatch(/words|chaosnli/);
  });

  it("prints one line per check", async () => {
    const { stdout } = await promptnce(["doctor", "--data", newFolder()], { env });
    expect(stdout).toMatch(/^ok {3}node: \d+/);
    for (const line of stdout.trimEnd().split("\n")) {
      expect(line).toMatch(/^(ok|warn|fail) +\w+: /);
    }
  });

  it.each([
    ["anthropic", "", ["temperature", "top_p", "thinking"]],
    ["openai", "/v1", ["temperature", "seed", "logprobs", "response_format"]],
  ])(
    "finds nothing wrong with a sound server of the interface of %s",
    async (provider, path, parameters) => {
      const server = await start();
      const args = ["--provider", provider, "--model", "m", "--base-url", server.url + path];
      const { status, found } = await examine([...args, "--key-env", "SERVER_KEY"]);
      expect(status).toBe(0);
      const answer = [...found.values()].find(({ message }) => message.includes("can be read"));
      expect(answer).toMatchObject({ status: "ok", message: "10 of 10 replies can be read" });
      expect(found.get("numbers")?.message).toMatch(
        /closed \(3\): masses sum to 1 .*conditional \(3\): nothing odd/,
      );
      expect(found.get("OTHER")?.message).toMatch(
        /^OTHER holds 0\.\d\d on average .* used in 3 of 3 sets$/,
      );
      expect(found.get("pace")?.message).toMatch(/^\d+\.\d seconds and \d+ tokens a reply$/);
      expect(found.get("respondent")).toMatchObject({ status: "ok" });
      expect(found.has("order")).toBe(false);
      for (const name of parameters) {
        expect(found.get(name)).toMatchObject({ status: "ok" });
      }
      expect(server.stats().requests).toBe(10 + parameters.length);
    },
  );

  it("finds the way in which a server scores a given text, and that it cannot score a chat", async () => {
    const { url } = await vllmServer();
    const { found } = await examine(["--provider", "openai", "--model", "m", "--base-url", url]);
    expect(found.get("scoring")?.status).toBe("ok");
    expect(found.get("scoring")?.message).toMatch(/with --scoring vllm, as plain text only: .*500/);
  });

  it.each([
    ["openai", "/v1", "ignores echo|/v1/completions"],
    ["anthropic", "", "gives no log-probabilities"],
  ])(
    "says that a server of the interface of %s cannot score a given text",
    async (provider, path, why) => {
      const { url } = await start();
      const args = ["--provider", provider, "--model", "m", "--base-url", url + path];
      const { status, found } = await examine(args);
      expect(status).toBe(0);
      expect(found.get("scoring")?.status).toBe("warn");
      expect(found.get("scoring")?.message).toMatch(new RegExp(why));
    },
  );

  it("reports a missing model file", async () => {
    const { status, found } = await examine(["--provider", "llama", "--model", "none.gguf"]);
    expect(status).toBe(1);
    expect(found.get("llama none.gguf")?.status).toBe("fail");
  });

  it("warns of a rejected parameter only", async () => {
    const { openaiUrl } = await start({ rejects: ["logprobs"] });
    const { status, found } = await examineServer(openaiUrl);
    expect(status).toBe(0);
    expect(found.get("temperature")?.status).toBe("ok");
    expect(found.get("logprobs")).toMatchObject({
      status: "warn",
      message: expect.stringContaining("refused, so leave it out") as string,
    });
  });

  it("distinguishes a server with constrained decoding from one without", async () => {
    const { openaiUrl } = await start({ rejects: ["response_format"] });
    const { status, found } = await examineServer(openaiUrl);
    expect(status).toBe(0);
    expect(found.get("seed")?.status).toBe("ok");
    expect(found.get("response_format")).toMatchObject({
      status: "warn",
      message: expect.stringContaining("refused"),
    });
  });

  it("distinguishes a parameter that could not be tried from a rejected one", async () => {
    // The first question is answered, and the others exceed the limit.
    const { openaiUrl } = await start({ rateLimit: 0.001 });
    const { found } = await examineServer(openaiUrl);
    expect(found.get("seed")?.message).toContain("could not be tried");
  });

  it.each([
    [{ malformed: 1 }, 0, "warn", "cannot be read"],
    [
      { refusal: 1 },
      0,
      "warn",
      "0 of 10 replies can be read, 10 cannot be read: 10 the model refused",
    ],
    [{ "529": 1 }, 1, "fail", "overloaded"],
  ] as const)(
    "says what is wrong with a server that does %j",
    async (faults, code, wanted, words) => {
      const { url } = await start({ faults });
      const args = ["--provider", "anthropic", "--model", "m", "--base-url", url];
      const { status, found } = await examine(args);
      expect(status).toBe(code);
      expect(found.get("anthropic m")?.status).toBe(wanted);
      expect(found.get("anthropic m")?.message).toContain(words);
    },
  );

  it("announces that it asks, and sends a token limit", async () => {
    const limits: unknown[] = [];
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        limits.push((body as { max_tokens?: unknown }).max_tokens);
        response.writeHead(400, { "content-type": "application/json" }).end("{}");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = ["doctor", "--provider", "anthropic", "--model", "m", "--base-url", url];
    const { stderr } = await promptnce(args, { env });
    expect(stderr).toContain("Asking m ten short questions");
    await promptnce([...args, "--max-tokens", "2048"], { env });
    expect(limits).toEqual([512, 2048]);
  });

  it("asks nothing if the named key is missing", async () => {
    const server = await start();
    const args = ["--provider", "openai", "--model", "m", "--base-url", server.openaiUrl];
    const { status, found } = await examine([...args, "--key-env", "NO_SUCH_KEY"]);
    expect(status).toBe(1);
    expect(found.get("NO_SUCH_KEY")?.status).toBe("fail");
    expect(server.stats().requests).toBe(0);
  });

  it("fails if the vendor's own key is missing, so that nothing can be asked", async () => {
    const { status, found } = await examine(["--provider", "openai", "--model", "m"]);
    expect(status).toBe(1);
    expect(found.get("OPENAI_API_KEY")).toMatchObject({ status: "warn", message: "is not set" });
    expect(found.get("openai m")?.message).toContain("set OPENAI_API_KEY");
  });
});
