import { readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { readPrompt } from "@promptnce/prompts";
import { onTestFinished } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

/** A call of Chat Completions, and what came before it. */
export interface Call {
  readonly request: IncomingMessage;
  readonly body: Readonly<Record<string, unknown>>;
  readonly prompt: string;
  /** The keys of the reply that the prompt, or the schema, asks for. */
  readonly keys: readonly string[];
  /** The number of this call, from 1, and that of the calls with its prompt. */
  readonly nth: number;
  readonly times: number;
  /** How many calls were answered with a reply before. */
  readonly answered: number;
}

/** What a server sends: a body as JSON, or as text. */
export interface Sent {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** How a server answers a call; `undefined` as any server does. */
export type Manner = (call: Call) => Sent | "reset" | undefined;

/** Whether a call asks for masses of several labels. */
export const asksForSet = ({ keys }: Call): boolean => keys.length > 1 && !keys.includes("notes");

/** Masses that depend on the prompt alone, as the text of a reply. */
export function massesOf({ prompt, keys }: Pick<Call, "prompt" | "keys">): Record<string, number> {
  const names = keys.filter((key) => key !== "notes");
  if (names.length === 1) return { [names[0] as string]: (1 + (prompt.length % 17)) / 40 };
  const weights = names.map((key, i) => 1 + ((prompt.length + 7 * key.length + 3 * i) % 13));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return Object.fromEntries(names.map((key, i) => [key, (weights[i] as number) / sum]));
}

/** A completion with this text; `more` goes into its choice, `beside` into the whole. */
export function completion(text: string, more: object = {}, beside: object = {}): Sent {
  const choice = { index: 0, finish_reason: "stop", message: { role: "assistant", content: text } };
  const usage = { prompt_tokens: 300, completion_tokens: 40, total_tokens: 340 };
  return { body: { id: "c", model: "m", choices: [{ ...choice, ...more }], usage, ...beside } };
}

/** A completion that lists tokens with these log-probabilities. */
export function listing(tokens: readonly (readonly [token: string, logprob: number])[]): Sent {
  const top = tokens.map(([token, logprob]) => ({ token, logprob }));
  return completion(tokens[0]?.[0] ?? "", {
    logprobs: { content: [{ ...top[0], top_logprobs: top }] },
  });
}

/** The letters or words that a prompt offers as the next token. */
export const optionsOf = ({ prompt }: Pick<Call, "prompt">): string[] => {
  const letters = Array.from(prompt.matchAll(/^([A-Z])\. /gm), ([, letter]) => letter as string);
  return letters.length > 0 ? letters : ["Yes", "No"];
};

export const failing = (
  status: number,
  message: string,
  more: object = {},
  headers: Record<string, string> = {},
): Sent => ({ status, headers, body: { error: { message, ...more } } });

function keysOf(prompt: string, schema: object | undefined): readonly string[] {
  if (schema !== undefined) return Object.keys(schema);
  const asked = readPrompt(prompt);
  if (asked?.replyKey !== undefined) return [asked.replyKey];
  const { candidateKeys = asked?.candidates ?? [], otherKey } = asked ?? {};
  return [...candidateKeys, ...(otherKey === undefined ? [] : [otherKey])];
}

/** Hands a request that is no Chat Completion to a server of batches, or to none. */
export type Beside = (request: IncomingMessage, body: string, response: ServerResponse) => boolean;

/** What a body of Chat Completions asks: its prompt, and the keys of the reply. */
function askedIn(body: Readonly<Record<string, unknown>>): Pick<Call, "prompt" | "keys"> {
  const { messages, response_format: form } = body as {
    readonly messages: readonly { readonly content: string }[];
    readonly response_format?: {
      readonly json_schema?: { readonly schema: { readonly properties: object } };
    };
  };
  const prompt = messages[0]?.content ?? "";
  return { prompt, keys: keysOf(prompt, form?.json_schema?.schema.properties) };
}

/** The completion of a body, as any server gives it. */
export const answerTo = (body: Readonly<Record<string, unknown>>): unknown =>
  completion(JSON.stringify(massesOf(askedIn(body)))).body;

/** A server with such a manner on the loopback, and the rows of a table to be estimated by it. */
export async function answeringSo(manner: Manner, beside: Beside = () => false) {
  const times = new Map<string, number>();
  const count = { calls: 0, answered: 0 };
  let now = manner;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts = await Array.fromAsync(request as AsyncIterable<Buffer>);
    const text = Buffer.concat(parts).toString();
    if (!request.url?.endsWith("/v1/chat/completions")) {
      if (beside(request, text, response)) return;
      response.writeHead(404).end(JSON.stringify({ error: { message: "Invalid URL" } }));
      return;
    }
    const body = JSON.parse(text) as Record<string, unknown>;
    const { prompt, keys } = askedIn(body);
    count.calls++;
    times.set(prompt, (times.get(prompt) ?? 0) + 1);
    const call: Call = {
      request,
      body,
      prompt,
      keys,
      nth: count.calls,
      times: times.get(prompt) as number,
      answered: count.answered,
    };
    const sent = now(call) ?? completion(JSON.stringify(massesOf(call)));
    if (sent === "reset") {
      request.socket.resetAndDestroy();
      return;
    }
    const { status = 200, headers = {}, body: said } = sent;
    if (status === 200 && !JSON.stringify(said).startsWith('{"error"')) count.answered++;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof said === "string" ? said : JSON.stringify(said));
  };
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const folder = newFolder();
  const out = join(folder, "scored.csv");
  return {
    count,
    /** Answers so from now on. */
    answerSo: (other: Manner): void => void (now = other),
    /** Estimates rows; gives how that ended, and the status of each row. */
    estimate: async (rows: readonly string[], ...more: readonly string[]) => {
      const file = join(folder, "pairs.csv");
      writeFileSync(file, `cue,response\n${rows.join("\n")}\n`);
      const asked = ["estimate", file, "--task", "words", "--y", "response", "--out", out];
      const model = ["--provider", "openai", "--model", "m", "--yes", "--k", "4"];
      const base = more.includes("--base-url") ? [] : ["--base-url", `http://127.0.0.1:${port}/v1`];
      const given = more.map((one) => one.replace("ORIGIN", `http://127.0.0.1:${port}`));
      const ended = await promptnce([...asked, ...model, ...base, ...given], { env: {} });
      return { ...ended, statuses: statusesIn(out) };
    },
  };
}

/** The status of each row of a result; none where there is no result. */
function statusesIn(path: string): string[] {
  try {
    const [head = "", ...lines] = readFileSync(path, "utf8").trim().split("\n");
    const place = head.split(",").indexOf("status");
    return lines.map((line) => line.split(",")[place] as string);
  } catch {
    return [];
  }
}
