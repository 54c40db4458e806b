import { flag, modelOptions, option, type OptionValues, someText, wholeNumber } from "#command";
import { events } from "../options/data-options.ts";

/** The options of `summarise`, in the order of its help. */
export function summariseOptions() {
  return {
    out: option("<file>", "the CSV to write", someText, "summaries.csv"),
    force: flag("write over a file that summarise did not write"),
    events,
    window: option("<number>", "attempts that a summary is written from", wholeNumber(1, 1000), 4),
    kind: option("<name>", "what the summaries are called (default: the model's name)", someText),
    ...modelOptions(),
  };
}

export type SummariseOptions = OptionValues<ReturnType<typeof summariseOptions>>;
