import type { Option } from "commander";
import { shardStore } from "@promptnce/engine/run";
import type { LabelScope } from "@promptnce/rows/survey";
import { UsageError } from "#command/errors";
import { shellWord, typedAs } from "#command/start";
import { askedModel } from "../options/chosen-model.ts";
import { readingOptions } from "../options/reading-options.ts";
import type { EstimateOptions, GivenOptions, StudySource } from "./estimate-options.ts";

const OF_RECORDED = [
  ..."rows recorded x y count counts labels where given weight methods out outFormat bom escapeFormulas report".split(
    " ",
  ),
  ...Object.keys(readingOptions),
];

/**
 * @throws UsageError for the first given option that concerns requests, because recorded masses
 * need none
 */
export function checkRecorded(given: readonly Option[]): void {
  const refused = given.find((option) => !OF_RECORDED.includes(option.attributeName()));
  if (refused === undefined) return;
  throw new UsageError(
    `${refused.long}: --recorded reads masses from a file and asks nothing; leave one out`,
  );
}

/** The complete settings. @throws UsageError if two options are incompatible */
export function estimateOptions(
  input: string,
  { out: named, ...rest }: GivenOptions,
  study: StudySource = { values: {} },
): EstimateOptions {
  const task = rest.recorded ? "recorded" : rest.task;
  if (task === undefined) {
    const command = input === "-" ? "task init" : `start ${shellWord(input)}`;
    const start = `${typedAs()}promptnce ${command}`;
    throw new UsageError(
      `--task: say how the prompts are worded: words, chaosnli, goemotions or a YAML file; for rows of your own begin with ${start}`,
    );
  }
  const toFile = input !== "-" && process.stdout.isTTY;
  const out =
    named ?? (toFile ? `${input.replace(/\.\w+$/, "")}.pmi.${rest.outFormat ?? "csv"}` : "-");
  const settings = { ...rest, task, out };
  const usual = out === "-" ? "promptnce.replies.jsonl" : `${out}.replies.jsonl`;
  const store = settings.store ?? shardStore(usual, settings.shard);
  const methods = settings.methods ?? ["promptnce"];
  const asked = askedModel(settings, store);
  return { input, ask: scopeOf(settings), methods, study, ...asked };
}

function scopeOf({ ask, top }: GivenOptions): LabelScope {
  if (top === undefined) return ask ?? "pairs";
  if (ask !== "pairs") return "top";
  throw new UsageError(
    "--top: it ranks all labels, so it cannot go with --ask pairs; leave one of them out",
  );
}
