import type { Kind } from "@promptnce/core";
import type { InterventionName } from "../slots/intervention-slots.ts";

/**
 * The kinds that are answered with a reply; for the other kind, `likelihood`, a given text is
 * scored.
 */
export type AskedKind = Exclude<Kind, "likelihood">;

/** The kinds that are answered with one number. */
export type NumberKind = Exclude<AskedKind, "closed" | "open">;

/** Whether a reply of the kind has a mass for the category OTHER. */
export function hasOther(kind: Kind): boolean {
  return kind === "open";
}

/** The key of the number in the reply, as the paper's prompts name it; other kinds have none. */
export const replyKey: Readonly<Record<NumberKind, string>> & { readonly [K in Kind]?: string } = {
  pmi: "PMI_LN",
  conditional: "p_apply",
  marginal: "p_base",
  grounded: "p_base",
};

/**
 * All keys of such a reply, including the number's, in the order in which the prompts ask for them.
 */
export function replyKeys(kind: NumberKind, intervention?: InterventionName): readonly string[] {
  const key = replyKey[kind];
  // The ranking comes before the number it leads to.
  if (intervention === "generate-then-rank") return ["notes", key];
  return kind === "grounded" ? [key] : [key, "notes"];
}
