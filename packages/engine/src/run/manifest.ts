import type { WriteOption } from "@promptnce/core/errors";
import type { ModelIdentity } from "@promptnce/providers";
import type { OwnPrices } from "../money/prices.ts";
import { type Cost, spending, type Totals } from "../money/spending.ts";
import { wordingOf } from "../attempt/entry-of.ts";
import type { StoredReplies, StoreEntry } from "../store/store.ts";
import type { AskingReport, OutcomeCounts } from "./asked.ts";

/** A model that was asked, and the outcome. */
export interface AskedOf {
  readonly provider: ModelIdentity;
  readonly asked: AskingReport;
  /** The subject of the questions, where a run has several. */
  readonly subject?: string;
}

/** The part of every manifest about requests: the models, the wordings, the counts and the cost. */
export interface AskedManifest {
  readonly providers: readonly object[];
  readonly templates: readonly NonNullable<StoreEntry["template"]>[];
  readonly counts: OutcomeCounts & {
    /** Additional replies, received because an earlier reply to the same question was invalid. */
    readonly again: number;
    /** Questions that the provider answered during this run. */
    readonly asked: number;
    readonly fromStore: number;
  };
  /**
   * Totals of the replies behind the result, whenever they were paid for; absent where they were
   * not requested.
   */
  readonly totals?: Totals;
  readonly cost?: Cost;
}

/** The stored replies and their prices. */
interface PaidReplies {
  readonly replies: StoredReplies;
  readonly prices: OwnPrices;
  /** How advice on an unknown price writes options; by default as a program sets them. */
  readonly writeOption?: WriteOption;
}

/**
 * The manifest of the requests and their replies, for which the store is read once.
 *
 * @param about `paid`: the stored replies and their prices; `questions`: how many were planned,
 *   where not all could be asked; `batched`: how many the store answered only because this run's
 *   batches had filled it.
 * @example
 * import { memoryStore } from "@promptnce/engine";
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const provider = { name: "ours", model: "large", settings: {}, complete };
 * const { ask, asked } = session({ provider, store: memoryStore() });
 * (await askedManifest([{ provider, asked }], {})).counts; // → { questions: 0, fromStore: 0 }
 */
export async function askedManifest(
  all: readonly AskedOf[],
  about: {
    readonly paid?: PaidReplies | undefined;
    readonly questions?: number;
    readonly batched?: number;
  },
): Promise<AskedManifest> {
  const { paid, questions, batched = 0 } = about;
  const sum = (of: (asked: AskingReport) => number): number =>
    all.reduce((total, { asked }) => total + of(asked), 0);
  const [keys, models] = [all.map(({ asked }) => asked.keys), all.map(({ provider }) => provider)];
  const used = new Map(all.flatMap(({ asked }) => [...asked.templates]));
  const answered = sum((asked) => asked.questions);
  const fromStore = sum(({ stored }) => stored) - batched;
  return {
    providers: all.map(
      ({
        provider: { name, model },
        subject,
        asked: { settings, leftOut, served, raw, options },
      }) => ({
        ...(subject !== undefined && { subject }),
        name,
        model,
        settings,
        // `settings` never contains a setting that was requested but not sent.
        ...(Object.keys(leftOut).length > 0 && { leftOut }),
        ...(options.length > 0 && { options }),
        ...(served.size > 0 && { served: Object.fromEntries(served) }),
        raw,
      }),
    ),
    templates: Array.from(used.values(), wordingOf).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    counts: {
      questions: questions ?? answered,
      asked: answered - fromStore,
      fromStore,
      again: sum(({ again }) => again),
      unreadable: sum(({ unreadable }) => unreadable),
      failed: sum(({ failed }) => failed),
    },
    ...(paid && (await spending(paid.replies, keys, { models, ...paid }))),
  };
}
