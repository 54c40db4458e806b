import type { Provider } from "@promptnce/core";
import { dollarText } from "@promptnce/core/errors";
import type { ProviderIdentity } from "@promptnce/providers";
import { ask, type InquiryResult } from "../attempt/ask.ts";
import { cached } from "../links/cached.ts";
import { watched } from "../links/watched.ts";
import type { Inquiry } from "../attempt/executor.ts";
import { type OwnPrices, priceOf } from "../money/prices.ts";
import { spentOn } from "../money/spending.ts";
import { fingerprintTable } from "../store/fingerprint-table.ts";
import type { Store, StoredReplies } from "../store/store.ts";
import { mannerOf } from "./advice.ts";
import { type AskingReport, type AskedCounts, askedTally } from "./asked.ts";
import { earlyStop, type EarlyStopOptions } from "./early-stop.ts";

/** How a provider is asked, and where its replies are kept. */
export interface SessionOptions extends EarlyStopOptions {
  readonly provider: Provider;
  /** Where replies are kept, and looked up before anything is sent. */
  readonly store: Store;
  /**
   * The most attempts of one request while its replies are invalid; 3 by default. With 0, no
   * request that has a stored reply is sent again.
   */
  readonly attempts?: number | undefined;
  /** Whether requests that failed for good, according to the store, are sent once more. */
  readonly retryFailed?: boolean | undefined;
  /** Called once for each setting that is not sent because the model rejects it. */
  readonly onLeftOut?: (name: string, value: unknown) => void;
  /** Prices for the message when a run stops early. */
  readonly prices?: OwnPrices;
  /** How many unreadable replies are kept with their texts; all by default. */
  readonly texts?: number;
}

/** Settles wanted requests, one at a time. */
export interface Asker {
  /**
   * The request with its outcome, which is stored by then. Aborting `closing` sends nothing more.
   */
  readonly ask: <W extends Inquiry>(wanted: W, closing?: AbortSignal) => Promise<InquiryResult<W>>;
  /**
   * To be called after the last request: stores the failed ones whose cause was still undecided.
   *
   * @throws UnansweredError where the server was down for any request.
   */
  settle(): Promise<void>;
}

/** One provider with a store in front, and the counts of what it was asked. */
export interface Session extends Asker {
  /** The provider, with its settings as they are sent. */
  readonly provider: ProviderIdentity;
  /** The counts so far, kept up to date. */
  readonly counts: AskedCounts;
  /** The counts, and all else that a report says of the replies, at the time of access. */
  readonly asked: AskingReport;
  /** All replies in its store, those of earlier runs included. */
  readonly replies: StoredReplies;
}

/**
 * A new session: one run's questions to one model. Memory grows by only 30 bytes a question.
 *
 * @example
 * import { memoryStore } from "@promptnce/engine";
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const provider = { name: "ours", model: "large", settings: {}, complete };
 * const asker = session({ provider, store: memoryStore() });
 * await asker.ask({ request: { prompt: "Will it rain?", sample: 0 } });
 * asker.counts; // → { questions: 1, stored: 0, failed: 0 }
 */
export function session(options: SessionOptions): Session {
  const { store, attempts, retryFailed, maxFailures, onLeftOut } = options;
  const { name, model } = options.provider;
  const tally = askedTally(options);
  const keys = fingerprintTable();
  const leftOut: Record<string, unknown> = {};
  /** Replies of the model, and requests that failed, in this run. */
  const now = { replies: 0, failed: 0 };
  const spent = async (): Promise<string> => {
    const price = await priceOf({ ...options.prices, provider: name, model });
    if (price === undefined) return "What that cost is not known.";
    const usd = await spentOn({ name, model }, price, store);
    return `${dollarText(usd)} was spent on ${model}, according to this store.`;
  };
  const watch = earlyStop(options.provider, options, spent);
  const show = watched({
    gate: watch.gate,
    replied(request, reply, reading) {
      now.replies++;
      watch.answered(request.template?.id ?? "", reply, reading, mannerOf(request));
    },
  });
  const provider = cached(show(options.provider), store, {
    attempts,
    retryFailed,
    endures: maxFailures === 1,
    onKey: (key) => void keys.add(key, 1),
    onLeftOut(name, value) {
      leftOut[name] = value;
      onLeftOut?.(name, value);
    },
  });
  return {
    provider,
    async ask(wanted, closing) {
      const settled = await ask(wanted, provider, closing);
      tally.note(settled);
      const { request, reply, reading } = settled;
      const { stored, failure } = reply;
      if (failure && !stored) {
        now.failed++;
        watch.failed(failure.message);
      }
      // Stored answers count too, so that a run stopped early is stopped again before it sends
      // anything.
      if (stored && !failure)
        watch.answered(request.template?.id ?? "", reply, reading, mannerOf(request));
      return settled;
    },
    settle: () => provider.settle(),
    replies: store,
    counts: tally.counts,
    get asked() {
      const { questions, stored } = tally.counts;
      const again = Math.max(0, now.replies - (questions - stored - now.failed));
      return { ...tally.seen, again, keys, settings: provider.settings, leftOut };
    },
  };
}
