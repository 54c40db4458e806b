import { fingerprint, fingerprintTable } from "@promptnce/engine";
import type { Label } from "@promptnce/core";

/**
 * The groups of labels that differ only in case, spacing, Unicode form or zeros behind a whole
 * number, found by fingerprints, so that no second copy of all labels is kept.
 */
export function similarLabels(labels: readonly Label[]): readonly (readonly Label[])[] {
  const seen = fingerprintTable();
  const shared = new Set(
    labels.map(plainForm).filter((form) => seen.add(fingerprint(form), 1) === 2),
  );
  const similar = labels.filter((label) => shared.size > 0 && shared.has(plainForm(label)));
  return [...Map.groupBy(similar, plainForm).values()];
}

/**
 * A label without differences of case, spacing and Unicode form, and of zeros behind a whole
 * number; the result does not depend on the locale.
 */
function plainForm(label: Label): string {
  const plain = label.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();
  // pandas writes whole numbers with a zero where some are missing.
  return plain.replace(/^(-?\d+)\.0+$/, "$1");
}
