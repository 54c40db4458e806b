import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Provider } from "@promptnce/core";

/** A server on the loopback that answers in both vendors' wire formats and counts what it is asked. */
export interface VendorServer extends AsyncDisposable {
  readonly url: string;
  /** Every prompt in the order it came, repeats included. */
  readonly prompts: string[];
}

export interface VendorServerOptions {
  readonly respondent: Provider;
  readonly delayMs: number;
  readonly onPrompt?: (count: number) => void;
}

export async function vendorServer(options: VendorServerOptions): Promise<VendorServer> {
  const prompts: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = JSON.parse(await text(request)) as { messages: { content: unknown }[] };
      const prompt = promptOf(body.messages.at(-1)?.content);
      prompts.push(prompt);
      options.onPrompt?.(prompts.length);
      await new Promise((resolve) => void setTimeout(resolve, options.delayMs));
      const reply = await options.respondent.complete({ prompt, sample: 0 });
      const answer = request.url?.includes("/chat/completions")
        ? chat(reply.text)
        : message(reply.text);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer));
    })();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    prompts,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function text(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk as string;
  return body;
}

/** Anthropic's SDK may send the text as a block. */
function promptOf(content: unknown): string {
  return typeof content === "string" ? content : ((content as { text: string }[])[0]?.text ?? "");
}

function chat(content: string): object {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 0,
    model: "local",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  };
}

function message(content: string): object {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "local",
    content: [{ type: "text", text: content }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  };
}
