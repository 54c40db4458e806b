import type { QuestionOf } from "@promptnce/core";
import { type AskedKind, replyKey, type WrittenKind } from "../reading/reply-key.ts";
import { type CandidateKeys, ownLabels } from "../slots/candidates.ts";
import { derivedBody, type Slot, slotNames } from "../slots/body.ts";
import { examples, input, labels, otherAmong, target } from "../slots/slots.ts";
import type { LikelihoodTexts } from "./likelihood-template.ts";
import type { Wording } from "./template.ts";

/** The texts in which all kinds of question about a task are asked. */
export interface TaskTexts extends LikelihoodTexts {
  /** Without the form of the reply at their end, which is the same in all tasks. */
  readonly bodies: Readonly<Record<WrittenKind, string>>;
  /** What a reply over an open set names each candidate by: word, letter. */
  readonly candidate: string;
  /** What a reply over a closed set maps to probabilities; `each option` if not given. */
  readonly mapped?: string | undefined;
  /** How one example of the grounded prompt looks, with a slot for each field of x and `{{y}}`. */
  readonly example: string;
  /** True where one rater may choose several labels. */
  readonly severalLabels?: boolean;
}

/** How the candidates stand in the prompts over a set, and by what keys a reply names them if not by their labels. */
interface Options extends Readonly<Record<"closed" | "open", Slot<Pick<QuestionOf<"open">, "candidates">>>> {
  readonly keys?: CandidateKeys;
}

/** The ends of the bodies: in what form they want a reply, which maps `mapped` and names each `candidate`. */
export function replyForms(candidate: string, mapped = "each option"): Readonly<Record<AskedKind, string>> {
  const probability = (key: string): string =>
    `\n\nReturn ONLY JSON: {"${key}": <number>, "notes": "<short>"}.\n${key} must be in (0,1].`;
  const closed = `\n\nReturn ONLY JSON mapping ${mapped} to probability. Probabilities must sum to 1.`;
  const open = `

OUTPUT REQUIREMENTS:
- Output ONLY the JSON object.
- Include EVERY candidate ${candidate} plus {{other}}.
- Probabilities must be numeric and sum to 1.`;
  return {
    pmi: `\n\nReturn ONLY JSON: {"${replyKey.pmi}": <number>, "notes": "<short>"}.`,
    conditional: probability(replyKey.conditional),
    closed,
    open,
    marginal: probability(replyKey.marginal),
    grounded: `
- ${replyKey.grounded} must be in (0,1]; do NOT use 0.

Return ONLY JSON: {"${replyKey.grounded}": <number>}`,
    "base-rates": open,
    identify: closed,
  };
}

/** The wordings in the order of the bodies, then the two derived kinds; a kind has the same slots in every task. */
export function taskWordings(texts: TaskTexts, { closed, open, keys }: Options): readonly Wording[] {
  const { task, versions, shown, severalLabels = false } = texts;
  // What is studied is said before the event that a PMI is about.
  const [study] = texts.bodies.pmi.split("\n\nDefine an event T") as [string];
  const bodies: Readonly<Record<AskedKind, string>> = {
    ...texts.bodies,
    "base-rates": baseRatesBody(texts.bodies.grounded, keys !== undefined),
    identify: identifyBody(study, shown, keys && "\n\n{{options}}"),
  };
  const forms = replyForms(texts.candidate, texts.mapped);
  const x = Object.fromEntries(slotNames(shown).map((name) => [name, input(name)]));
  const grounding = { labels, examples: examples(texts.example) };
  const other = otherAmong(keys ?? ownLabels);
  const slots: { readonly [K in AskedKind]: Readonly<Record<string, Slot<QuestionOf<K>>>> } = {
    pmi: { ...x, target },
    conditional: { ...x, target },
    closed: { ...x, options: closed },
    open: { ...x, options: open, other },
    marginal: { target },
    grounded: { ...grounding, target },
    "base-rates": { ...grounding, options: open, other },
    identify: { ...x, options: closed },
  };
  const all = { task, severalLabels, ...(keys && { keys }) };
  return (Object.keys(bodies) as AskedKind[]).map((kind) => {
    return { ...all, kind, version: versions?.[kind] ?? 1, body: bodies[kind] + forms[kind], slots: slots[kind] };
  });
}

/**
 * The body of the kind `base-rates`, without the form of the reply at its end: that of one grounded base rate with the
 * candidates in the place of the target and, as in an open set, OTHER. Candidates may be blocks that are `lettered`.
 */
function baseRatesBody(grounded: string, lettered: boolean): string {
  const [blank, named] = lettered ? ["\n", ' Name each candidate by its letter ("A", "B", ...).'] : ["", ""];
  return `${derivedBody(grounded, [
    { replace: "{{target}}", by: `each candidate of this list in turn (it may be partial)\n${blank}{{options}}` },
    {
      replace: "\n\nImportant notes:",
      by: `

Return the p_base of all candidates as a probability mass function (PMF).${named} Include a special key "{{other}}" for the probability of everything that is NOT in the candidate list.

Important notes:`,
    },
  ])}
- Compare the candidates with each other: how many times as common one is as another matters most.
- However rare a candidate is, do NOT use 0 for it.
- Use {{other}} for remaining probability mass (all that is unlisted).`;
}

/**
 * The body of the kind `identify`, without the form of the reply at its end: which candidate is the true one when the
 * others were drawn from P(y) (Section 2.2, Equation 2). The paper prints no prompt of it. What is studied comes first;
 * `options` is the place of the candidates with the line breaks before it.
 */
export function identifyBody(study: string, shown: string, options = "\n{{options}}"): string {
  return `${study}

The options below were put together in this way. ONE of them was given by a person for what is shown here. All others were drawn at random from everything that people give in the whole study, whatever they are shown: what is common there is drawn often. Then the options were shuffled.

Estimate, for each option, the probability that it is the ONE that was given for what is shown here. That an option is common says nothing for it, since common ones are drawn at random too: what counts is how many times as often it is given for this as in the whole study.

${shown}

Options (one given for this, the others drawn at random):${options}`;
}
