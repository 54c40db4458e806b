import type { Provider, Reply } from "@promptnce/core";
import { ProviderError, StatusError } from "../errors/errors.ts";
import { scoredSpan } from "./scored-span.ts";
import type { TokenServer } from "./token-server.ts";
import { vendorCall } from "../call/vendor-call.ts";
import type { Vendor } from "../call/vendor-error.ts";

/** What differs between servers that score. */
export interface Scorer {
  readonly name: string;
  readonly model: string;
  readonly vendor: Vendor;
  readonly timeoutMs: number;
  /** The server for one call, which the signal ends. */
  connect(signal: AbortSignal): TokenServer;
  /** Rejects with a ProviderError that says why where the server cannot do what it must. */
  probe(signal: AbortSignal): Promise<void>;
}

/**
 * A provider that scores continuations and answers no prompt. It probes its server before the first
 * request, once where that succeeds: a server that ignores what it does not know answers with
 * status 200 and other numbers, and nothing later would tell.
 */
export function scoringProvider(scorer: Scorer): Provider {
  const { name, model, vendor, timeoutMs } = scorer;
  let probed: Promise<void> | undefined;
  // With its own limit: the call that happens to come first may be aborted while others wait.
  const probe = (): Promise<void> =>
    (probed ??= vendorCall(vendor, timeoutMs, undefined, (signal) => scorer.probe(signal)).catch((error: unknown) => {
      probed = undefined;
      throw error;
    }));
  return {
    name,
    model,
    settings: {},
    scores: true,
    async complete({ prompt, continuation }, callOptions) {
      if (continuation === undefined) throw scoresOnly(vendor);
      return vendorCall(vendor, timeoutMs, callOptions?.signal, async (signal) => {
        await Promise.race([probe(), ended(signal)]);
        const server = withChatOrReason(scorer.connect(signal));
        const { ids, from, boundaryMoved } = await scoredSpan(server, prompt, continuation);
        const tokens = await server.score(ids, from);
        return scoredReply(tokens, ids.length, boundaryMoved);
      });
    },
  };
}

/**
 * The scored tokens as a reply. A token without a usable log-probability is kept with null: whoever
 * reads the reply must refuse it, and can say which token it was.
 */
export function scoredReply(
  tokens: Awaited<ReturnType<TokenServer["score"]>>,
  inputTokens: number,
  boundaryMoved: boolean,
): Reply {
  const text = JSON.stringify({ tokens, ...(boundaryMoved && { boundaryMoved }) });
  return { text, stop: "end", usage: { inputTokens, outputTokens: 0 } };
}

/** The same server; where it cannot render a chat the error says what works. */
function withChatOrReason(server: TokenServer): TokenServer {
  return {
    ...server,
    async render(turns) {
      try {
        return await server.render(turns);
      } catch (error) {
        const refused = error instanceof StatusError && [400, 404, 422].includes(error.status);
        if (!refused) throw error;
        const advice = `${error.message} (It did not put a chat into its model's form. The template plain needs none; else start it with a chat template that takes these turns.)`;
        throw new StatusError(error, error.error, advice);
      }
    },
  };
}

function scoresOnly({ title }: Vendor): ProviderError {
  return new ProviderError(
    `${title} is asked here for log-probabilities only: give the request a continuation, or ask the model through its chat interface.`,
    { kind: "request", retryable: false },
  );
}

/** Rejects when the signal is aborted; what with does not matter, see `vendorCall`. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
  });
}
