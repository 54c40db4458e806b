import type { JournalRecord } from "@promptnce/providers";
import { UsageError } from "@promptnce/providers/choose";
import { readTask } from "@promptnce/rows";
import { type TemplateOf, templateNamer } from "./template-of.ts";

/** Which replies are meant; all where nothing is given, else those that meet every condition. */
export interface SelectionOptions {
  readonly provider?: readonly string[];
  readonly model?: readonly string[];
  /** As `words/open`, `words/open@1`, or `words` for all of a task. */
  readonly template?: readonly string[];
  /** YAML files of the tasks whose prompts are to be known by name. */
  readonly task?: readonly string[];
  readonly stop?: readonly string[];
  readonly since?: Date;
  readonly before?: Date;
}

/** The replies that are meant. */
export interface ReplySelection {
  /** Whether no condition was given. */
  readonly all: boolean;
  readonly has: (record: JournalRecord) => boolean;
  /** Names templates, those of the tasks that are given among them. */
  readonly templateOf: TemplateOf;
}

/**
 * The replies that the options mean.
 *
 * @throws DataError where the file of a task is none, UsageError where a template is named that nothing is called by.
 */
export function replySelection(options: SelectionOptions): ReplySelection {
  const { provider, model, template, stop, since, before, task = [] } = options;
  const templateOf = templateNamer(task.map(readTask));
  const unknown = template?.find((name) => !templateOf.names.some((full) => isTemplate(full, name)));
  if (unknown !== undefined) {
    throw new UsageError(
      `--template: no prompt is called ${unknown}; \`promptnce prompts list\` names the paper's, and --task FILE tells those of a task of your own`,
    );
  }
  const conditions: readonly (((record: JournalRecord) => boolean) | undefined)[] = [
    provider && ((record) => provider.includes(record.provider)),
    model && ((record) => model.includes(record.model)),
    stop && (({ reply }) => stop.includes(reply.stop)),
    since && (({ at }) => Date.parse(at) >= since.getTime()),
    before && (({ at }) => Date.parse(at) < before.getTime()),
    template && ((record) => template.some((name) => isTemplate(templateOf(record), name))),
  ];
  const given = conditions.filter((condition) => condition !== undefined);
  return { all: given.length === 0, has: (record) => given.every((condition) => condition(record)), templateOf };
}

function isTemplate(full: string, name: string): boolean {
  const id = full.replace(/@\d+$/, "");
  return full === name || id === name || id.startsWith(`${name}/`);
}
