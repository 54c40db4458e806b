import type { Asking, CallOptions, Elicitation, Provider, Template } from "@promptnce/core";
import { written } from "@promptnce/core/errors";
import { type OwnPrices, priceOf } from "../money/prices.ts";
import { spentOn } from "../money/spending.ts";
import { cached, type CachedOptions } from "../store/cached.ts";
import { type FingerprintTable, fingerprintTable } from "../store/fingerprint-table.ts";
import type { Store } from "../store/store.ts";
import { isSimulatedReply } from "@promptnce/providers/contract";
import { type RawByKind, RawTally } from "./raw-replies.ts";
import { optionSummaries, type OptionSummary } from "./option-masses.ts";
import { furtherAdvice, mannerOf } from "./advice.ts";
import { earlyStop, type EarlyStopOptions } from "./early-stop.ts";

/** A reply that could not be read, or the place of one where the request failed, with its text and why. */
export interface UnreadableReply {
  readonly template: string;
  readonly prompt: string;
  readonly reply: string;
  readonly reason: string;
  /** What may help, where there is more to say than to look at it. */
  readonly advice?: string | undefined;
}

/** What was asked of one provider, and what came of it so far. */
export interface Asked {
  readonly questions: number;
  /** How many of them the store answered. */
  readonly stored: number;
  /** How many replies came beyond one a question, since the one before could not be read. */
  readonly again: number;
  readonly unreadable: number;
  /** Requests that failed for good; not among the unreadable. */
  readonly failed: number;
  /** The first of both with their texts. */
  readonly unreadableReplies: readonly UnreadableReply[];
  /** The models that answered, by their own names, with how often each did; empty where the vendor does not say. */
  readonly served: ReadonlyMap<string, number>;
  /** Whether any reply came from the simulated server, which is no model whatever it is called. */
  readonly rehearsed: boolean;
  /** How the mass of next tokens fell; empty where nothing was read from tokens. */
  readonly options: readonly OptionSummary[];
  /** The wordings that were used, by `id@version`. */
  readonly templates: ReadonlyMap<string, Template>;
  /** What the replies were like before anything was put right. */
  readonly raw: RawByKind;
  /** Of the store's replies that were used, every attempt. */
  readonly keys: Pick<FingerprintTable, "get">;
  /** The settings as they were sent. */
  readonly settings: Provider["settings"];
  /** Those that were not, since the model rejects them, with the values that were asked for. */
  readonly leftOut: Provider["settings"];
}

export interface SessionOptions
  extends Asking, Pick<CachedOptions, "attempts" | "retryFailed" | "onLeftOut">, EarlyStopOptions {
  readonly store: Store;
  /** For what is said of money where a run is stopped early. */
  readonly prices?: OwnPrices;
  /** So many unreadable replies are kept with their texts; all if not given. */
  readonly texts?: number;
}

/** One provider with the store before it, asked in the wordings of one task. */
export interface Session extends Asking {
  /** Takes note of a question that was answered; nothing in memory grows with their number but 30 bytes each. */
  note(elicitation: Elicitation): void;
  /** To be called once all is asked: stores what failed and was held back until it was known whose fault it was. */
  settle(): Promise<void>;
  /** As it stands when it is asked for. */
  readonly asked: Asked;
}

/** Nothing asked so far. Whoever elicits with the session's provider hands each elicitation to `note`. */
export function session(options: SessionOptions): Session {
  const {
    store,
    findTemplate,
    attempts,
    retryFailed,
    maxFailures,
    writeOption,
    texts = Infinity,
    onLeftOut,
  } = options;
  const templates = new Map<string, Template>();
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
    return `$${(await spentOn({ name, model }, price, store)).toFixed(2)} were spent on ${model}, by this store.`;
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
  return {
    provider,
    findTemplate,
    settle: () => provider.settle(),
    note(elicitation) {
      const { question, template, prompt, reply, reading } = elicitation;
      const { stored, failure, served: by } = reply;
      count.questions++;
      raw.add(elicitation);
      if (by?.model !== undefined) served.set(by.model, (served.get(by.model) ?? 0) + 1);
      if (stored) count.stored++;
      if (failure) count.failed++;
      else if (!reading.ok) count.unreadable++;
      if (failure && !stored) {
        count.failedNow++;
        watch.failed(failure.message);
      }
      if (reading.ok && reading.options) masses.note(template, reading.options);
      rehearsed ||= isSimulatedReply(reply);
      const used = templates.get(template) ?? findTemplate(question);
      templates.set(template, used);
      // What the store had is an answer too: a run that was stopped early is stopped again before it asks.
      const manner = mannerOf(used);
      if (stored && !failure) watch.answered(used.id, reply, reading, manner);
      if (reading.ok || unreadableReplies.length >= texts) return;
      const advice = failure ? "" : written(furtherAdvice(reply, manner) ?? "", writeOption);
      const { reason } = reading;
      unreadableReplies.push({
        template,
        prompt,
        reply: reply.text,
        reason,
        advice: advice || undefined,
      });
    },
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
