import {
  flag,
  inGroup,
  modelOptions,
  option,
  type OptionValues,
  someText,
  usualModelOptions,
  wholeNumber,
} from "#command/options";
import { events } from "../options/data-options.ts";

/** The options of `summarise`, in the order of its help. */
export function summariseOptions() {
  return {
    ...inGroup("Data:", {
      events,
      window: option(
        "<number>",
        "how many attempts a summary is written from",
        wholeNumber(1, 1000),
        4,
      ),
      kind: option(
        "<name>",
        "the name of this kind of summary (default: the model's name)",
        someText,
      ),
    }),
    ...modelOptions(),
    ...inGroup("Output:", {
      out: option("<file>", "the CSV to write", someText, "summaries.csv"),
      force: flag("overwrite a file that summarise did not write"),
    }),
  };
}

/** The options that `--help` shows; `--help-all` shows the others too. */
export const usualOptions: readonly string[] = [
  ..."events window kind out force".split(" "),
  ...usualModelOptions,
];

export type SummariseOptions = OptionValues<ReturnType<typeof summariseOptions>>;
