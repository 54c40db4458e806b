import { fingerprint, fingerprintTable } from "@promptnce/providers";
import type { Label } from "@promptnce/core";

/**
 * Labels that differ only in case, space or Unicode form, group by group in the order in which they come; none where
 * all differ in more. Of a million labels no more is kept than fingerprints.
 */
export function similarLabels(labels: readonly Label[]): readonly (readonly Label[])[] {
  const seen = fingerprintTable();
  const shared = new Set(labels.map(plainForm).filter((form) => seen.add(fingerprint(form), 1) === 2));
  const similar = labels.filter((label) => shared.size > 0 && shared.has(plainForm(label)));
  return [...Map.groupBy(similar, plainForm).values()];
}

/** The same whatever the computer's language. */
function plainForm(label: Label): string {
  return label.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}
