import type { Dataset, Label } from "@promptnce/core";
import { z } from "zod";
import { type KeptObservation, countedDataset, type Tally, type Where } from "../counts/counts.ts";
import { sourceOf } from "../files/checksum.ts";
import { unpack, utf8, type DataFile } from "../files/data-file.ts";
import { refuse } from "../files/errors.ts";

/** In the order of `label_count`; `label_counter` has the first letters, zeros left out. */
const LABELS = ["entailment", "neutral", "contradiction"] as const;

/**
 * What ChaosNLI keeps of a pair: the label that SNLI itself has for its item, where the file gives
 * it.
 */
interface ExtraFields {
  readonly snli?: Label;
}

export type ChaosNliPair = KeptObservation<ExtraFields>;

const votes = z.int().nonnegative();

const Item = z
  .object({
    uid: z.string().min(1),
    label_count: z.tuple([votes, votes, votes]),
    label_counter: z.object({ e: votes.default(0), n: votes.default(0), c: votes.default(0) }),
    old_label: z.enum(["e", "n", "c"]).optional(),
    example: z.object({ premise: z.string().trim(), hypothesis: z.string().trim() }),
  })
  .refine(
    ({ label_count: [e, n, c], label_counter: by }) => e === by.e && n === by.n && c === by.c,
    {
      message: "disagrees with label_counter (the order is entailment, neutral, contradiction)",
      path: ["label_count"],
    },
  )
  .refine(({ label_count: [e, n, c] }) => e + n + c > 0, {
    message: "has no vote at all",
    path: ["label_count"],
  });

/**
 * ChaosNLI, the SNLI part: `x` is `{ premise, hypothesis }`, `y` one of three labels.
 *
 * P(y|x) = votes / all votes of the item (100 in the official file); P(y) = votes / all votes.
 * Pairs without a vote are not observations.
 *
 * @param where which pairs are observations, e.g. `({ responses }) => responses >= 5`; all by
 * default
 * @throws DatasetError with a sentence for each bad line
 * @example
 * import { readFileSync } from "node:fs";
 * const bytes = readFileSync("data/chaosnli/chaosNLI_snli.jsonl");
 * parseChaosNli({ file: "chaosNLI_snli.jsonl", bytes }).labels;
 * // → ["entailment", "neutral", "contradiction"]
 */
export function parseChaosNli(file: DataFile, where?: Where<ExtraFields>): Dataset<ChaosNliPair> {
  const unpacked = unpack(file);
  const tallies = new Map<string, Tally<ExtraFields>>();
  const problems: string[] = [];
  for (const [i, line] of utf8(unpacked).split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const item = readItem(line);
    const place = `${unpacked.file} line ${i + 1}`;
    if (typeof item === "string") problems.push(`${place}: ${item}.`);
    else if (tallies.has(item.uid))
      problems.push(`${place}: the item ${item.uid} was there before.`);
    else tallies.set(item.uid, tally(item));
  }
  if (tallies.size === 0 && problems.length === 0) problems.push(`${unpacked.file} is empty.`);
  refuse(problems);

  const sources = [sourceOf(unpacked)];
  return countedDataset({
    name: "chaosnli",
    labels: LABELS,
    tallies: [...tallies.values()],
    where,
    sources,
  });
}

/** The item of a line, or the error in it. */
function readItem(line: string): z.infer<typeof Item> | string {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return "not a JSON object on one line";
  }
  const { data, error } = Item.safeParse(json);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  return `${issue?.path.join(".") || "the line"}: ${issue?.message ?? "not an item of ChaosNLI"}`;
}

function tally({
  uid,
  label_count: given,
  example,
  old_label: old,
}: z.infer<typeof Item>): Tally<ExtraFields> {
  const counts = new Map<Label, number>(LABELS.map((label, i) => [label, given[i] ?? 0]));
  for (const [label, count] of counts) {
    if (count === 0) counts.delete(label);
  }
  const snli = LABELS.find((label) => label[0] === old);
  const kept = snli === undefined ? {} : { snli };
  return {
    x: example,
    total: given[0] + given[1] + given[2],
    counts,
    id: `${uid}/`,
    kept: () => kept,
  };
}
