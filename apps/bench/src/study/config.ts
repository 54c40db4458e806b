import { wordingMode } from "@promptnce/rows/tasks";
import { describeMethod, method, type MethodContext } from "@promptnce/core/methods";
import { type DatasetName, datasetNames } from "@promptnce/datasets";
import { chosenModels, type GivenAsking, type ModelChoice, readFromOf } from "@promptnce/command";
import {
  askingOptions,
  flag,
  inGroup,
  listOf,
  oneOf,
  option,
  readOptions,
  shardOption,
  someText,
  usualModelOptions,
  wholeNumber,
} from "@promptnce/command/options";
import { type Shard, shardStore } from "@promptnce/engine/run";
import { UsageError } from "@promptnce/command/errors";
import type { WordingMode } from "@promptnce/prompts";
import { z } from "zod";

export const syntheticDatasets = [
  "synthetic-words",
  "synthetic-chaosnli",
  "synthetic-goemotions",
] as const;

/** The option that a run and a report of it share. */
export function tablesFlag() {
  return flag("print every table instead of a summary of ten lines");
}

/**
 * The methods of Figure 1: the paper's five, two with the counted marginal, and GEM for models with
 * log-probabilities.
 */
const defaultMethods: readonly string[] = [
  "direct-pmi",
  "direct-split",
  "infonce",
  "marginalnce",
  "promptnce",
  "direct-split:empirical",
  "promptnce:empirical",
  "gem",
];

/**
 * The number of responses shown for each of the four inputs in a grounded prompt: the most common
 * three. The paper prints "a few example cue words and their common responses" and `{responses_1}`.
 * Its "four input-output pairs" in Section 2.1 may mean one of each, which earlier runs used.
 */
const RESPONSES = 3;

/** A method context for reading a method's title or needs, not for estimating. */
export const noContext: MethodContext = {
  grounding: { examples: [], labels: [] },
  marginal: new Map(),
};

/** The options of a run, except `data`, which an environment variable can also set. */
export function runOptions() {
  const asking = askingOptions();
  return {
    ...inGroup("Data:", dataOptions()),
    ...inGroup("Question:", questionOptions()),
    ...asking,
    model: { ...asking.model, help: `${asking.model.help}; repeat it for several` },
    ...inGroup("Output:", {
      out: option("<folder>", "where the results go", someText, "out"),
      tables: tablesFlag(),
    }),
    shard: shardOption(),
  };
}

/** The options that `--help` shows; `--help-all` shows the others too. */
export const usualOptions: readonly string[] = [
  ..."data dataset dataFile task y count pairs experiment methods k mode seeds out".split(" "),
  ...usualModelOptions,
];

function dataOptions() {
  return {
    dataset: option(
      "<names>",
      "words, chaosnli, goemotions, the synthetic-… one of each, opinionqa, or those of a pack (default: those of --pack or --data-file; else real ones with --data, synthetic ones without)",
      listOf(someText),
    ),
    dataFile: option(
      "<file>",
      "counts of your own, as CSV, TSV, JSON lines or Parquet; needs --task",
      someText,
    ),
    task: option(
      "<name>",
      "the task of the data file: words, chaosnli, goemotions, one of a pack, or a YAML file",
      someText,
    ),
    y: option("<column>", "the data file's column of the label", someText, "y"),
    count: option(
      "<column>",
      "the data file's column of how many people gave y to x",
      someText,
      "count",
    ),
    pairs: option("<number>", "evaluation pairs per dataset", wholeNumber(3, 1e9), 500),
    dev: option("<number>", "development pairs per dataset", wholeNumber(0, 1e9), 200),
    people: option(
      "<number>",
      "how many people's labels to draw and count, for :counted; in each context, if there are several",
      wholeNumber(1, 1e7),
    ),
  };
}

function questionOptions() {
  return {
    experiment: option("<ids>", "the tables to make", listOf(someText)),
    methods: option(
      "<ids>",
      "the methods in the table of end-to-end PMI, e.g. promptnce:none,infonce:empirical",
      listOf(methodId),
    ),
    mode: option(
      "<name>",
      "faithful: the paper's prompts; structured: constant keys and a JSON Schema",
      oneOf(["faithful", "structured"]),
      "faithful",
    ),
    k: option(
      "<number>",
      "labels in a candidate set, where the paper has 5",
      wholeNumber(2, 1e9),
      5,
    ),
    seeds: option(
      "<number>",
      "how many splits, candidate draws and groundings to run, for the spread between them",
      wholeNumber(1, 1000),
      1,
    ),
  };
}

/** A method as tables name it: `direct-split:grounded` becomes `direct-split`. */
const methodId = z.string().transform((id, context) => {
  try {
    return method(id, noContext).id;
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
});

/** The settings of one run: those of calling models, and these. */
export interface Config extends GivenAsking {
  /** The folder of the paper's datasets. */
  readonly data?: string | undefined;
  /** The names of datasets; empty where none is named. */
  readonly dataset: readonly string[];
  readonly dataFile?: string | undefined;
  readonly task?: string | undefined;
  readonly y?: string | undefined;
  readonly count?: string | undefined;
  /** How many pairs of each dataset are evaluated, and how many are for development. */
  readonly pairs: number;
  readonly dev: number;
  /** How many people's labels are drawn and counted. */
  readonly people?: number | undefined;
  /** The ids of experiments; absent for all. */
  readonly experiment?: readonly string[] | undefined;
  /** The ids of methods, each once. */
  readonly methods: readonly string[];
  readonly mode: WordingMode;
  readonly readFrom: "reply" | "tokens" | "decisions";
  /** The size of a candidate set. */
  readonly k: number;
  readonly seeds: number;
  /** How many responses a grounded prompt shows for each input. */
  readonly responses: number;
  /** Whether what is made up is among the questions although nobody named it: an existing run's. */
  readonly asksMadeUp: boolean;
  /** The models that `provider` and `model` name, each once. */
  readonly models: readonly ModelChoice[];
  readonly store: string;
  /** The folder of the results. */
  readonly out: string;
  readonly tables?: boolean | undefined;
  readonly shard?: Shard | undefined;
}

/** Whether answers are numbers that a model writes, as in the paper. */
export function asksInWords(mode: WordingMode): boolean {
  return mode === "faithful" || mode === "structured";
}

/** Whether the simulated respondent is the only respondent. */
export function isSimulated({ models }: Config): boolean {
  return models.every(({ provider }) => provider === "simulated");
}

export function isReal(name: string): name is DatasetName {
  return (datasetNames as readonly string[]).includes(name);
}

/** Settings as given on the command line or recorded in a manifest. */
type GivenSettings = Readonly<Record<string, unknown>> & { readonly data?: string | undefined };

/**
 * The completed settings.
 *
 * @throws UsageError naming the first invalid option
 */
export function parseConfig({ data, ...given }: GivenSettings): Config {
  const { provider, model, ...run } = readOptions(runOptions(), given);
  const models = chosenModels({ ...run, provider, model });
  const {
    dataset,
    methods: named,
    out,
    store = shardStore(`${out}/replies.jsonl`, run.shard),
  } = run;
  const readFrom = readFromOf({ ...run, provider, model });
  const mode = wordingMode({
    ...run,
    readFrom,
    structured: run.mode === "structured",
    methods: named,
  });
  const methods =
    named ??
    defaultMethods.filter(
      (id) => readFrom === "reply" || !describeMethod(id)?.asks.includes("pmi"),
    );
  if ((run.dataFile === undefined) !== (run.task === undefined)) {
    throw new UsageError(
      "--data-file: goes with --task, which says how the prompts about its rows are worded",
    );
  }
  if (data === undefined && dataset?.some((name) => isReal(name))) {
    throw new UsageError("--data: the datasets of the paper need the folder their files are in");
  }
  return {
    ...run,
    readFrom,
    mode,
    data,
    models,
    responses: RESPONSES,
    asksMadeUp: false,
    methods: [...new Set(methods)],
    dataset: [...new Set(dataset)],
    store,
  };
}
