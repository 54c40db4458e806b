import type { WriteOption } from "@promptnce/core/errors";
import type { ModelIdentity } from "@promptnce/providers";
import type { OwnPrices } from "../money/prices.ts";
import { type Cost, spending, type Totals } from "../money/spending.ts";
import { wordingOf } from "../store/cached.ts";
import type { StoredReplies, StoreEntry } from "../store/store.ts";
import type { Asked } from "./session.ts";

/** Who was asked and what came of it. */
export interface AskedOf {
  readonly provider: ModelIdentity;
  readonly asked: Asked;
  /** What it was asked about, where a run has several subjects. */
  readonly subject?: string;
}

/** What every manifest says of asking: who was asked, in which wordings, how often and for how much. */
export interface AskedManifest {
  readonly providers: readonly object[];
  readonly templates: readonly NonNullable<StoreEntry["template"]>[];
  readonly counts: Pick<Asked, "questions" | "again" | "unreadable" | "failed"> & {
    /** Questions that this run had answered by the provider. */
    readonly asked: number;
    readonly fromStore: number;
  };
  /** Of the replies that the result rests on, whenever they were paid for; absent where nobody asked. */
  readonly totals?: Totals;
  readonly cost?: Cost;
}

/** Where replies are, and what they cost. */
interface Paid {
  readonly replies: StoredReplies;
  readonly prices: OwnPrices;
  /** How advice on a price that nobody knows writes options; as a program sets them if not given. */
  readonly writeOption?: WriteOption;
}

/**
 * What was asked, and what the replies amount to, for which the store is read once.
 *
 * @param about `paid`: where replies are and what they cost; `questions`: how many were planned, where not all could be
 *   asked; `batched`: so many the store answered only since batches of this run had filled it.
 */
export async function askedManifest(
  all: readonly AskedOf[],
  about: {
    readonly paid?: Paid | undefined;
    readonly questions?: number;
    readonly batched?: number;
  },
): Promise<AskedManifest> {
  const { paid, questions, batched = 0 } = about;
  const sum = (of: (asked: Asked) => number): number =>
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
        // What was asked for but not sent is never among the settings.
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
