import { DataError } from "@promptnce/rows/errors";
import { z } from "zod";
import { readText } from "./read-text.ts";
import { versions } from "./versions.ts";

// JSON has no NaN, which a figure has that cannot be computed, such as the ρ of a constant.
const figure = z
  .number()
  .nullable()
  .transform((value) => value ?? Number.NaN);
const measured = z.object({ value: figure, standardError: figure.optional() });

const score = z.object({
  version: z.enum(versions.map(({ name }) => name)),
  /** The quantity that ρ is computed against. */
  measure: z.enum(["PMI", "P(y|x)"]),
  pairs: z.number(),
  scored: z.number(),
  rho: measured,
  /** The controls, as in the tables of a run; those that do not apply are absent. */
  beyondBoth: measured
    .extend({ by: z.enum(["centred", "levels", "label", "base rate"]) })
    .optional(),
  over: measured.optional(),
  beyond: measured.optional(),
  within: measured.optional(),
  blindToY: measured.optional(),
  byLabel: figure.optional(),
  byUnit: figure.optional(),
  unit: z.string().optional(),
  shows: z.enum(["pairs", "no rank", "nothing", "too few"]),
});

const entry = z.object({
  /** The format of the line. */
  challenge: z.literal(1),
  name: z.string().min(1),
  /** Whether a simulated respondent made the predictions. */
  simulated: z.boolean(),
  /** The SHA-256 of the file of predictions. */
  predictions: z.string(),
  /** The SHA-256 of the pairs of each version. */
  pairs: z.record(z.string(), z.string()),
  scores: z.array(score).min(1),
});

/** One submission with its scores: a line of JSON. */
export type Entry = z.output<typeof entry>;

/** An entry's score on one version, against one measure. */
export type EntryScore = z.output<typeof score>;

/** What an entry's estimates show of the pairs. */
export type EntryFinding = EntryScore["shows"];

/** An entry as a line of JSON. */
export function entryLine(of: Entry): string {
  return `${JSON.stringify(of)}\n`;
}

/**
 * The entries in files of JSON lines, in their order.
 *
 * @throws DataError for a line that is no entry, or that was scored on other pairs than those of
 *   its version
 */
export function readEntries(paths: readonly string[]): Entry[] {
  // The pairs of a version whose hash is not committed are those of its first entry.
  const hashes = new Map(versions.flatMap(({ name, sha256 }) => (sha256 ? [[name, sha256]] : [])));
  return paths.flatMap((path) => {
    const lines = readText(path).split("\n").entries().toArray();
    return lines.flatMap(([i, line]) =>
      line.trim() === "" ? [] : [entryOf(line, `${path}, line ${i + 1}`, hashes)],
    );
  });
}

function entryOf(line: string, place: string, hashes: Map<string, string>): Entry {
  const parsed = entry.safeParse(jsonOf(line));
  if (!parsed.success) {
    throw new DataError(`${place} is not an entry: write it with bench challenge score --out`);
  }
  for (const [version, pairs] of Object.entries(parsed.data.pairs)) {
    const known = hashes.get(version) ?? pairs;
    hashes.set(version, known);
    if (known === pairs) continue;
    throw new DataError(
      `${place} was scored on other pairs than those of ${version}: score its predictions again`,
    );
  }
  return parsed.data;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
