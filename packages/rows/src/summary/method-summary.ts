import type { Coherence } from "@promptnce/core/coherence";
import { describeMethod } from "@promptnce/core/methods";
import { elicitedDecomposition } from "@promptnce/core/information";
import type { ByPeople } from "./by-people.ts";
import type { NamedMethod } from "./extremes.ts";
import type { RunTally } from "./tally.ts";

/** Statistics of one method's estimates. */
export interface MethodSummary extends Partial<Coherence>, ByPeople {
  readonly method: NamedMethod;
  /** The number of estimates. */
  readonly estimates: number;
  /** The number of estimates for which a reply is missing or could not be read. */
  readonly unreadable: number;
  /** The number of unreadable estimates for which a request failed; absent if that is unknown. */
  readonly failed?: number;
  /** The number of estimates from masses that sum far from one. */
  readonly doubtful: number;
  /** The number of estimates of pairs that a prompt has shown. */
  readonly shown: number;
  /**
   * The number of estimates with a term above 0 but below the clamp, the value that a reported 0
   * counts as.
   */
  readonly belowClamp: number;
  /** The number of estimates with terms that are exactly 0; absent if that is unknown. */
  readonly zeros?: Readonly<Record<"conditional" | "marginal" | "both", number>>;
  /**
   * Spearman's ρ of the PMI with the labels' rarity, −log P̂(y); absent with fewer than two pairs.
   */
  readonly rhoMarginal?: number;
  /**
   * The draw of estimates with both terms that `rhoMarginal` rests on; absent if it rests on all.
   */
  readonly termsDrawn?: DrawSize | undefined;
  /**
   * The draw of pairs that the scores rest on, and the number of rows it was drawn from; absent if
   * they rest on all.
   */
  readonly scoresDrawn?: DrawSize | undefined;
}

/** The size of a draw, and of what it was drawn from. */
export interface DrawSize {
  readonly kept: number;
  readonly of: number;
}

/**
 * The statistics of each method of a run, from its tally. What people's numbers tell is loaded only
 * where there are any.
 *
 * @example
 * const method = { id: "promptnce", title: "PromptNCE" };
 * const run = tally([method], { truthOf: () => undefined });
 * run.add("SEA", [{ trial: { id: "1", y: "WATER" }, method, estimate: {}, readable: false }]);
 * const [summary] = await methodSummaries(run);
 * summary; // → { estimates: 1, unreadable: 1 }
 */
export async function methodSummaries({
  methods,
  order,
  known,
}: RunTally): Promise<MethodSummary[]> {
  const { rows, isWhole, isDrawn } = known;
  const frame = known.build();
  const elicited = methods.map(
    ({ method: { id } }) => describeMethod(id)?.marginal?.isElicited === true,
  );
  const people =
    frame.pairs === 0
      ? []
      : (await import("./by-people.ts")).byPeople(frame, { elicited, isWhole, order });
  return methods.map(({ coherence, terms, ...counts }, column) => {
    const { rhoMarginal, n } = elicitedDecomposition(terms.kept);
    const { seen, kept } = terms;
    return {
      ...counts,
      ...coherence.coherence,
      ...(n > 1 && { rhoMarginal }),
      ...people[column],
      termsDrawn: seen > kept.length ? { kept: kept.length, of: seen } : undefined,
      scoresDrawn: isDrawn ? { kept: frame.pairs, of: rows } : undefined,
    };
  });
}
