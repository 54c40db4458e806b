import type { Context, Input, Label, QuestionOf } from "@promptnce/core";
import { type CandidateKeys, checkCandidates, otherKey, ownLabels } from "./candidates.ts";
import { fill, type Slot } from "./body.ts";
import { quote } from "./quote.ts";

/**
 * One text field of x.
 *
 * @example
 * input("cue").write({ x: { cue: "SHOVE" } }); // → "SHOVE"
 */
export function input(name: string): Slot<{ readonly x: Input }> {
  return {
    about: `x.${name}`,
    write: ({ x }) => field(x, name),
    read: (text) => ({ x: { [name]: text } }),
  };
}

/** One text field of the context of a base rate. */
export function contextField(name: string): Slot<{ readonly context?: Context }> {
  return {
    about: `context.${name}`,
    write: ({ context }) => field(context ?? {}, name, "the context"),
    read: (text) => ({ context: { [name]: text } }),
  };
}

/** The label that the question is about. */
export const target: Slot<{ readonly y: Label }> = {
  about: "y",
  write: ({ y }) => y,
  read: (text) => ({ y: text }),
};

type WithCandidates = Pick<QuestionOf<"open">, "candidates">;

/** The candidates in one line, as in the paper's open prompt. */
export const inlineOptions: Slot<WithCandidates> = {
  about: 'the candidates, separated by ", "',
  write: ({ candidates }) => checkCandidates(candidates, ", ").join(", "),
  read: (text) => ({ candidates: text.split(", ") }),
};

/** The candidates, one on each line, as in the paper's closed prompt. */
export const listedOptions: Slot<WithCandidates> = {
  about: 'the candidates, one a line, each after "- "',
  write: ({ candidates }) => `- ${checkCandidates(candidates, "\n- ").join("\n- ")}`,
  read: (text) => ({ candidates: text.replace(/^- /, "").split("\n- ") }),
};

/**
 * The key of the category OTHER; it is another if a candidate's key is spelled OTHER.
 *
 * @example
 * otherAmong(ownLabels).write({ candidates: ["PUSH", "OTHER"] }); // → "UNLISTED"
 */
export function otherAmong(keys: CandidateKeys): Slot<WithCandidates> {
  return {
    about: 'OTHER, or another key where that of a candidate is spelled "OTHER"',
    write: ({ candidates }) => otherKey(keys(candidates)),
    read: (text) => ({ otherKey: text }),
  };
}

/** The key of OTHER if candidates are their own keys, as in the paper's open prompt. */
export const other: Slot<WithCandidates> = otherAmong(ownLabels);

type WithGrounding = Pick<QuestionOf<"grounded">, "grounding">;

/** The names of some labels, without frequencies (Section 2.1). */
export const labels: Slot<WithGrounding> = {
  about: 'the names of the example labels, separated by ", "',
  write: ({ grounding }) => grounding.labels.join(", "),
  read: () => ({}),
};

/**
 * The examples, numbered from 1. `layout` defines how one looks, with a slot for each field of x
 * and `{{y}}`, which is the response, or all responses if several are shown.
 *
 * @example
 * const grounding = { labels: ["PUSH"], examples: [{ x: { cue: "SHOVE" }, y: "PUSH" }] };
 * examples("{{cue}} → {{y}}").write({ grounding }); // → "Example 1: SHOVE → PUSH"
 */
export function examples(layout: string): Slot<WithGrounding> {
  return {
    about: `each example pair, numbered from 1: Example 1: ${layout}`,
    write: ({ grounding }) =>
      numberedExamples(layout, grounding.examples, (slot, { responses }) =>
        slot === "y" ? responses?.join(", ") : undefined,
      ) || "(none)",
    read: () => ({}),
  };
}

/** The named text field of an input. Throws if it has no such field. */
export function field(x: Input, name: string, of = "x"): string {
  const value = Object.hasOwn(x, name) ? x[name] : undefined;
  if (value === undefined) {
    const fields = Object.keys(x).map(quote).join(", ") || "no fields";
    throw new Error(
      `The prompt needs the field ${quote(name)} of ${of}, which has ${fields}: give ${of} that field, or ask a template of another task.`,
    );
  }
  return value;
}

/**
 * Example pairs, `Example 1: …`, in a layout with a slot for each field of x and `{{y}}`; `more`
 * fills other slots.
 */
export function numberedExamples<Pair extends { readonly x: Input; readonly y: Label }>(
  layout: string,
  pairs: readonly Pair[],
  more: (slot: string, pair: Pair) => string | undefined = () => undefined,
): string {
  const shown = (pair: Pair): string =>
    fill(layout, (slot) => more(slot, pair) ?? (slot === "y" ? pair.y : field(pair.x, slot)));
  return pairs.map((pair, index) => `Example ${index + 1}: ${shown(pair)}`).join("\n");
}
