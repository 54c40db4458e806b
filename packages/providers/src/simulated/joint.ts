import { sha256 } from "#sha256";
import type { Dataset } from "@promptnce/core";

/** A joint distribution to answer from: a synthetic world, or a real dataset's ground truth. */
export type Joint = Pick<Dataset, "name" | "conditional" | "marginal">;

/**
 * The name of a joint distribution and a digest of its marginal (12 hexadecimal digits), which
 * tells two worlds of one name apart. It goes into the settings, since base-rate prompts of
 * different datasets can have the same text and their replies must not be mixed up in a store.
 */
export function jointIdentity(joint: Joint): { readonly name: string; readonly marginal: string } {
  const entries = [...joint.marginal].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { name: joint.name, marginal: sha256(JSON.stringify(entries)).slice(0, 12) };
}
