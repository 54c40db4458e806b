type Row = Readonly<Record<string, string>>;

const texts = ["pair", "x", "y"] as const;
const truths = ["conditional", "marginal", "pmi"] as const;

/**
 * What two rows of `estimates.csv` share exactly if they are about one pair: its texts and its true
 * values. An id alone does not tell, since worlds of two seeds use it for different pairs.
 */
export function pairIdentity(row: Row): string {
  return JSON.stringify([...texts, ...truths].map((name) => row[name]));
}

/** The note that tells of pairs that have one id in both runs but are not the same. */
export function unlikePairs(a: readonly Row[], b: readonly Row[]): string[] {
  const ofA = new Map(a.map((row) => [idOf(row), pairIdentity(row)]));
  const unlike = new Set(
    b.map((row) => (ofA.has(idOf(row)) && ofA.get(idOf(row)) !== pairIdentity(row) ? idOf(row) : "")),
  );
  unlike.delete("");
  if (unlike.size === 0) return [];
  return [
    `${unlike.size === 1 ? "1 pair has" : `${unlike.size} pairs have`} other texts or other true values in B than in A, and ${unlike.size === 1 ? "is" : "are"} not compared.`,
  ];
}

function idOf(row: Row): string {
  return JSON.stringify([row["dataset"], row["pair"]]);
}
