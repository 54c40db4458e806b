import type { Dataset, FindTemplate } from "@promptnce/core";
import * as z from "zod/mini";
import {
  finderAmong,
  findTemplateIn,
  type WordingMode,
  modes,
} from "../catalogue/find-template.ts";
import { promptReader, readPrompt } from "../catalogue/read-prompt.ts";
import { type Task, taskSchema } from "../own-task/task.ts";
import { taskTemplates } from "../own-task/task-templates.ts";
import { contextMistake } from "./context-mistake.ts";
import { type PromptTemplate, templateId } from "../template/template.ts";

/**
 * Templates, tasks and datasets of others under one name and version, as their package exports
 * them.
 */
export interface Pack {
  readonly name: string;
  readonly version: string;
  /** Templates that replace a known one, and templates of other tasks. */
  readonly templates: readonly PromptTemplate[];
  readonly tasks: readonly Task[];
  readonly datasets: readonly Dataset[];
}

/** The parts of a pack; an omitted part is empty. */
export interface PackParts {
  readonly name: string;
  readonly version: string;
  /** Templates that replace a known one, and templates of other tasks. */
  readonly templates?: readonly PromptTemplate[];
  /** Tasks as a task file states them; optional properties may be left out. */
  readonly tasks?: readonly z.input<typeof taskSchema>[];
  readonly datasets?: readonly Dataset[];
}

const someText = z.string().check(z.minLength(1, "must not be empty"));
const template = z.custom<PromptTemplate>(
  (given: Partial<PromptTemplate> | undefined) => typeof given?.unrender === "function",
  "is no template: defineTemplate makes one",
);
const dataset = z.custom<Dataset>(
  (given: Partial<Dataset> | undefined) =>
    typeof given?.conditional === "function" && Array.isArray(given.observations),
  "is no dataset: datasetOfCounts of @promptnce/datasets makes one",
);

const parts = z.object({
  name: someText,
  version: someText,
  templates: z._default(z.array(template), []),
  tasks: z._default(z.array(taskSchema), []),
  datasets: z._default(z.array(dataset), []),
});

/**
 * A pack of these parts, with the defaults of its tasks filled in.
 * @throws TypeError naming the first part that is wrong: two templates for one question in one
 * mode, two tasks or datasets of one name, or a dataset whose pairs have a different context than
 * its task shows
 * @example
 * definePack({ name: "ours", version: "1.0.0" }).name; // → "ours"
 */
export function definePack(given: PackParts): Pack {
  const { data: pack, error } = parts.safeParse(given, {
    error: (found) =>
      found.code === "invalid_type" ? `must be of the type ${found.expected}` : undefined,
  });
  if (error !== undefined) {
    const [issue] = error.issues;
    throw new TypeError(
      `A pack cannot be made of that: ${issue?.path.join(".") ?? ""}: ${issue?.message}.`,
    );
  }
  const names = {
    templates: pack.templates.map((one) => `${templateId(one)} (${modeOf(one) ?? "every mode"})`),
    tasks: pack.tasks.map(({ name }) => name),
    datasets: pack.datasets.map(({ name }) => name),
  };
  for (const [what, all] of Object.entries(names)) {
    const again = all.find((name, i) => all.indexOf(name) < i);
    if (again !== undefined)
      throw new TypeError(`The pack ${pack.name} has two ${what} called ${again}.`);
  }
  for (const dataset of pack.datasets) {
    const mistake = contextMistake(dataset, pack.tasks);
    if (mistake !== undefined) throw new TypeError(`In the pack ${pack.name}, ${mistake}.`);
  }
  return pack;
}

/** The mode that a template belongs to; a likelihood belongs to every mode. */
function modeOf(template: PromptTemplate): WordingMode | undefined {
  if (template.kind === "likelihood") return undefined;
  if ("options" in template) return "tokens";
  if ("decision" in template) return "decisions";
  return "schema" in template ? "structured" : "faithful";
}

/**
 * The templates of packs for a mode: their own, and those that their tasks generate. The first one
 * for a question is used.
 *
 * @example
 * import { findTemplate } from "@promptnce/prompts";
 * const question = { kind: "marginal", task: "words", sample: 0, y: "PUSH" };
 * const ours = reword(findTemplate(question), "How often is {target} said, from 0 to 1?");
 * const pack = definePack({ name: "ours", version: "1.0.0", templates: [ours] });
 * packTemplates([pack], "faithful").map(({ id }) => id); // → ["words/marginal"]
 */
export function packTemplates(
  packs: readonly Pack[],
  mode: WordingMode,
): readonly PromptTemplate[] {
  return packs.flatMap(({ templates, tasks }) => [
    ...templates.filter((one) => (modeOf(one) ?? mode) === mode),
    ...tasks.flatMap((task) => taskTemplates(task, mode)),
  ]);
}

/**
 * {@link findTemplateIn}, with the templates of packs before those of the paper. Throws if there is
 * none.
 *
 * @example
 * import { findTemplate } from "@promptnce/prompts";
 * const question = { kind: "marginal", task: "words", sample: 0, y: "PUSH" };
 * const ours = { ...findTemplate(question), version: 2 };
 * const pack = definePack({ name: "ours", version: "1.0.0", templates: [ours] });
 * findTemplateWith([pack], "faithful")(question).version; // → 2
 */
export function findTemplateWith(packs: readonly Pack[], mode: WordingMode): FindTemplate {
  return finderAmong(packTemplates(packs, mode), findTemplateIn(mode));
}

/**
 * {@link readPrompt}, with the templates of packs before those of the paper.
 *
 * @example
 * import { findTemplate } from "@promptnce/prompts";
 * const question = { kind: "marginal", task: "words", sample: 0, y: "PUSH" };
 * const ours = reword(findTemplate(question), "How often is {target} said, from 0 to 1?");
 * const pack = definePack({ name: "ours", version: "1.0.0", templates: [ours] });
 * readPromptWith([pack])("How often is SEA said, from 0 to 1?").y; // → "SEA"
 */
export function readPromptWith(packs: readonly Pack[]): typeof readPrompt {
  const own = promptReader(modes.flatMap((mode) => packTemplates(packs, mode)));
  return (...prompt) => own(...prompt) ?? readPrompt(...prompt);
}
