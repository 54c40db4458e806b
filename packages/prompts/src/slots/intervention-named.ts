import type { Intervention } from "@promptnce/core";

export type InterventionName = Intervention["name"];

/** The intervention of that name, with what it shows of the development pairs. */
export type InterventionNamed<N extends InterventionName> = Having<Intervention, N>;

// Not `Extract`: two names share one member of the union, and neither alone is a supertype of it.
type Having<I extends Intervention, N> = I extends { readonly name: infer Names }
  ? N extends Names
    ? I
    : never
  : never;
