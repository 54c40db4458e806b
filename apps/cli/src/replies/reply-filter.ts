import type { JournalRecord } from "@promptnce/providers";
import { UsageError } from "@promptnce/providers/choose";
import { readTask } from "@promptnce/rows";
import { type TemplateOf, templateNamer } from "./template-of.ts";

/** Which replies are meant; all where nothing is given, else those that meet every condition. */
export interface FilterOptions {
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

/** Whether a filter lets anything through that another would not. */
export function hasFilter(options: FilterOptions): boolean {
  const { provider, model, template, stop, since, before } = options;
  return [provider, model, template, stop, since, before].some((one) => one !== undefined);
}

/**
 * Names templates, those of the tasks that are given among them.
 *
 * @throws DataError where one of their files is no task.
 */
export function templateOfTasks({ task }: FilterOptions): TemplateOf {
  return templateNamer((task ?? []).map(readTask));
}

/**
 * Whether a reply is meant.
 *
 * @throws UsageError where a template is named that nothing is called by.
 */
export function replyFilter(options: FilterOptions): (record: JournalRecord) => boolean {
  const { provider, model, template, stop, since, before } = options;
  const templateOf = templateOfTasks(options);
  checkNames(template, templateOf.names);
  return (record) => {
    const at = Date.parse(record.at);
    return (
      among(provider, record.provider) &&
      among(model, record.model) &&
      among(stop, record.reply.stop) &&
      (since === undefined || at >= since.getTime()) &&
      (before === undefined || at < before.getTime()) &&
      (template === undefined || template.some((name) => isTemplate(templateOf(record), name)))
    );
  };
}

function checkNames(wanted: readonly string[] | undefined, names: readonly string[]): void {
  const unknown = wanted?.find((name) => !names.some((full) => isTemplate(full, name)));
  if (unknown === undefined) return;
  throw new UsageError(
    `--template: no prompt is called ${unknown}; \`promptnce prompts list\` names the paper's, and --task FILE tells those of a task of your own`,
  );
}

function among(wanted: readonly string[] | undefined, value: string): boolean {
  return wanted === undefined || wanted.includes(value);
}

function isTemplate(full: string, name: string): boolean {
  const id = full.replace(/@\d+$/, "");
  return full === name || id === name || id.startsWith(`${name}/`);
}
