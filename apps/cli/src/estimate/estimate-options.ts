import type { Profile } from "@promptnce/providers";
import { modelMistakes, modelsOf, UsageError } from "@promptnce/providers/choose";
import type { GivenModels, ModelChoice, ModelOptions } from "@promptnce/providers/choose";
import type { Mode } from "./unit.ts";

/** The options of `estimate` as the command line gives them. */
export interface GivenOptions extends Omit<GivenModels, "model"> {
  readonly task: string;
  readonly x?: readonly string[];
  readonly y?: string;
  readonly count?: string;
  readonly labels?: string;
  readonly format?: string;
  readonly delimiter?: string;
  readonly mode: "pairs" | "all-labels";
  readonly top?: number;
  readonly method?: readonly string[];
  readonly k?: number;
  readonly model?: readonly string[];
  readonly profile: Profile;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly scoring?: ModelOptions["scoring"];
  readonly seed: string;
  readonly concurrency: number;
  readonly confirmAbove: number;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly store?: string;
  readonly out: string;
  readonly outFormat?: string;
  readonly report?: string;
}

/** The settings of an estimate. */
export interface EstimateOptions {
  /** The file of rows, or `-`. */
  readonly input: string;
  readonly given: GivenOptions;
  readonly mode: Mode;
  readonly methods: readonly string[];
  readonly choice: ModelChoice;
  readonly model: ModelOptions;
}

/** K where none is given: the paper's. */
export const DEFAULT_K = 5;

/**
 * The settings, completed.
 *
 * @throws UsageError naming the option that does not go with another.
 */
export function estimateOptions(input: string, given: GivenOptions): EstimateOptions {
  const names = given.model ?? [];
  const [mistake] = modelMistakes({ ...given, model: names });
  if (mistake !== undefined) throw new UsageError(`--${dashed(mistake[0])}: ${mistake[1]}`);
  const [choice, second] = modelsOf(names, given.provider, given.profile);
  if (choice === undefined || second !== undefined) {
    throw new UsageError("--model: one run asks one model; run the command again for another");
  }
  const store = given.store ?? (given.out === "-" ? "promptnce.replies.jsonl" : `${given.out}.replies.jsonl`); // prettier-ignore
  return {
    input,
    given,
    mode: given.top === undefined ? given.mode : "top",
    methods: given.method ?? ["promptnce"],
    choice,
    model: { ...given, store, dryRun: given.dryRun ?? false },
  };
}

function dashed(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
