import type { Act } from "../wire/act.ts";
import { batchAnswers } from "./batch-answers.ts";
import { messageBatches } from "./message-batches.ts";
import { openaiBatches } from "./openai-batches.ts";
import type { Route } from "./route.ts";
import { badRequest, requestServer } from "./serve-request.ts";
import { ServerLog, type ServerStats } from "./server-stats.ts";
import type { SimulatedServerOptions } from "./simulated-server-options.ts";
import { type WireCall, wireServer } from "../wire/wire-server.ts";
import { at } from "../wire/wire.ts";

export { faultKinds, type FaultKind, type FaultShares } from "./fault.ts";
export type { Outcome, ServerStats } from "./server-stats.ts";
export type { ServedRequest, SimulatedServerOptions } from "./simulated-server-options.ts";

export interface SimulatedServer extends AsyncDisposable {
  /** The base URL for Anthropic's SDK. */
  readonly url: string;
  /** The base URL for OpenAI's SDK: the same with `/v1`. */
  readonly openaiUrl: string;
  stats(): ServerStats;
  close(): Promise<void>;
}

/**
 * A respondent behind the wire formats of Anthropic (Messages) and OpenAI (Chat Completions,
 * Responses) on 127.0.0.1, with faults to order. It takes any model's name and any key and answers
 * in that model's name. Both vendors' batches are there as well: Message Batches, Files and Batches. `GET /stats` gives {@link ServerStats} as JSON.
 *
 * What a request meets is a function of the seed, its prompt and how often that prompt has come
 * before, whatever else is asked meanwhile: a run is met by the same faults again. Only the rate
 * limit depends on the clock.
 *
 * @throws RangeError where a share, a latency or the rate limit makes no sense.
 * @throws Error with the system's code where the port is taken.
 */
export async function simulatedServer(options: SimulatedServerOptions): Promise<SimulatedServer> {
  const log = new ServerLog();
  const meet = requestServer(options, log);
  let count = 0;
  const decide = async (call: WireCall): Promise<Act> => {
    const number = ++count;
    const model = at(call.body, "model");
    const prompt = call.wire.prompt(call.body);
    if (prompt === undefined || typeof model !== "string") {
      return badRequest("The body needs a model and a prompt with a text.");
    }
    if (at(call.body, "stream") === true) return badRequest("This server does not stream.");
    const rejected = options.rejects?.find((name) => at(call.body, name) !== undefined);
    // No attempt at the prompt: what that meets depends on how often it was asked.
    const { act, outcome } =
      rejected === undefined
        ? await meet({ ...call, number, model, prompt })
        : { act: badRequest(`Unsupported parameter: ${rejected} (simulated).`), outcome: "bad-request" };
    options.onRequest?.({ number, path: call.request.url ?? "", model, prompt, outcome });
    return act;
  };
  const routes = batchRoutes(options, () => listening.url);
  const listening = await wireServer({
    ...(options.port !== undefined && { port: options.port }),
    decide,
    other: async (request, response) => {
      const path = (request.url ?? "").replace(/\?.*$/, "");
      const stats = request.method === "GET" && path === "/stats";
      const routed = stats ? { json: log.stats() } : await routes(request, path);
      if (routed === undefined) return false;
      response.writeHead(200, { "content-type": "application/json" });
      if ("json" in routed) response.end(`${JSON.stringify(routed.json, null, 2)}\n`);
      else response.end(routed.lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      return true;
    },
  });
  return {
    url: listening.url,
    openaiUrl: `${listening.url}/v1`,
    stats: () => log.stats(),
    close: () => listening.close(),
    [Symbol.asyncDispose]: () => listening.close(),
  };
}

/** The batch interfaces of both vendors; `origin` is known once the server listens. */
function batchRoutes(options: SimulatedServerOptions, origin: () => string): Route {
  const answer = batchAnswers(options);
  const afterMs = options.batches?.afterMs ?? 0;
  const anthropic = messageBatches(answer, afterMs, origin);
  const openai = openaiBatches(answer, afterMs);
  return async (request, path) =>
    path.includes("/messages/batches") ? anthropic(request, path) : openai(request, path);
}
