import type { NextTokens, Provider, Reply, Request } from "@promptnce/core";
import * as z from "zod/mini";
import { settingsWithout, type VendorCallOptions } from "../call/dropped-parameters.ts";
import { leavesSchemaToRequest } from "../call/held-to.ts";
import { identityOf, type ProviderIdentity } from "../call/provider-identity.ts";
import { withPause } from "../call/rate-limit-headers.ts";
import { parsedJson } from "../call/untyped-json.ts";
import { vendorCall } from "../call/vendor-call.ts";
import type { Vendor } from "../call/vendor-error.ts";
import { ProviderError, wrongRequest } from "../errors/errors.ts";
import { withSchemaAdvice } from "./reply-schema.ts";

/** What came of a call: a body as text, or what an SDK that reads bodies itself made of one. */
type Received = Pick<Response, "headers"> & ({ text(): Promise<string> } | { readonly result: unknown });

/** A vendor's chat interface to one model: a request mapping, a reply mapping and one call. */
export interface VendorAdapter<Body> extends ProviderIdentity {
  readonly vendor: Vendor;
  readonly timeoutMs: number;
  /**
   * The body of a request, with what is sent of the settings this time.
   *
   * @throws TypeError where they fix the form of a reply that a schema is to hold.
   */
  body(request: Request, sent: Provider["settings"]): Body;
  send(body: Body, signal: AbortSignal): Promise<Received>;
  /** What lists the most likely first tokens in a response; absent where the interface gives none. */
  readonly topTokens?: (result: unknown) => unknown;
  /** A response as a reply. @throws ProviderError where it is none. */
  reply(result: unknown, body: Body): Reply;
}

/** An adapter over a vendor's SDK, whose client and mappings serve its batches too. */
export interface SdkAdapter<Client, Body> extends VendorAdapter<Body> {
  readonly client: Client;
  reply(json: unknown): Reply;
}

/** The adapter as a provider that answers prompts: what all vendors' have in common. */
export function vendorProvider<Body>(adapter: VendorAdapter<Body>): Provider {
  const { settings, vendor, timeoutMs } = adapter;
  // A server that has held one reply to its grammar takes grammars: what is wrong later is wrong with one of them.
  let grammarTaken = !leavesSchemaToRequest(settings);
  return {
    ...identityOf({ ...adapter, distributes: adapter.topTokens !== undefined }),
    async complete(request, options?: VendorCallOptions) {
      await options?.gate?.();
      try {
        return await vendorCall(vendor, timeoutMs, options?.signal, async (signal) => {
          // An answer generated in the place of a log-probability would look like one.
          if (request.continuation !== undefined) {
            throw wrongRequest(
              `${vendor.title} cannot score a given continuation through this interface: score with vLLM, SGLang, the llama.cpp server or a GGUF file.`,
            );
          }
          const { topTokens } = adapter;
          if (request.options !== undefined && topTokens === undefined) {
            throw wrongRequest(
              `${vendor.title} gives no probabilities of tokens through this interface: read from its replies, or ask a server that lists top_logprobs or a GGUF file.`,
            );
          }
          const body = adapter.body(request, settingsWithout(settings, options?.without?.()));
          options?.onSending?.(true);
          const response = await adapter.send(body, signal);
          const came = "result" in response ? response.result : await response.text();
          const result = typeof came === "string" ? (parsedJson(came) ?? came) : came;
          const reply = adapter.reply(result, body);
          const read = request.options && topTokens ? nextTokens(reply, topTokens(result), vendor.title) : reply;
          grammarTaken ||= request.grammar !== undefined;
          return withPause(read, response.headers);
        });
      } catch (error) {
        if (error instanceof ProviderError && !error.mayBeBilled) options?.onSending?.(false);
        if (request.schema !== undefined) throw withSchemaAdvice(error);
        throw request.grammar === undefined || grammarTaken ? error : withSchemaAdvice(error, "response_format");
      }
    },
  };
}

/** How many tokens a server is asked to list: the most that OpenAI's interfaces take, and vLLM unless told otherwise. */
export const LISTED_TOKENS = 20;

const listed = z.array(z.object({ token: z.string(), logprob: z.number() })).check(z.minLength(1));

/**
 * The reply with the most likely first tokens in the place of its text, as they came; a refusal is left as it is.
 *
 * @throws ProviderError where none are listed: asking again would not help.
 */
function nextTokens(reply: Reply, top: unknown, title: string): Reply {
  if (reply.stop === "refusal") return reply;
  const found = listed.safeParse(top);
  if (!found.success) {
    throw wrongRequest(
      `${title} lists no most likely tokens beside its answer, though asked for top_logprobs: check that the server gives log-probabilities, and that the model answers without thinking; else read from its replies.`,
    );
  }
  const tokens = found.data.map(({ token, logprob }) => ({ text: token, logprob }));
  return { ...reply, text: JSON.stringify({ tokens, top: true } satisfies NextTokens), stop: "end" };
}
