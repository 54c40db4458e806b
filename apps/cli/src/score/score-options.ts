import {
  askingOptions,
  flag,
  inGroup,
  listOf,
  oneOf,
  option,
  type OptionValues,
  someText,
  usualModelOptions,
  wholeNumber,
} from "#command/options";
import { events } from "../options/data-options.ts";

/** The options of `score`, in the order of its help. */
export function scoreOptions() {
  return {
    ...inGroup("Data:", dataOptions()),
    ...inGroup("Question:", questionOptions()),
    ...askingOptions(),
    ...inGroup("Output:", {
      out: option("<folder>", "where the results go", someText, "score-out"),
      force: flag("overwrite files in that folder that score did not write"),
      noReport: flag("write no page, since it shows the summaries and the students' code"),
    }),
  };
}

/** The options that `--help` shows; `--help-all` shows the others too. */
export const usualOptions: readonly string[] = [
  ..."summaries demo events variant methods k window out force report".split(" "),
  ...usualModelOptions,
];

function dataOptions() {
  const file = someText.transform((name): readonly string[] => [name]);
  return {
    summaries: option("<file>", "a CSV of summaries; repeat it for several", file),
    demo: flag("use a made-up class, and the simulated respondent unless a model is named"),
    events,
    window: option(
      "<number>",
      "how many attempts a summary was written from",
      wholeNumber(1, 1000),
      4,
    ),
  };
}

function questionOptions() {
  return {
    variant: option(
      "<names>",
      "compression, future (default: both); the verdict is that of the first",
      listOf(oneOf(["compression", "future"] as const)),
    ),
    methods: option(
      "<names>",
      "any of promptnce, infonce, gem, gem+plain; the verdict is that of the first (default: those of the first three that the model supports)",
      listOf(oneOf(["promptnce", "infonce", "gem", "gem+plain"])),
    ),
    k: option("<number>", "how many attempts one question shows", wholeNumber(2, 26), 5),
    limit: option(
      "<number>",
      "the most comparisons for one student and variant",
      wholeNumber(1, 1000),
      9,
    ),
    structured: flag("hold replies to a JSON schema, which most vendors support"),
  };
}

/** The options as the command line gives them; `--no-report` makes `report` false. */
export type ScoreOptions = OptionValues<ReturnType<typeof scoreOptions>> & {
  readonly report: boolean;
};
