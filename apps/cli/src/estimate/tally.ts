import type { Estimate, Method, Trial } from "@promptnce/core";
import type { UnitEstimate } from "./answer-unit.ts";
import { type Reservoir, reservoir } from "./reservoir.ts";

/** Of how many pairs a method's statistics are made: a uniform draw where there are more. */
const SAMPLE = 20_000;

/** One estimate, with what people did where that is known and fair to score by. */
export interface Tallied {
  readonly estimate: Estimate;
  /** Absent of pairs without counts, that nobody gave, or that a prompt has shown. */
  readonly truth?: {
    readonly conditional: number;
    readonly marginal: number;
    readonly pmi: number;
  };
}

/** A method as tables name it. */
export type NamedMethod = Pick<Method, "id" | "title">;

/** What is kept of the estimates of one method. */
export interface MethodTally {
  readonly method: NamedMethod;
  readonly estimates: number;
  readonly unreadable: number;
  /** Of pairs that a prompt has shown. */
  readonly shown: number;
  /** Mean mass on OTHER; absent where no set was open. */
  readonly meanOther?: number;
  readonly sample: Reservoir<Tallied>;
}

/** Of an estimate, what is tallied. */
export interface TalliedEstimate extends Omit<UnitEstimate, "trial" | "method"> {
  readonly trial: Pick<Trial, "id" | "y">;
  readonly method: NamedMethod;
}

/** What is kept of a run: nothing grows with its rows. */
export interface Tally {
  add(key: string, estimates: readonly TalliedEstimate[]): void;
  readonly methods: readonly MethodTally[];
}

interface TallyOptions {
  /** What people did with a pair; `undefined` where nobody knows. */
  readonly truthOf: (key: string, trial: Pick<Trial, "id" | "y">) => Tallied["truth"];
  /** Whether a prompt has shown the pair, so that it is not scored; none if not given. */
  readonly isShown?: (trial: Pick<Trial, "id" | "y">) => boolean;
  readonly seed: string;
}

/** What {@link tally} adds to as estimates come. */
interface Count {
  estimates: number;
  unreadable: number;
  shown: number;
  other: number;
  /** Estimates with a mass on OTHER. */
  open: number;
  readonly sample: Reservoir<Tallied>;
}

/** A tally of nothing so far. */
export function tally(methods: readonly NamedMethod[], options: TallyOptions): Tally {
  const { truthOf, isShown = () => false, seed } = options;
  const counts = new Map(
    methods.map((method): [NamedMethod, Count] => {
      const sample = reservoir<Tallied>(SAMPLE, `${seed}/summary/${method.id}`);
      return [method, { estimates: 0, unreadable: 0, shown: 0, other: 0, open: 0, sample }];
    }),
  );
  return {
    add(key, estimates) {
      for (const { method, trial, estimate, other, readable } of estimates) {
        const count = counts.get(method);
        if (count === undefined) continue;
        count.estimates++;
        if (!readable) count.unreadable++;
        if (other !== undefined) {
          count.other += other;
          count.open++;
        }
        const shown = isShown(trial);
        if (shown) count.shown++;
        const truth = shown ? undefined : truthOf(key, trial);
        count.sample.add({ estimate, ...(truth && { truth }) });
      }
    },
    get methods() {
      return Array.from(
        counts,
        ([method, { estimates, unreadable, shown, other, open, sample }]) => ({
          method,
          estimates,
          unreadable,
          shown,
          ...(open > 0 && { meanOther: other / open }),
          sample,
        }),
      );
    },
  };
}
