import { ProviderError } from "@promptnce/core/errors";
import type { CallContext, Provider, Reply, Request } from "@promptnce/core";
import { leavesSchemaToRequest } from "../call/held-to.ts";
import { identityOf, type ProviderIdentity } from "../call/provider-identity.ts";
import { withPause } from "../call/rate-limit-headers.ts";
import { at } from "@promptnce/core/json";
import { vendorCall } from "../call/vendor-call.ts";
import { cutOff, type Vendor } from "../call/vendor-error.ts";
import { wrongRequest } from "../errors/errors.ts";
import { fewerListed, LISTED_TOKENS, nextTokens } from "./next-tokens.ts";
import { isGrammarRefused, withSchemaAdvice } from "./reply-schema.ts";
import { responseJson } from "./response-json.ts";

/** The response to a call: a body as text, or the result of an SDK that reads bodies itself. */
type CallResponse = Pick<Response, "headers"> &
  ({ text(): Promise<string> } | { readonly result: unknown });

/** A vendor's chat interface to one model: a request mapping, a reply mapping and one call. */
export interface VendorAdapter<Body> extends ProviderIdentity {
  readonly vendor: Vendor;
  readonly timeoutMs: number;
  /** An SDK's client. It is made with the first call, before that call's time limit starts. */
  readonly client?: () => Promise<unknown>;
  /**
   * The body of a request, with the settings that are sent this time.
   *
   * @param listed The number of tokens to list, for a request with options.
   * @throws OptionError where the settings already fix the form of a reply that needs a schema.
   */
  body(request: Request, sent: Provider["settings"], listed?: number): Body;
  send(body: Body, signal: AbortSignal): Promise<CallResponse>;
  /**
   * The list of the most likely first tokens in a response; absent where the interface has none.
   */
  readonly topTokens?: (result: unknown) => unknown;
  /** The number of tokens to list at first; {@link LISTED_TOKENS} by default. */
  readonly listed?: number;
  /** The most options of a decision; present where the interface takes decisions and nothing else. */
  readonly decides?: number;
  /**
   * A response as a reply.
   *
   * @throws ProviderError where the response is not a valid one.
   */
  reply(result: unknown, body: Body, request: Request): Reply;
}

/** An adapter over a vendor's SDK, whose client and mappings serve its batches too. */
export interface SdkAdapter<Client, Body> extends VendorAdapter<Body> {
  readonly client: () => Promise<Client>;
  reply(json: unknown): Reply;
}

/** The text of a successful response. @throws ProviderError where it was cut off. */
async function textOf(response: { text(): Promise<string> }, vendor: Vendor): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw cutOff(error, vendor);
  }
}

/** A provider made from an adapter, with the behaviour common to all vendors. */
export function vendorProvider<Body>(adapter: VendorAdapter<Body>): Provider {
  const { settings, vendor, timeoutMs } = adapter;
  // A server that has applied one grammar supports grammars; a later rejection concerns that single
  // grammar.
  const takesGrammar = leavesSchemaToRequest(settings);
  let grammarTaken = !takesGrammar;
  // A call that begins after a rejection, and still has a grammar, shows that the setting stays.
  let grammarRefused = false;
  let listed = adapter.listed ?? LISTED_TOKENS;

  /**
   * Sends a request, and repeats it with fewer tokens to list if the server states a lower maximum.
   */
  async function send(request: Request, sent: Provider["settings"], signal: AbortSignal) {
    const wanted = listed;
    const body = adapter.body(request, sent, wanted);
    try {
      return { body, response: await adapter.send(body, signal) };
    } catch (error) {
      const ours = request.options !== undefined && at(body, "top_logprobs") === wanted;
      const fewer = ours ? fewerListed(error, wanted) : undefined;
      if (fewer === undefined) throw error;
      listed = Math.min(listed, fewer);
      return send(request, sent, signal);
    }
  }

  /** Makes one call, and marks the error of a request whose schema or grammar is refused. */
  async function call(request: Request, context: CallContext): Promise<Reply> {
    const stays = grammarTaken || grammarRefused;
    const { topTokens } = adapter;
    try {
      await adapter.client?.();
      checkTaken(request, adapter);
      context.signal?.throwIfAborted();
      await context.tell?.({ is: "sending" });
      return await vendorCall(vendor, timeoutMs, context.signal, async (signal) => {
        const { body, response } = await send(request, context.settings ?? settings, signal);
        const came = "result" in response ? response.result : await textOf(response, vendor);
        const result = typeof came === "string" ? (responseJson(came) ?? came) : came;
        const reply = adapter.reply(result, body, request);
        const read =
          request.options && topTokens ? nextTokens(reply, topTokens(result), vendor.title) : reply;
        grammarTaken ||= request.grammar !== undefined;
        return withPause(read, response.headers);
      });
    } catch (error) {
      if (error instanceof ProviderError && !error.mayBeBilled) {
        await context.tell?.({ is: "uncharged" });
      }
      const held = takesGrammar ? request : { schema: request.schema };
      const found = withSchemaAdvice(error, held, stays || grammarTaken);
      grammarRefused ||= isGrammarRefused(found, held);
      throw found;
    }
  }

  const silent = adapter.decides !== undefined && { writes: false as const };
  return {
    ...identityOf({ ...adapter, distributes: adapter.topTokens !== undefined, ...silent }),
    async complete(request, context = {}) {
      try {
        return await call(request, context);
      } catch (error) {
        if (!isGrammarRefused(error, request) || error.parameter !== undefined) throw error;
        const { grammar: _, ...open } = request;
        return { ...(await call(open, context)), unconstrained: true };
      }
    },
  };
}

/**
 * Refuses, before anything is sent, a question that the interface does not take.
 *
 * @throws ProviderError where it cannot score, or list tokens, or answer such a decision.
 */
function checkTaken(
  request: Request,
  adapter: Pick<VendorAdapter<never>, "vendor" | "decides" | "topTokens">,
): void {
  const { title } = adapter.vendor;
  // A generated answer could be mistaken for a log-probability.
  if (request.continuation !== undefined) {
    throw wrongRequest(
      `${title} cannot score a given continuation through this interface: score with vLLM, SGLang, the llama.cpp server or a GGUF file.`,
    );
  }
  if (request.options !== undefined && adapter.topTokens === undefined) {
    throw wrongRequest(
      `${title} gives no probabilities of tokens through this interface: read from its replies, or ask a server that lists top_logprobs or a GGUF file.`,
    );
  }
  for (const decision of [request.decision, ...(request.beside ?? [])]) {
    checkDecision(decision, adapter);
  }
}

/** @throws ProviderError where it takes no decisions, or nothing else, or not so many options. */
function checkDecision(
  decision: Request["decision"],
  { vendor: { title }, decides }: Pick<VendorAdapter<never>, "vendor" | "decides">,
): void {
  if (decides === undefined) {
    if (decision === undefined) return;
    throw wrongRequest(
      `${title} makes no decisions through this interface: read from its replies, or ask a decision model.`,
    );
  }
  if (decision === undefined) {
    throw wrongRequest(
      `${title} takes decisions and writes no text: ask it with the wordings for decision models.`,
    );
  }
  const count = decision.options?.length ?? 2;
  if (count > decides) {
    throw wrongRequest(
      (write) =>
        `The question has ${count} options, and ${title} takes ${decides} at most: ask with fewer candidates (${write("k")}).`,
    );
  }
  if (count < 2) {
    throw wrongRequest(
      "A choice needs two options at least, and this question has one: ask with more candidates.",
    );
  }
}
