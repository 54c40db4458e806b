import { fingerprint, type Joint } from "@promptnce/providers";
import type { Input } from "@promptnce/core";
import type { People } from "./people.ts";

/**
 * What people did as a joint distribution to answer from. `fields` are those of x in the order in
 * which rows are fingerprinted. An x that no row has gives every label zero.
 */
export function countedJoint(people: People, fields: readonly string[], name: string): Joint {
  // A prompt is answered label by label: the same x comes many times on end.
  let last: { readonly x: Input; readonly key: string } | undefined;
  return {
    name,
    marginal: people.marginal,
    conditional(x, y) {
      if (last?.x !== x) last = { x, key: fingerprint(...fields.map((field) => x[field] ?? "")) };
      return people.conditional(last.key, y) ?? 0;
    },
  };
}
