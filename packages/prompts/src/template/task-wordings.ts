import type { QuestionOf } from "@promptnce/core";
import { type AskedKind, replyKey, type WrittenKind } from "../reading/reply-key.ts";
import { type CandidateKeys, ownLabels } from "../slots/candidate-keys.ts";
import { slotNames } from "../slots/body.ts";
import type { Slot } from "../slots/slot.ts";
import { examples, input, labels, otherAmong, target } from "../slots/slots.ts";
import { baseRatesBody, identifyBody } from "./derived-kinds.ts";
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

type OverSet = Pick<QuestionOf<"open">, "candidates">;

/** How the candidates stand in the prompts over a set. */
interface Options {
  readonly closed: Slot<OverSet>;
  readonly open: Slot<OverSet>;
  /** By what keys a reply names them; by their labels if not given. */
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
  const kinds = Object.keys(bodies) as AskedKind[];
  return kinds.map((kind) => ({
    ...all,
    kind,
    version: versions?.[kind] ?? 1,
    body: bodies[kind] + forms[kind],
    slots: slots[kind],
  }));
}
