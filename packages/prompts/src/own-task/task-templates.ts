import type { FindTemplate, PromptReader } from "@promptnce/core";
import { finderAmong, type WordingMode, modes } from "../catalogue/find-template.ts";
import { promptReader } from "../catalogue/read-prompt.ts";
import { letters } from "../slots/candidates.ts";
import { letteredBlocks } from "../slots/lettered-blocks.ts";
import { quote } from "../slots/quote.ts";
import { decisionsTemplatesOf } from "../decisions/decisions-templates.ts";
import { listedOptions } from "../slots/slots.ts";
import { structuredTemplate } from "../structured/structured-template.ts";
import { likelihoodTemplate } from "../template/likelihood-template.ts";
import type { DecisionTexts } from "../template/decision-texts.ts";
import { type TaskTexts, taskWordings } from "../template/task-wordings.ts";
import { type PromptTemplate, templateIdOf, templateOf } from "../template/template.ts";
import { tokensTemplatesOf } from "../tokens/tokens-templates.ts";
import { type Task, taskFields } from "./task.ts";

/**
 * The templates of all methods for a task of your own: `NAME/pmi`, `NAME/conditional`,
 * `NAME/closed`, `NAME/open`, `NAME/marginal`, `NAME/grounded` and `NAME/likelihood`. There are
 * none for other ways of asking for a conditional.
 * @param mode in `structured`, every template but that of the likelihood has a schema; in `tokens`
 * and `decisions`, there is no template for PMI
 * @example
 * const viewer = { person: "a viewer", sees: "ONE film", event: "names its genre" };
 * const task = taskSchema.parse({ name: "films", ...viewer, label: "genre", fields: ["film"] });
 * taskTemplates(task).map(({ id }) => id).includes("films/open"); // → true
 */
export function taskTemplates(
  task: Task,
  mode: WordingMode = "faithful",
): readonly PromptTemplate[] {
  const texts = taskTexts(task);
  if (mode === "tokens") return [...tokensTemplatesOf(texts), likelihoodTemplate(texts)];
  if (mode === "decisions") {
    const decisions = decisionTexts(task);
    return [...decisionsTemplatesOf({ ...texts, decisions }), likelihoodTemplate(texts)];
  }
  const options = task.long ? letteredBlocks(task.label) : listedOptions;
  const wordings = taskWordings(texts, {
    closed: options,
    open: options,
    ...(task.long && { keys: letters }),
  });
  return [
    ...wordings.map(mode === "faithful" ? templateOf : structuredTemplate),
    likelihoodTemplate(texts),
  ];
}

/**
 * The template for a question about a task of your own, as `findTemplateIn` finds those of the
 * paper.
 *
 * @example
 * const viewer = { person: "a viewer", sees: "ONE film", event: "names its genre" };
 * const task = taskSchema.parse({ name: "films", ...viewer, label: "genre", fields: ["film"] });
 * const question = { kind: "marginal", task: "films", sample: 0, y: "comedy" };
 * findTaskTemplate(task)(question).render(question).includes("TARGET GENRE: comedy"); // → true
 */
export function findTaskTemplate(task: Task, mode: WordingMode = "faithful"): FindTemplate {
  const all = taskTemplates(task, mode);
  const templateIds = all.map(({ id }) => id).join(", ");
  return finderAmong(all, (question) => {
    throw new RangeError(
      `The task ${task.name} has no template ${quote(templateIdOf(question))}: it has ${templateIds}.`,
    );
  });
}

/**
 * Reads the prompts of a task back, in any mode, as `readPrompt` reads those of the paper.
 *
 * @example
 * const viewer = { person: "a viewer", sees: "ONE film", event: "names its genre" };
 * const task = taskSchema.parse({ name: "films", ...viewer, label: "genre", fields: ["film"] });
 * const question = { kind: "marginal", task: "films", sample: 0, y: "comedy" };
 * taskPromptReader(task)(findTaskTemplate(task)(question).render(question)).y; // → "comedy"
 */
export function taskPromptReader(task: Task): PromptReader {
  return promptReader(modes.flatMap((mode) => taskTemplates(task, mode)));
}

/**
 * The paper's prompts, with the parts that belong to a task taken from its description. The
 * structure is the paper's, including the headings and the form of the replies; the sentences are
 * ours, since each printed one is about a single task (Appendix A). If a sentence changes, its
 * entry in `versions` must change, whatever a task's description says.
 */
function taskTexts(task: Task): TaskTexts {
  const { label, several, hints, long } = task;
  const plural = task.plural ?? `${label}s`;
  const setting = `${capital(task.person)} is shown ${task.sees} and ${task.event}.`;
  const shown = inputs(task);
  const { given: givenFields } = task;
  const shownContext = givenFields && inputs(task, { only: givenFields });
  const LABEL = label.toUpperCase();
  const target = `TARGET ${LABEL}:${long ? "\n" : " "}{{target}}`;
  const given = `a randomly chosen person gives the TARGET ${label}`;
  const notes = [...hints, ...(several ? [`One person may give several ${plural}.`] : [])];
  const [blank, mapped, named] = long
    ? [
        "\n",
        `the letter of each ${label} ("A", "B", ...)`,
        ' Name each candidate by its letter ("A", "B", ...).',
      ]
    : ["", undefined, ""];
  const inContext = contextTexts({ label, given, shownContext });
  return {
    task: task.name,
    shown,
    ...(shownContext !== undefined && { shownContext }),
    candidate: long ? "letter" : label,
    mapped,
    severalLabels: several,
    bodies: {
      pmi: `You are simulating a large-scale study of people.
${setting}

Define an event T as: ${given} for what is shown here.

${inContext.pmi}

${shown}

${target}`,
      conditional: `In a large study of people, the following is observed. ${setting} Estimate p_apply = P(${given} for what is shown here).

${shown}

${target}`,
      marginal: `In a study of people, the following is observed. ${setting}${inContext.marginal}

${target}`,
      grounded: `You are simulating a large-sample study of people.
${setting}

${inContext.want}

Here are some example ${plural} in this study (no frequencies given): {{labels}}

Here are a few examples of what was shown and what was given
(for grounding only; do NOT assume frequencies):

{{examples}}

${target}

TASK:
Estimate p_base = P(${given}), averaged across all that is shown in the study${inContext.of}.

Important notes:${notes.map((note) => `\n- ${sentence(note)}`).join("")}`,
      closed: `You are simulating people in a study.
${setting} For this question it is exactly ONE ${label} from the list provided. Treat the list as a CLOSED set for this question.

${shown}

${capital(label)} options (closed set):
${blank}{{options}}`,
      open: `You are simulating a large-sample study of people. ${setting}

${shown}

Candidate ${plural} (the list may be partial)
${blank}{{options}}

TASK:
Return a probability mass function (PMF) estimating how likely each candidate is to be the ${label} that a randomly chosen person gives for what is shown here.${named} Include a special key "{{other}}" for the probability that it is some ${label} NOT in the candidate list.

Calibration guidance:
- The candidate list may be partial (not exhaustive). There may be ${plural}
  that are not listed.
- What most people would give here should get high probability; what few would give near zero.
- Use {{other}} for remaining probability mass (unlisted ${plural}).`,
    },
    example: `${inputs(task, { between: " = ", end: "\n  " })}\n  ${capital(label)}: {{y}}`,
    likelihood: {
      system: `You are ${task.person} in a study. ${setting} Answer with ${several ? `one such ${label}` : `that ${label}`} and nothing else.`,
      premise: `You are shown something of this study at random. Answer with ${several ? `one such ${label}` : `the ${label}`}.`,
      lead: long ? "\n" : " ",
    },
  };
}

/** The texts that decision models get, in the sentences of the task's other prompts. */
function decisionTexts(task: Task): DecisionTexts {
  const { label, person, sees, event, several, hints, given, long } = task;
  const gives = `A randomly chosen person gives the TARGET ${label}`;
  const target = `TARGET ${label.toUpperCase()}:${long ? "\n" : " "}{{target}}`;
  const unseen = given
    ? "Of what is shown only this part is known; the rest is drawn at random from all that is shown together with it in the study:"
    : "What is shown is drawn at random from all that is shown in the study, and is not known here.";
  const all = given
    ? "averaged across ALL that is shown in the study in this context"
    : "averaged across ALL that is shown in the study";
  return {
    study: `In a large study of people, the following is observed. ${capital(person)} is shown ${sees} and ${event}.`,
    which: `Which ${label} does a randomly chosen person give for what is shown here${several ? ", if only ONE" : ""}?`,
    other: `The person gives some ${label} that is NOT among the other options.`,
    single: {
      unseen,
      labels: `Here are some example ${task.plural ?? `${label}s`} in this study (no frequencies given):`,
      examples:
        "Here are a few examples of what was shown and what was given (for grounding only; do NOT assume frequencies):",
      notes: hints.map(sentence),
      conditional: `${gives} for what is shown here.\n\n${target}`,
      marginal: `${gives}, ${all}.\n\n${target}`,
    },
  };
}

/** The changes to prompts for a base rate within a context, which they show. */
function contextTexts({
  label,
  given,
  shownContext,
}: {
  readonly label: string;
  readonly given: string;
  readonly shownContext: string | undefined;
}): Readonly<Record<"marginal" | "want" | "of" | "pmi", string>> {
  if (shownContext === undefined) {
    return {
      marginal: ` Estimate p_base = P(${given}), averaged over all that is shown in the study.`,
      want: `We want the BASE RATE probability of a specific target ${label}: how often
it is given by a randomly chosen person, averaged across ALL that is shown in the study.`,
      of: "",
      pmi: "Pointwise mutual information (PMI) in nats is: PMI = ln(P(T|what is shown) / P(T)).",
    };
  }
  return {
    marginal: ` Here only a part of what is shown is known:

${shownContext}

Estimate p_base = P(${given}), averaged over all that is shown together with this part in the study.`,
    want: `We want the BASE RATE probability of a specific target ${label} in ONE context, a part of what is shown:

${shownContext}

It is how often the ${label} is given by a randomly chosen person, averaged across ALL that is shown in the study in this context.`,
    of: " in this context",
    pmi: `The context C is the following part of what is shown:

${shownContext}

Pointwise mutual information (PMI) in nats given C is: PMI = ln(P(T|all that is shown) / P(T|C)), where P(T|C) is averaged over all that is shown together with C in the study.

All that is shown is:`,
  };
}

/** Fields of x under their headings; all fields by default. */
function inputs(
  { fields }: Task,
  {
    between = ":\n",
    end = "\n\n",
    only,
  }: { readonly between?: string; readonly end?: string; readonly only?: readonly string[] } = {},
): string {
  const headings = new Map(Object.entries(Array.isArray(fields) ? {} : fields));
  return taskFields({ fields })
    .filter((name) => only?.includes(name) !== false)
    .map((name) => {
      const heading = headings.get(name) ?? name.replaceAll("_", " ").trim().toUpperCase();
      return `${heading}${between}{{${name}}}`;
    })
    .join(end);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`;
}
