import type { Decision, DecisionOption, Question, QuestionOf, Reading } from "@promptnce/core";
import { readChoice, readPredicate } from "../reading/read-decided.ts";
import { hasOther } from "../reading/reply-key.ts";
import { fill, type Slot, slotNames, unfill } from "../slots/body.ts";
import { checkCandidates } from "../slots/candidates.ts";
import { contextField, examples, input, labels, target } from "../slots/slots.ts";
import type { DecidedKind, DecisionTexts } from "../template/decision-texts.ts";
import type { LikelihoodTexts } from "../template/likelihood-template.ts";
import {
  mergeParts,
  ownQuestion,
  type PromptTemplate,
  templateId,
  type Wording,
} from "../template/template.ts";

/** The texts of a task; `example` is present if it is also asked about single labels. */
type TaskDecisions = Pick<LikelihoodTexts, "task" | "versions" | "shown" | "shownContext"> & {
  readonly example?: string;
  readonly decisions: DecisionTexts;
};

/** The line that separates state, instructions and the description of OTHER in a body. */
const BETWEEN = "\n\n---\n\n";

const CLOSED = "It is exactly ONE of the options: treat them as a CLOSED set for this question.";
const PARTIAL = "The list of options may be partial (not exhaustive).";
const NOTES = "Important notes (p_base is the base rate that is asked for):";

/**
 * The templates of a task, such as `words/open.decisions`, for models that return the probability
 * of each option about a state, and no text. The state describes the study and shows x or, for a
 * base rate, the text in its place; it never shows the question. The body consists of the state,
 * the instructions and, for an open set, the description of OTHER, with lines between them.
 *
 * An option has an id by its position (`c1`, `c2` …) and a description: the candidate's text or,
 * for OTHER, a sentence. A label that is spelled OTHER, `__proto__` or `1` is therefore a label
 * like any other, and all options are described alike.
 */
export function decisionsTemplatesOf(texts: TaskDecisions): readonly PromptTemplate[] {
  const { task, versions, shown, shownContext = "", example = "", decisions } = texts;
  const { study, which, other, single } = decisions;
  const x = slotsOf(shown, input);
  const context = slotsOf(shownContext, contextField);
  const seen = `${study}\n\n${shown}`;
  const wordings: [DecidedKind, readonly string[], Wording["slots"]][] = [
    ["closed", [seen, `${which} ${CLOSED}`], x],
    ["open", [seen, `${which} ${PARTIAL}`, other], x],
  ];
  if (single !== undefined) {
    const given = shownContext === "" ? "" : `\n\n${shownContext}`;
    const unseen = `${study}\n\n${single.unseen}${given}`;
    const { notes = [] } = single;
    const listed = [NOTES, ...notes.map((note) => `- ${note}`)].join("\n");
    const after = notes.length === 0 ? "" : `\n\n${listed}`;
    const grounds = `${single.labels} {{labels}}\n\n${single.examples}\n\n{{examples}}${after}`;
    const grounded = { ...context, labels, examples: examples(example), target };
    wordings.push(
      ["conditional", [seen, single.conditional], { ...x, target }],
      // It comes before the marginal, whose context would be read to the end of the examples.
      ["grounded", [`${unseen}\n\n${grounds}`, single.marginal], grounded],
      ["marginal", [unseen, single.marginal], { ...context, target }],
    );
  }
  const version = versions?.decisions ?? 1;
  return wordings.map(([kind, parts, slots]) =>
    decisionsTemplate({ task, kind, version, body: parts.join(BETWEEN), slots }),
  );
}

function slotsOf(body: string, slot: (name: string) => Slot<never>): Wording["slots"] {
  return Object.fromEntries(slotNames(body).map((name) => [name, slot(name)]));
}

type DecisionsWording = Wording & { readonly kind: DecidedKind };

/** @throws Error if the body lacks a part of its kind. */
function decisionsTemplate(wording: DecisionsWording): PromptTemplate {
  const { task, kind, version, body } = wording;
  const id = templateId(wording);
  const slots = new Map(Object.entries(wording.slots));
  const [state = "", instructions, other, ...more] = body.split(BETWEEN);
  if (instructions === undefined || more.length > 0 || hasOther(kind) !== (other !== undefined)) {
    throw new Error(
      `The body of ${id}.decisions needs ${hasOther(kind) ? "state, instructions and the description of OTHER" : "state and instructions"}, with a line --- between them.`,
    );
  }
  const written = (text: string, question: QuestionOf<DecidedKind>): string =>
    fill(text, (name) => slots.get(name)!.write(question as never));
  const read = (texts: ReadonlyMap<string, string>) =>
    Array.from(texts, ([name, text]) => slots.get(name)!.read(text)).reduce(mergeParts, {});
  const own = (question: Question) => ownQuestion(id, kind, question);
  return {
    id: `${id}.decisions`,
    version,
    task,
    kind,
    body,
    slots: Object.fromEntries(Array.from(slots, ([name, { about }]) => [name, about])),
    render: (question) => written(state, own(question)),
    decision: (question): Decision => {
      const asked = own(question);
      const options = "candidates" in asked ? { options: optionsOf(asked, other) } : {};
      return { instructions: written(instructions, asked), ...options };
    },
    parse: (question, reply): Reading => {
      const asked = own(question);
      return "candidates" in asked ? readSet(asked, other, reply) : readPredicate(reply);
    },
    unrender: (prompt, decision) => {
      const stated = unfill(state, prompt);
      const put = decision && unfill(instructions, decision.instructions);
      if (stated === undefined || put === undefined) return undefined;
      const parts = mergeParts(read(stated), read(put));
      const { options } = decision as Decision;
      if (kind !== "closed" && kind !== "open") return options === undefined ? parts : undefined;
      return options && { ...parts, ...shownOptions(options, other) };
    },
    reworded: (text) => decisionsTemplate({ ...wording, body: text }),
  };
}

type OverSet = QuestionOf<"closed" | "open">;

/** The options as they are sent: the candidates and, for an open set, OTHER, rotated. */
function optionsOf(
  { candidates, rotation = 0 }: OverSet,
  other: string | undefined,
): readonly DecisionOption[] {
  const texts = [...checkCandidates(candidates), ...(other === undefined ? [] : [other])];
  const turned = [...texts.slice(rotation), ...texts.slice(0, rotation)];
  return turned.map((description, place) => ({ id: `c${place + 1}`, description }));
}

function readSet(question: OverSet, other: string | undefined, reply: string): Reading {
  const { candidates, rotation = 0 } = question;
  const ids = optionsOf(question, other).map(({ id }) => id);
  const read = readChoice(ids, reply);
  if (!read.ok) return read;
  const { masses, ...rest } = read;
  // By position, since a candidate may have the same text as the description of OTHER.
  const massAt = (place: number): number =>
    masses[(place - rotation + masses.length) % masses.length] as number;
  const labelMasses = candidates.map((_, place) => massAt(place));
  const answer = { labels: candidates, masses: labelMasses };
  if (other === undefined) return { ...rest, answer };
  return { ...rest, answer: { ...answer, other: massAt(candidates.length) } };
}

/**
 * The parts of a question that its options show; the last option with the description of OTHER is
 * OTHER.
 */
function shownOptions(options: readonly DecisionOption[], other: string | undefined) {
  const otherKey = options.findLast(({ description }) => description === other)?.id;
  const candidates = options.filter(({ id }) => id !== otherKey);
  return {
    candidates: candidates.map(({ description }) => description),
    candidateKeys: candidates.map(({ id }) => id),
    ...(otherKey !== undefined && { otherKey }),
  };
}
