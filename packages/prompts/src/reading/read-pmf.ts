import type { Label, Pmf, Reading } from "@promptnce/core";
import { probabilityFault } from "./probability.ts";
import { quote } from "../slots/quote.ts";
import { readReply } from "./read-reply.ts";
import { rescale } from "./rescale.ts";

/** What a reply over a set of candidates is read against. */
export interface PmfQuestion {
  readonly candidates: readonly Label[];
  /** The key of each candidate, in their order. */
  readonly keys: readonly string[];
  /** The key of the category OTHER; absent where the set is closed. */
  readonly otherKey?: string;
  /** True where raters may choose several labels, so that an open set may sum above one. */
  readonly severalLabels: boolean;
}

/**
 * The probabilities that a reply gives for the candidates and, in an open set, for the category
 * OTHER. A number under an unlisted key is a response outside the list: an open set adds it to
 * OTHER, a closed one drops it. The sum is put right by {@link rescale}.
 */
export function readPmf(reply: string, question: PmfQuestion): Reading<Pmf> {
  const { candidates, keys, otherKey } = question;
  const open = otherKey !== undefined;
  const names = open ? [...keys, otherKey] : keys;
  const found = readReply(reply, names);
  if (!found.ok) return found;

  const extras = open ? found.extras : [];
  for (const [key, value] of [...names.map((name, i) => [name, found.values[i]!] as const), ...extras]) {
    const reason = probabilityFault(key, value);
    if (reason !== undefined) return { ok: false, reason };
  }

  const notes = found.extras.map(([key, value]) =>
    open ? `added the unlisted ${quote(key)} (${value}) to OTHER` : `dropped ${quote(key)} (${value})`,
  );
  const masses = found.values.slice(0, candidates.length);
  const other = [...found.values.slice(candidates.length), ...extras.map(([, value]) => value)];
  const raw: Pmf = { labels: candidates, masses, ...(open && { other: other.reduce((sum, value) => sum + value, 0) }) };
  const scaled = rescale(raw, open && question.severalLabels);
  return scaled.ok ? { ...scaled, notes: [...found.notes, ...notes, ...scaled.notes] } : scaled;
}
