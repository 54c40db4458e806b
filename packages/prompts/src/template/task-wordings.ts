import type { QuestionOf } from "@promptnce/core";
import { type AskedKind, replyKey } from "../reading/reply-key.ts";
import { type CandidateKeys, ownLabels } from "../slots/candidates.ts";
import { type Slot, slotNames } from "../slots/body.ts";
import { contextField, examples, input, labels, otherAmong, target } from "../slots/slots.ts";
import type { LikelihoodTexts } from "./likelihood-template.ts";
import type { Wording } from "./template.ts";

/** The texts of all kinds of question about a task. */
export interface TaskTexts extends LikelihoodTexts {
  /** The bodies, without the form of the reply at their end, which is the same in all tasks. */
  readonly bodies: Readonly<Record<AskedKind, string>>;
  /** The noun by which a reply over an open set names each candidate: word, letter. */
  readonly candidate: string;
  /** The noun of what a reply over a closed set maps to probabilities; `each option` by default. */
  readonly mapped?: string | undefined;
  /**
   * The layout of one example of the grounded prompt, with a slot for each field of x and `{{y}}`.
   */
  readonly example: string;
  /**
   * The text that shows the context in a base-rate prompt; absent for a task with one context for
   * all.
   */
  readonly shownContext?: string | undefined;
  /** True where one rater may choose several labels. */
  readonly severalLabels?: boolean;
}

/**
 * How prompts over a set show the candidates, and the keys by which a reply names them, if these
 * are not the labels.
 */
interface Options extends Readonly<
  Record<"closed" | "open", Slot<Pick<QuestionOf<"open">, "candidates">>>
> {
  readonly keys?: CandidateKeys;
}

/**
 * The ends of the bodies, which state the form of a reply. It maps `mapped` and names each
 * `candidate`.
 */
export function replyForms(
  candidate: string,
  mapped = "each option",
): Readonly<Record<AskedKind, string>> {
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
  };
}

/** The wordings in the order of the bodies; a kind has the same slots in every task. */
export function taskWordings(
  texts: TaskTexts,
  { closed, open, keys }: Options,
): readonly Wording[] {
  const { task, versions, shown, shownContext = "", bodies, severalLabels = false } = texts;
  const forms = replyForms(texts.candidate, texts.mapped);
  const x = Object.fromEntries(slotNames(shown).map((name) => [name, input(name)]));
  const context = Object.fromEntries(
    slotNames(shownContext).map((name) => [name, contextField(name)]),
  );
  const other = otherAmong(keys ?? ownLabels);
  const slots: { readonly [K in AskedKind]: Readonly<Record<string, Slot<QuestionOf<K>>>> } = {
    pmi: { ...x, target },
    conditional: { ...x, target },
    closed: { ...x, options: closed },
    open: { ...x, options: open, other },
    marginal: { ...context, target },
    grounded: { ...context, labels, examples: examples(texts.example), target },
  };
  const all = { task, severalLabels, ...(keys && { keys }) };
  return (Object.keys(bodies) as AskedKind[]).map((kind) => {
    return {
      ...all,
      kind,
      version: versions?.[kind] ?? 1,
      body: bodies[kind] + forms[kind],
      slots: slots[kind],
    };
  });
}
