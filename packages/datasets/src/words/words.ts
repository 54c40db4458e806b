import type { Dataset, Label } from "@promptnce/core";
import { type KeptObservation, countedDataset, type Tally, type Where } from "../counts/counts.ts";
import { sourceOf } from "../files/checksum.ts";
import { latin1, unpack, type DataFile } from "../files/data-file.ts";
import { refuse } from "../files/errors.ts";

const FIELDS = 31;
const WRAPPER = /^<\/?(html|body|pre)>$/i;

/** What Words keeps of a pair: whether its target was a cue as well. */
interface ExtraFields {
  readonly normed: boolean;
}

export type WordsPair = KeptObservation<ExtraFields>;

type Cue = Tally<ExtraFields> & {
  readonly counts: Map<Label, number>;
  readonly normed: Set<Label>;
};

/**
 * USF Free Association Norms, Appendix A: `x` is `{ cue }`, `y` the first word said.
 *
 * P(y|x) = #P / #G and P(y) = Σ #P / Σ #G over all cues. The printed FSG is not used: it is wrong
 * in 1,193 rows. Answers given by one person only are not in the files, so P(y|x) sums to less than
 * one: the rest is real mass on other words.
 * @param files the parts `Cue_Target_Pairs.*`, in any number, packed by gzip or not
 * @param where which pairs are observations, e.g.
 * `({ normed, responses }) => normed && responses >= 5`; else all
 * @throws DatasetError with a sentence for each bad line
 * @example
 * import { readFileSync } from "node:fs";
 * const names = ["Cue_Target_Pairs.A-B", "Cue_Target_Pairs.C"];
 * const files = names.map((file) => ({ file, bytes: readFileSync(`data/words/${file}`) }));
 * parseWords(files).observations[0].x; // → { cue: "ABLIN" }
 */
export function parseWords(
  files: readonly DataFile[],
  where?: Where<ExtraFields>,
): Dataset<WordsPair> {
  const parts = files.map(unpack);
  const cues = new Map<string, Cue>();
  refuse(parts.flatMap((part) => readPart(part, cues)));

  const tallies = [...cues.values()];
  const labels = [...new Set(tallies.flatMap(({ counts }) => [...counts.keys()]))];
  return countedDataset({ name: "words", labels, tallies, where, sources: parts.map(sourceOf) });
}

/** Adds a part's pairs to the cues; returns what is wrong with it. */
function readPart(part: DataFile, cues: Map<string, Cue>): string[] {
  const problems: string[] = [];
  let pairs = 0;
  for (const [i, line] of latin1(part).split(/\r?\n/).entries()) {
    if (line === "" || WRAPPER.test(line)) continue;
    const fields = line.split(", ");
    // By its third field: CUE and TARGET are words of the norms as well.
    if (fields[2] === "NORMED?") continue;
    pairs += 1;
    const problem = addPair(fields, cues);
    if (problem !== undefined) problems.push(`${part.file} line ${i + 1}: ${problem}.`);
  }
  if (pairs === 0) problems.push(`${part.file} holds no pair: it is not a part of the norms.`);
  return problems;
}

/** Adds one pair to its cue, or says what is wrong with it. */
function addPair(fields: readonly string[], cues: Map<string, Cue>): string | undefined {
  if (fields.length !== FIELDS) {
    return `expected ${FIELDS} fields separated by a comma and a space, found ${fields.length}`;
  }
  const [cue = "", target = "", flag = "", answers = "", peopleText = ""] = fields.map((field) =>
    field.trim(),
  );
  if (cue === "" || target === "") return "the cue or the target (fields 1 and 2) is empty";
  const total = count(answers);
  if (total === undefined) return `#G (field 4) is "${answers}", expected a count of at least 1`;
  const people = count(peopleText);
  if (people === undefined || people > total) {
    return `#P (field 5) is "${peopleText}", expected a count from 1 to #G, which is ${total}`;
  }
  if (flag !== "YES" && flag !== "NO") return `NORMED? (field 3) is "${flag}", expected YES or NO`;
  const tally = cues.get(cue) ?? emptyCue(cue, total);
  if (tally.total !== total) return `#G of ${cue} is ${total} here and ${tally.total} before`;
  if (tally.counts.has(target)) return `the pair ${cue}, ${target} was there before`;
  tally.counts.set(target, people);
  if (flag === "YES") tally.normed.add(target);
  cues.set(cue, tally);
  return undefined;
}

function emptyCue(cue: string, total: number): Cue {
  const normed = new Set<Label>();
  return {
    x: { cue },
    total,
    counts: new Map(),
    id: `${cue}→`,
    normed,
    kept: (y) => ({ normed: normed.has(y) }),
  };
}

function count(text: string): number | undefined {
  return /^\d+$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}
