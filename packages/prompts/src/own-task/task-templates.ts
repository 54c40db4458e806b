import type { FindTemplate } from "@promptnce/core";
import { letters } from "../slots/candidate-keys.ts";
import { constantKeys, constantOther, keyedOptions, keyedOther } from "../structured/constant-keys.ts";
import { letteredBlocks } from "../slots/lettered-blocks.ts";
import { likelihoodTemplate } from "../template/likelihood-template.ts";
import type { Mode } from "../template/mode.ts";
import { otherKey } from "../slots/other-key.ts";
import { promptReader, type ReadPrompt } from "../catalogue/read-prompt.ts";
import type { Continuation } from "@promptnce/core";
import { quote } from "../slots/quote.ts";
import { examples, input, labels, listedOptions, other, otherAmong, target } from "../slots/slots.ts";
import { structuredId, structuredNumber, structuredSet } from "../structured/structured.ts";
import { type Task, taskFields } from "./task.ts";
import { type Naming, taskWording } from "./task-wording.ts";
import { type AskedKind, type Definition, defineTemplate, type PromptTemplate } from "../template/template.ts";
import { templateIdOf } from "../template/template-id.ts";

/** Raised with the wording of tasks, whatever a task says of itself. */
const version = 1;

/**
 * The templates of all methods for a task of one's own: `NAME/pmi`, `NAME/conditional`,
 * `NAME/closed`, `NAME/open`, `NAME/marginal`, `NAME/grounded` and `NAME/likelihood`. There are none
 * for other ways of asking for a conditional.
 *
 * @param mode in `structured` every template but that of the likelihood has a schema
 */
export function taskTemplates(task: Task, mode: Mode = "faithful"): readonly PromptTemplate[] {
  const faithful = numbers(task);
  const likelihood = scored(task);
  if (mode === "faithful") return [...faithful, ...sets(task, task.long ? "letters" : "labels"), likelihood];
  const keyed = task.long
    ? sets(task, "letters").map((template) => structuredSet(template, letters, otherKey))
    : sets(task, "keys").map((template) => structuredSet(template, constantKeys, constantOther));
  return [...faithful.map(structuredNumber), ...keyed, likelihood];
}

/** The template of a task of one's own for a question, as `findTemplateIn` gives those of the paper. */
export function findTaskTemplate(task: Task, mode: Mode = "faithful"): FindTemplate {
  const byId = new Map(taskTemplates(task, mode).map((template) => [template.id, template]));
  return (question) => {
    const id = templateIdOf(question);
    const found = byId.get(id) ?? byId.get(structuredId(id));
    if (found !== undefined) return found;
    const known = [...byId.keys()].join(", ");
    throw new Error(`The task ${task.name} has no template ${quote(id)}: it has ${known}.`);
  };
}

/** Reads the prompts of a task back, in whichever mode, as `readPrompt` reads those of the paper. */
export function taskPromptReader(task: Task): (prompt: string, continuation?: Continuation) => ReadPrompt | undefined {
  return promptReader([...taskTemplates(task), ...taskTemplates(task, "structured")]);
}

function numbers(task: Task): PromptTemplate[] {
  const wording = taskWording(task);
  const x = inputSlots(task);
  const layout = examples(wording.exampleLayout);
  return [
    defined(task, "pmi", wording.pmi, { ...x, target }),
    defined(task, "conditional", wording.conditional, { ...x, target }),
    defined(task, "marginal", wording.marginal, { target }),
    defined(task, "grounded", wording.grounded, { labels, examples: layout, target }),
  ];
}

function sets(task: Task, naming: Naming): PromptTemplate[] {
  const wording = taskWording(task);
  const x = inputSlots(task);
  const options = {
    labels: listedOptions,
    keys: keyedOptions,
    letters: letteredBlocks(task.label),
  }[naming];
  const rest = { labels: other, keys: keyedOther, letters: otherAmong(letters) }[naming];
  const keys = {
    labels: {},
    keys: { keys: constantKeys, other: constantOther },
    letters: { keys: letters },
  }[naming];
  return [
    defined(task, "closed", wording.closed(naming), { ...x, options }, keys),
    defined(
      task,
      "open",
      wording.open(naming),
      { ...x, options, other: rest },
      { ...keys, severalLabels: task.several },
    ),
  ];
}

function scored(task: Task): PromptTemplate {
  const { likelihood } = taskWording(task);
  return likelihoodTemplate({ task: task.name, version, ...likelihood, lead: task.long ? "\n" : " " });
}

function inputSlots(task: Task) {
  return Object.fromEntries(taskFields(task).map((name) => [name, input(name)]));
}

/** The compiler cannot read slots off a body that is put together; they are checked as it runs. */
function defined<K extends AskedKind>(
  { name }: Task,
  kind: K,
  body: string,
  slots: object,
  more: Partial<Definition<K, string>> = {},
): PromptTemplate {
  const definition = { task: name, kind, version, body, slots, ...more };
  return defineTemplate(definition as unknown as Definition<K, string>);
}
