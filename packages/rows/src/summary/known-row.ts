import type { FrameRow, PairTerms } from "@promptnce/core/frame";
import type { NamedMethod, TalliedEstimate } from "./extremes.ts";

/** A pair with what is known of people's answers. */
interface KnownPair extends Pick<FrameRow, "context" | "x" | "y" | "people"> {
  /** People's probabilities and PMI. */
  readonly truth?: PairTerms | undefined;
  /** People's P(y|x), which may be known alone. */
  readonly share?: number | undefined;
  /** Whether a prompt has shown the pair. */
  readonly shown: boolean;
}

/**
 * The row of a frame with a column for each method; `undefined` for a pair that people's numbers are
 * not known of, and for one that a prompt has shown.
 */
export function knownRow(
  { truth, share, shown, ...pair }: KnownPair,
  methods: readonly NamedMethod[],
  estimates: readonly Pick<TalliedEstimate, "method" | "estimate">[],
): FrameRow | undefined {
  if (shown || (truth === undefined && share === undefined)) return undefined;
  return {
    ...pair,
    truth: { ...truth, conditional: share },
    estimates: methods.map(({ id }) => estimates.find(({ method }) => method.id === id)?.estimate),
  };
}
