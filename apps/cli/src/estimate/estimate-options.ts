import { type GivenModel, UsageError } from "@promptnce/providers/choose";
import { type AskedModel, askedModel } from "../options/chosen-model.ts";
import type { Mode } from "@promptnce/rows";
import { shellWord } from "#report/terminal";

/** The options of `estimate` as the command line gives them. */
export interface GivenOptions extends GivenModel {
  readonly task: string;
  readonly x?: readonly string[];
  readonly y?: string;
  readonly count?: string;
  readonly labels?: string;
  readonly format?: string;
  readonly delimiter?: string;
  readonly mode?: "pairs" | "all-labels";
  readonly top?: number;
  readonly first?: number;
  readonly method?: readonly string[];
  readonly k?: number;
  readonly structured?: true;
  readonly out: string;
  readonly outFormat?: string;
  readonly bom?: true;
  readonly escapeFormulas?: true;
  readonly report?: string;
}

/** The settings of an estimate. */
export interface EstimateOptions extends AskedModel<GivenOptions> {
  /** The file of rows, or `-`. */
  readonly input: string;
  readonly mode: Mode;
  readonly methods: readonly string[];
  /** Whether the first rows are shown: on a terminal where nobody said where the results go. */
  readonly showRows: boolean;
}

/** As the command line gives them before what is needed of them is there. */
type Unchecked = Omit<GivenOptions, "task" | "out"> & Partial<Pick<GivenOptions, "task" | "out">>;

/**
 * The settings, completed.
 *
 * @throws UsageError naming the option that does not go with another.
 */
export function estimateOptions(input: string, { task, out: named, ...rest }: Unchecked): EstimateOptions {
  if (task === undefined) {
    const start = input === "-" ? "promptnce task init" : `promptnce start ${shellWord(input)}`;
    throw new UsageError(
      `--task: say how the prompts are worded, by words, chaosnli, goemotions or a YAML file, which this writes for your rows: ${start}`,
    );
  }
  const showRows = named === undefined && input !== "-" && process.stdout.isTTY;
  const out = named ?? (showRows ? `${input.replace(/\.\w+$/, "")}.pmi.${rest.outFormat ?? "csv"}` : "-");
  const given = { ...rest, task, out };
  const store = given.store ?? (out === "-" ? "promptnce.replies.jsonl" : `${out}.replies.jsonl`);
  const methods = given.method ?? ["promptnce"];
  return { input, mode: modeOf(given), methods, showRows, ...askedModel(given, store) };
}

function modeOf({ mode, top }: Pick<GivenOptions, "mode" | "top">): Mode {
  if (top === undefined) return mode ?? "pairs";
  if (mode !== "pairs") return "top";
  throw new UsageError("--top: ranks all labels, so that --mode pairs does not go with it; leave one of them out");
}
