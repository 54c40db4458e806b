import type { JsonSchema, Label, Question } from "@promptnce/core";
import { hasOther, replyKey } from "../reading/reply-key.ts";
import { type CandidateKeys, checkCandidates } from "../slots/candidates.ts";
import { replySchema } from "../template/reply-schema.ts";
import {
  ownQuestion,
  type PromptTemplate,
  templateOf,
  type Wording,
} from "../template/template.ts";
import { type Change, derivedBody, type Slot } from "../slots/body.ts";

/**
 * The template of a wording for structured mode, such as `words/open.structured`, which is sent
 * with a schema. For a single number, its text is unchanged, since the keys are constant; over a
 * set, candidates get keys that depend only on their number.
 *
 * The schemas meet the strict modes of both vendors: all keys are required. Bounds on numbers and
 * notes, which not every vendor accepts or enforces, are only in the template's `grammar`, and are
 * checked when the reply is read.
 *
 * @example
 * const body = 'How often is {{target}} said? Answer as {"p_base": 0.5}.';
 * const wording = { task: "words", kind: "marginal", version: 2, body, slots: { target } };
 * const question = { kind: "marginal", task: "words", sample: 0, y: "SEA" };
 * structuredTemplate(wording).schema(question).required; // → ["p_base", "notes"]
 */
export function structuredTemplate(wording: Wording): PromptTemplate {
  const { kind } = wording;
  const named =
    replyKey[kind] === undefined && wording.keys === undefined ? keyedWording(wording) : wording;
  const template = templateOf(named);
  const schema = (question: Question): JsonSchema =>
    replySchema(ownQuestion(template.id, kind, question), named, false);
  return { ...template, id: `${template.id}.structured`, schema, reworded: undefined };
}

/**
 * `c1`, `c2` …, so that all questions with the same number of candidates share a schema; with
 * labels, each would need a new grammar.
 */
export const constantKeys: CandidateKeys = (candidates) => candidates.map((_, i) => `c${i + 1}`);

/** The candidates, one on each line, each after its constant key. */
export const keyedOptions: Slot<{ readonly candidates: readonly Label[] }> = {
  about: 'the candidates, one a line, each after its key: "c1: ", "c2: " …',
  write: ({ candidates }) => listed(checkCandidates(candidates, "\nc")),
  read: (text) => {
    const candidates = text.replace(/^c1: /, "").split(/\nc\d+: /);
    // If other text that resembles the prompt got in, no reading is better than a wrong one.
    if (listed(candidates) !== text) return {};
    return { candidates, candidateKeys: constantKeys(candidates) };
  },
};

function listed(candidates: readonly Label[]): string {
  const keys = constantKeys(candidates);
  return candidates.map((candidate, i) => `${keys[i]}: ${candidate}`).join("\n");
}

/** The key of the category OTHER among {@link constantKeys}, which no candidate's key can equal. */
const constantOther = (): string => "other";

const keyedOther: Slot<unknown> = {
  about: 'always "other"',
  write: constantOther,
  read: (text) => ({ otherKey: text }),
};

// No phrase of a user's task can be mistaken for one of these places: a phrase has neither a slot
// nor a line break, and none stands next to the line breaks here.

const closedChanges: readonly Change[] = [
  { replace: ":\n{{options}}", by: ", each after its key:\n{{options}}" },
  {
    replace: "{{options}}\n\nReturn ONLY JSON mapping each option",
    by: "{{options}}\n\nReturn ONLY JSON mapping the key of each option (c1, c2, ...)",
  },
];

const openChanges: readonly Change[] = [
  { replace: "\n{{options}}", by: ", each after its key\n{{options}}" },
  {
    replace: ` Include a special key "{{other}}"`,
    by: ` Name each candidate by its key (c1, c2, ...). Include a special key "{{other}}"`,
  },
  { replace: "JSON object.\n- Include EVERY", by: "JSON object.\n- Include the key of EVERY" },
];

/** The wording of a question over a set, with {@link constantKeys} in place of the labels. */
export function keyedWording(wording: Wording): Wording {
  const open = hasOther(wording.kind);
  return {
    ...wording,
    // If the changes above change, so must `version`: add to that of the text.
    body: derivedBody(wording.body, open ? openChanges : closedChanges),
    slots: { ...wording.slots, options: keyedOptions, ...(open && { other: keyedOther }) },
    keys: constantKeys,
    other: constantOther,
  };
}
