import type { JournalRecord } from "@promptnce/providers";

/** Which replies are meant; all where nothing is given, else those that meet every condition. */
export interface SelectionOptions {
  readonly provider?: readonly string[];
  readonly model?: readonly string[];
  /** As `words/open`, `words/open@1`, or `words` for all of a task. */
  readonly template?: readonly string[];
  readonly stop?: readonly string[];
  readonly since?: Date;
  readonly before?: Date;
}

/** `id@version` of the wording of a stored prompt. */
export function templateOf({ template }: JournalRecord): string {
  return template === undefined ? "no wording" : `${template.id}@${template.version}`;
}

/** The replies that the options mean; `all` where no condition was given. */
export function replySelection(options: SelectionOptions): { all: boolean; has: (record: JournalRecord) => boolean } {
  const { provider, model, template, stop, since, before } = options;
  const conditions: readonly (((record: JournalRecord) => boolean) | undefined)[] = [
    provider && ((record) => provider.includes(record.provider)),
    model && ((record) => model.includes(record.model)),
    stop && (({ reply }) => stop.includes(reply.stop)),
    since && (({ at }) => Date.parse(at) >= since.getTime()),
    before && (({ at }) => Date.parse(at) < before.getTime()),
    template && ((record) => template.some((name) => isTemplate(templateOf(record), name))),
  ];
  const given = conditions.filter((condition) => condition !== undefined);
  return { all: given.length === 0, has: (record) => given.every((condition) => condition(record)) };
}

function isTemplate(full: string, name: string): boolean {
  const id = full.replace(/@\d+$/, "");
  return full === name || id === name || id.startsWith(`${name}/`);
}
