import type { CallOptions, Provider, Reading, Request } from "@promptnce/core";
import { written } from "@promptnce/core/errors";
import { type OwnPrices, priceOf } from "../money/prices.ts";
import { spentOn } from "../money/spending.ts";
import { cached } from "../attempt/cached.ts";
import { type FingerprintTable, fingerprintTable } from "../store/fingerprint-table.ts";
import type { Store, StoredReplies } from "../store/store.ts";
import type { ProviderIdentity } from "@promptnce/providers";
import { isSimulatedReply } from "@promptnce/providers/contract";
import { ask, type Settled } from "../attempt/ask.ts";
import type { Wanted } from "../attempt/executor.ts";
import { type RawByKind, RawTally } from "./raw-replies.ts";
import { optionSummaries, type OptionSummary } from "./option-masses.ts";
import { furtherAdvice, mannerOf } from "./advice.ts";
import { earlyStop, type EarlyStopOptions } from "./early-stop.ts";

/** An invalid reply with its text and the reason; for a failed request the text is empty. */
export interface UnreadableReply {
  readonly template: string;
  readonly prompt: string;
  readonly reply: string;
  readonly reason: string;
  /** What may help, where there is more to suggest than looking at the reply. */
  readonly advice?: string | undefined;
}

/** The numbers of questions asked so far, by their outcomes. */
export interface AskedCounts {
  readonly questions: number;
  /** How many of the questions the store answered. */
  readonly stored: number;
  readonly unreadable: number;
  /** Requests that failed for good; not included in `unreadable`. */
  readonly failed: number;
}

/** The questions asked of one provider, and their outcomes so far. */
export interface Asked extends AskedCounts {
  /** Additional replies, received because an earlier reply to the same question was invalid. */
  readonly again: number;
  /** The first unreadable and failed ones, with their texts. */
  readonly unreadableReplies: readonly UnreadableReply[];
  /**
   * The models that answered, by the name the vendor reports, with their number of replies; empty
   * where it reports none.
   */
  readonly served: ReadonlyMap<string, number>;
  /** Whether any reply came from the simulated server, which is no real model whatever its name. */
  readonly rehearsed: boolean;
  /** How the mass of next tokens is distributed; empty where no answer was read from tokens. */
  readonly options: readonly OptionSummary[];
  /** The wordings used, by `id@version`. */
  readonly templates: ReadonlyMap<string, Wording>;
  /** The replies before any correction. */
  readonly raw: RawByKind;
  /** The store's keys of the replies used, with every attempt. */
  readonly keys: Pick<FingerprintTable, "get">;
  /** The settings as sent. */
  readonly settings: Provider["settings"];
  /**
   * The settings that were not sent because the model rejects them, with their requested values.
   */
  readonly leftOut: Provider["settings"];
}

/** A wording as a request names it. */
type Wording = NonNullable<Request["template"]>;

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

/** Whoever settles wanted requests, one at a time. */
export interface Asker {
  /** The request with its outcome, which is stored by then. Aborting `closing` sends nothing more. */
  readonly ask: <W extends Wanted>(wanted: W, closing?: AbortSignal) => Promise<Settled<W>>;
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
  /** The counts at the time of access. */
  readonly counts: AskedCounts;
  /** The counts, and all else that a report says of the replies, at the time of access. */
  readonly asked: Asked;
  /** All replies in its store, those of earlier runs included. */
  readonly replies: StoredReplies;
}

/** A new session: one run's questions to one model. Memory grows by only 30 bytes a question. */
export function session(options: SessionOptions): Session {
  const {
    store,
    attempts,
    retryFailed,
    maxFailures,
    writeOption,
    texts = Infinity,
    onLeftOut,
  } = options;
  const templates = new Map<string, Wording>();
  const served = new Map<string, number>();
  const keys = fingerprintTable();
  const raw = new RawTally();
  const leftOut: Record<string, unknown> = {};
  const masses = optionSummaries();
  const unreadableReplies: UnreadableReply[] = [];
  const count = { questions: 0, stored: 0, unreadable: 0, failed: 0, replies: 0, failedNow: 0 };
  const { name, model } = options.provider;
  const spent = async (): Promise<string> => {
    const price = await priceOf({ ...options.prices, provider: name, model });
    if (price === undefined) return "What that cost is not known.";
    return `$${(await spentOn({ name, model }, price, store)).toFixed(2)} was spent on ${model}, according to this store.`;
  };
  const watch = earlyStop(options.provider, options, spent);
  let rehearsed = false;
  const watched: Provider = {
    ...options.provider,
    async complete(request, call) {
      await watch.gate();
      const watchedCall: CallOptions = { ...call, gate: watch.gate };
      const reply = await options.provider.complete(request, watchedCall);
      count.replies++;
      const kind = request.template?.id ?? "";
      watch.answered(kind, reply, call?.read?.(reply), mannerOf(request));
      return reply;
    },
  };
  const provider = cached(watched, store, {
    attempts,
    retryFailed,
    endures: maxFailures === 1,
    onKey: (key) => void keys.add(key, 1),
    onLeftOut(name, value) {
      leftOut[name] = value;
      onLeftOut?.(name, value);
    },
  });
  const note = ({ request, question, reply, reading: read }: Settled): void => {
    // The reader of a question tells all that a `Reading` says.
    const reading = read as Reading;
    const { stored, failure, served: by } = reply;
    const { template, prompt } = request;
    const id = template === undefined ? "" : `${template.id}@${template.version}`;
    count.questions++;
    if (question !== undefined) raw.add({ question, reply, reading });
    if (by?.model !== undefined) served.set(by.model, (served.get(by.model) ?? 0) + 1);
    if (stored) count.stored++;
    if (failure) count.failed++;
    else if (!reading.ok) count.unreadable++;
    if (failure && !stored) {
      count.failedNow++;
      watch.failed(failure.message);
    }
    if (reading.ok && reading.options) masses.note(id, reading.options);
    rehearsed ||= isSimulatedReply(reply);
    if (template !== undefined && !templates.has(id)) templates.set(id, template);
    // Stored answers count too, so that a run stopped early is stopped again before it sends
    // anything.
    const manner = mannerOf(request);
    if (stored && !failure) watch.answered(template?.id ?? "", reply, reading, manner);
    if (reading.ok || unreadableReplies.length >= texts) return;
    const advice = failure ? "" : written(furtherAdvice(reply, manner) ?? "", writeOption);
    const { reason } = reading;
    unreadableReplies.push({
      template: id,
      prompt,
      reply: reply.text,
      reason,
      advice: advice || undefined,
    });
  };
  return {
    provider,
    async ask(wanted, closing) {
      const settled = await ask(wanted, provider, closing);
      note(settled);
      return settled;
    },
    settle: () => provider.settle(),
    replies: store,
    counts: count,
    get asked() {
      const { replies, failedNow, ...counts } = count;
      const again = Math.max(0, replies - (counts.questions - counts.stored - failedNow));
      const { settings } = provider;
      const seen = {
        raw: raw.byKind,
        options: masses.all(),
        unreadableReplies,
        served,
        templates,
        keys,
      };
      return { ...counts, ...seen, again, rehearsed, settings, leftOut };
    },
  };
}
