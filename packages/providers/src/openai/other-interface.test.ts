import { describe, expect, it } from "vitest";
import { mockServer } from "@promptnce/rehearsal/testing/mock-server";
import { chatCompletions } from "@promptnce/rehearsal/wire";
import { openaiCompatible } from "./openai.ts";

/** What becomes of a call that is answered so by the server at an address. */
async function met(baseURL: string, body: unknown, status = 200): Promise<unknown> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const fetch = async () => new Response(text, { status });
  const provider = openaiCompatible({ model: "m", baseURL, fetch });
  return provider.complete({ prompt: "p", sample: 0 }).catch((error: unknown) => error);
}

const OLLAMA = "http://127.0.0.1:11434";
const chat = {
  model: "gemma3",
  created_at: "2026-01-01T00:00:00Z",
  message: { role: "assistant", content: "0.4" },
  done: true,
  done_reason: "stop",
  prompt_eval_count: 12,
  eval_count: 3,
};
const part = { model: "gemma3", message: { role: "assistant", content: "0." }, done: false };

it.each([
  ["/api/chat", chat],
  ["/api/chat as a stream", `${JSON.stringify(part)}\n${JSON.stringify(chat)}\n`],
  ["/api/generate", { model: "gemma3", response: "0.4", done: true, eval_count: 3 }],
])("an answer of Ollama's own %s names the address that takes the settings", async (_, body) => {
  expect(await met(OLLAMA, body)).toMatchObject({
    kind: "request",
    retryable: false,
    message: `The server openai-compatible answered as Ollama's own interface does, which does not take settings as they are sent here: give \`baseURL: "${OLLAMA}/v1"\`.`,
  });
});

it("an answer of Ollama's own behind the right address leaves that to be checked", async () => {
  expect(await met(`${OLLAMA}/v1/`, chat)).toMatchObject({
    message: expect.stringMatching(/sent here: check where `baseURL` leads\.$/) as string,
  });
});

it("LM Studio's word for an unknown path, with status 200, is no reason to ask again", async () => {
  const words = "Unexpected endpoint or method. (POST /chat/completions)";
  expect(await met("http://127.0.0.1:1234", { error: words })).toMatchObject({
    kind: "request",
    status: 404,
    retryable: false,
    message: `The server openai-compatible does not take this request (404): ${words} (The address http://127.0.0.1:1234 does not end in /v1, as most do: try http://127.0.0.1:1234/v1.)`,
  });
});

it("a gateway's page names the address to try where its address lacks /v1", async () => {
  const page = "<!doctype html><html><title>One API</title></html>";
  const said = "The server openai-compatible answered with something that is not JSON";
  expect(await met("http://127.0.0.1:3000", page)).toMatchObject({
    kind: "response",
    retryable: true,
    message: `${said}: check the base URL and that the server speaks this interface. (The address http://127.0.0.1:3000 does not end in /v1, as most do: try http://127.0.0.1:3000/v1.)`,
  });
  expect(await met("http://127.0.0.1:3000/v1", page)).toMatchObject({
    message: `${said}: check the base URL and that the server speaks this interface.`,
  });
});

it.each([
  ["Ollama's own interface", `${OLLAMA}/api`, "page not found", `give ${OLLAMA}/v1.)`],
  [
    "an Azure deployment",
    "https://x.openai.azure.com/openai/deployments/gpt",
    { error: { code: "404", message: "Resource not found" } },
    "give https://x.openai.azure.com/openai/v1 and the deployment as the model.)",
  ],
])("an unknown path of %s names the address of this interface", async (_, base, body, advice) => {
  expect((await met(base, body, 404)) as Error).toMatchObject({
    message: expect.stringContaining(advice) as string,
  });
});

describe("an address where nobody speaks Chat Completions", () => {
  const notFound = { status: 404, type: "not_found_error", message: "page not found" };

  /** What is said of it, with the address given so. */
  async function said(
    addressOf: (url: string) => string,
    message = notFound.message,
  ): Promise<[string, string]> {
    const server = await mockServer(chatCompletions);
    server.script({ ...notFound, message });
    const failed = openaiCompatible({ model: "m", baseURL: addressOf(server.baseURL) }).complete({
      prompt: "p",
      sample: 0,
    });
    return [server.baseURL, await failed.then(String, (error: Error) => error.message)];
  }

  it("is told to be tried with /v1", async () => {
    const [url, sentence] = await said((address) => `${address}/`);
    expect(sentence).toContain(
      `page not found (The address ${url} does not end in /v1, as most do: try ${url}/v1.)`,
    );
  });

  it("is told to have its version once", async () => {
    const [url, sentence] = await said((address) => `${address}/v1/v1`);
    expect(sentence).toContain(`(The base URL has its version twice: give ${url}/v1.)`);
  });

  it("shows no password", async () => {
    const [, sentence] = await said((address) => address.replace("//", "//user:secret@"));
    expect(sentence).toContain("http://[key]@127.0.0.1");
    expect(sentence).not.toContain("secret");
  });

  it("is not, where it ends in /v1 or the server speaks of the model", async () => {
    expect((await said((address) => `${address}/v1/`))[1]).toMatch(/page not found$/);
    expect((await said((address) => address, "The model m does not exist"))[1]).toMatch(
      /does not exist \(Check the name of the model/,
    );
  });
});
