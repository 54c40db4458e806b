import { batchAnswers } from "./batch-answers.ts";
import { messageBatches } from "./message-batches.ts";
import { openaiBatches } from "./openai-batches.ts";
import { rejectedParameter } from "./fault.ts";
import { requestServer, type SimulatedServerOptions } from "./serve-request.ts";
import { ServerLog, type ServerStats } from "./server-stats.ts";
import { at } from "@promptnce/core/json";
import type { WireAnswer } from "../wire/answer.ts";
import { badRequest, type WireCall, wireServer, type WireServer } from "../wire/wire-server.ts";

export {
  type DecisionServer,
  decisionServer,
  type DecisionServerOptions,
} from "./decision-server.ts";
export type { FaultKind, FaultShares } from "./fault.ts";
export type { ServerStats } from "./server-stats.ts";
export type { SimulatedServerOptions } from "./serve-request.ts";

/** A running simulated server. Its `url` is the base URL for Anthropic's SDK. */
export interface SimulatedServer extends WireServer {
  /** The base URL for OpenAI's SDK: `url` with `/v1`. */
  readonly openaiUrl: string;
  stats(): ServerStats;
}

/**
 * A server on 127.0.0.1 that lets a respondent answer in the wire formats of Anthropic (Messages,
 * Message Batches), OpenAI (Chat Completions, Responses, Files, Batches, Decisions), TypeSafe (System
 * One) and SGLang (Decisions), with faults on request. It accepts any model name and any key, and answers under that name or one of `served`.
 * `GET /stats` returns {@link ServerStats}.
 *
 * The fault and the reply of a request depend only on the seed, its prompt and how often that
 * prompt came before, so that a repeated run meets the same faults. Only the rate limit, `hiccup`
 * and `burst` depend on the clock.
 *
 * @throws RangeError if a share, a latency or the rate limit is out of range.
 * @throws Error with the system's code if the port is taken.
 * @example
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const respondent = { name: "ours", model: "ours", settings: {}, complete };
 * const server = await simulatedServer({ respondent, rateLimit: 20, faults: { 529: 0.05 } });
 * server.openaiUrl.endsWith("/v1"); // → true
 * await server.close();
 */
export async function simulatedServer(options: SimulatedServerOptions): Promise<SimulatedServer> {
  const log = new ServerLog();
  const meet = requestServer(options, log);
  let count = 0;
  const decide = async (call: WireCall): Promise<WireAnswer> => {
    const number = ++count;
    const model = at(call.body, "model");
    const prompt = call.wire.prompt(call.body);
    if (prompt === undefined || typeof model !== "string") {
      return badRequest("The body needs a model and a prompt with a text.");
    }
    if (at(call.body, "stream") === true) return badRequest("This server does not stream.");
    const rejected = rejectedParameter(options, call.body);
    // A rejected parameter does not count as an attempt at the prompt, on which the next fault
    // depends.
    const { answer, outcome } =
      rejected === undefined
        ? await meet({ ...call, number, model, prompt, asked: call.wire.asked?.(call.body) })
        : { answer: badRequest(rejected), outcome: "bad-request" };
    options.onRequest?.({ prompt, outcome });
    return answer;
  };
  const answerBatch = batchAnswers(options);
  const afterMs = options.batches?.afterMs ?? 0;
  // The address is known once the server listens.
  const anthropic = messageBatches(answerBatch, afterMs, () => server.url);
  const openai = openaiBatches(answerBatch, afterMs);
  const server = await wireServer({
    port: options.port,
    decide,
    async other(request, path) {
      if (request.method === "GET" && path === "/stats") return { json: log.stats() };
      return path.includes("/messages/batches") ? anthropic(request, path) : openai(request, path);
    },
  });
  return { ...server, openaiUrl: `${server.url}/v1`, stats: () => log.stats() };
}
