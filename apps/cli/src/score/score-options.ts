import { askingOptions, flag, listOf, oneOf, option, type OptionValues } from "#command";
import { someText, wholeNumber } from "#command";
import { events } from "../options/data-options.ts";

/** The options of `score`, in the order of its help. */
export function scoreOptions() {
  const file = someText.transform((name): readonly string[] => [name]);
  return {
    summaries: option("<file>", "a CSV of summaries; repeated for several", file, []),
    demo: flag(
      "a class made up by a program, and the simulated respondent unless a model is named",
    ),
    structured: flag("hold replies to a JSON schema, which most vendors can"),
    out: option("<folder>", "where the results go", someText, "score-out"),
    force: flag("write over files of that folder that score did not write"),
    noReport: flag("no page: it holds the summaries and the code that was asked about"),
    events,
    variant: option(
      "<names>",
      "compression, future (default: both)",
      listOf(oneOf(["compression", "future"] as const)),
    ),
    methods: option(
      "<names>",
      "any of promptnce, infonce, gem, gem+plain (default: the first three, as far as the model can)",
      listOf(oneOf(["promptnce", "infonce", "gem", "gem+plain"])),
    ),
    window: option("<number>", "attempts a summary was written from", wholeNumber(1, 1000), 4),
    k: option("<number>", "attempts shown in one question", wholeNumber(2, 26), 5),
    limit: option(
      "<number>",
      "comparisons of one student and variant, at most",
      wholeNumber(1, 1000),
      9,
    ),
    ...askingOptions(),
  };
}

/** As the command line gives them, where `--no-report` makes `report` false. */
export type ScoreOptions = OptionValues<ReturnType<typeof scoreOptions>> & {
  readonly report: boolean;
};
