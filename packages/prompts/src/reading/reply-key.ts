import type { Kind } from "@promptnce/core";

/** The kinds that are answered with one number. */
export type NumberKind = Exclude<Kind, "closed" | "open" | "likelihood">;

/** The key under which each of them is answered, as the paper's prompts name it. */
const replyKeys: { readonly [K in NumberKind]: string } = {
  pmi: "PMI_LN",
  conditional: "p_apply",
  marginal: "p_base",
  grounded: "p_base",
};

/** The key of the number in the reply; `undefined` for the kinds answered with a PMF, or scored. */
export function replyKey(kind: NumberKind): string;
export function replyKey(kind: Kind): string | undefined;
export function replyKey(kind: Kind): string | undefined {
  return Object.hasOwn(replyKeys, kind) ? replyKeys[kind as NumberKind] : undefined;
}
