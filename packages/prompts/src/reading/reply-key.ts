import type { Kind } from "@promptnce/core";
import type { InterventionName } from "../slots/intervention-slots.ts";

/** The kinds that a prompt asks about; of the other, `likelihood`, an answer is scored. */
export type AskedKind = Exclude<Kind, "likelihood">;

/** The kinds that are answered with one number. */
export type NumberKind = Exclude<AskedKind, "closed" | "open">;

/** The key under which each of them is answered, as the paper's prompts name it. */
const numberKeys: { readonly [K in NumberKind]: string } = {
  pmi: "PMI_LN",
  conditional: "p_apply",
  marginal: "p_base",
  grounded: "p_base",
};

/** The key of the number in the reply; `undefined` for the kinds answered with a PMF, or scored. */
export function replyKey(kind: NumberKind): string;
export function replyKey(kind: Kind): string | undefined;
export function replyKey(kind: Kind): string | undefined {
  return Object.hasOwn(numberKeys, kind) ? numberKeys[kind as NumberKind] : undefined;
}

/** All keys of such a reply in the order in which the prompts ask for them, the number's among them. */
export function replyKeys(key: string, kind: Kind, intervention?: InterventionName): readonly string[] {
  // The ranking comes before the number it leads to.
  if (intervention === "generate-then-rank") return ["notes", key];
  return kind === "grounded" ? [key] : [key, "notes"];
}
