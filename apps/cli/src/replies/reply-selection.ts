import type { JournalRecord } from "@promptnce/engine/journal";
import { listOf, oneOf, option, type OptionValues, someText } from "#command/options";
import { z } from "zod";

const stops = ["end", "length", "refusal", "other", "failed"];

const moment: z.ZodType<Date> = z.string().transform((text, context) => {
  const date = new Date(text);
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(date.getTime())) return date;
  context.addIssue("give a day such as 2026-01-31, or a time such as 2026-01-31T12:00Z");
  return z.NEVER;
});

/**
 * The options that select replies: all replies if no option is given, otherwise those that meet
 * every condition.
 */
export const selectionOptions = {
  provider: option(
    "<names>",
    "only replies from these providers, separated by commas or repeated",
    listOf(someText),
  ),
  model: option("<names>", "only replies of these models", listOf(someText)),
  template: option(
    "<ids>",
    "only replies to these prompts, e.g. words, words/open or words/open@1",
    listOf(someText),
  ),
  stop: option(
    "<names>",
    `only replies that ended in one of these ways: ${stops.join(", ")}`,
    listOf(oneOf(stops)),
  ),
  since: option(
    "<time>",
    "only replies stored since then: a day (UTC) such as 2026-01-31, or a time",
    moment,
  ),
  before: option("<time>", "only replies stored before then", moment),
};

export type SelectionOptions = OptionValues<typeof selectionOptions>;

/** `id@version` of the template of a stored prompt. */
export function templateOf({ template }: JournalRecord): string {
  return template === undefined ? "no wording" : `${template.id}@${template.version}`;
}

/** The replies selected by the options; `all` if no condition was given. */
export function replySelection(options: SelectionOptions): {
  all: boolean;
  has: (record: JournalRecord) => boolean;
} {
  const { provider, model, template, stop, since, before } = options;
  const conditions: readonly (((record: JournalRecord) => boolean) | undefined)[] = [
    provider && ((record) => provider.includes(record.provider)),
    model && ((record) => model.includes(record.model)),
    stop && (({ reply }) => stop.includes(reply.stop)),
    since && (({ at }) => Date.parse(at) >= since.getTime()),
    before && (({ at }) => Date.parse(at) < before.getTime()),
    template && ((record) => template.some((name) => isTemplate(templateOf(record), name))),
  ];
  const present = conditions.filter((condition) => condition !== undefined);
  return {
    all: present.length === 0,
    has: (record) => present.every((condition) => condition(record)),
  };
}

function isTemplate(full: string, name: string): boolean {
  const id = full.replace(/@\d+$/, "");
  return full === name || id === name || id.startsWith(`${name}/`);
}
