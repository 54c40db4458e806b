import { basename, join } from "node:path";
import { UsageError } from "@promptnce/command/errors";
import { countText } from "@promptnce/core/errors";
import { replaceFile } from "@promptnce/engine/files";
import { tableCsv, tableMarkdown } from "@promptnce/report";
import {
  type ChallengePairs,
  challengePairs,
  datasetsIn,
  hashOf,
  pairsText,
} from "./challenge-pairs.ts";
import { isResolvedAbove } from "../scoring/marked-statistics.ts";
import { type Entry, entryLine, type EntryScore, readEntries } from "./entry.ts";
import { leaderboardPage } from "./leaderboard-page.ts";
import { leaderboard, shownTexts } from "./leaderboard.ts";
import { predictionsOfRun } from "./predictions-of-run.ts";
import { checkVersion, type Predictions, readPredictions } from "./predictions.ts";
import { scorePredictions, type VersionScores } from "./score-predictions.ts";

/** Writes the pairs of each dataset into the folder, and returns what to print. */
export async function writePairs(of: {
  readonly data?: string | undefined;
  readonly out: string;
}): Promise<string> {
  const sentences: string[] = [];
  for (const name of datasetsIn(of.data)) {
    const challenge = await challengePairs(name, of.data);
    const path = join(of.out, `${challenge.version.name}.jsonl`);
    replaceFile(path, pairsText(challenge), "out");
    const count = countText(challenge.evaluation.length + challenge.development.length);
    sentences.push(
      `${path}: ${count} pairs, SHA-256 ${hashOf(challenge)}.${unverified(challenge)}`,
    );
  }
  return `${sentences.join("\n")}\n`;
}

/** Says that nobody has committed the hash of these pairs yet, if so. */
function unverified({ version }: ChallengePairs): string {
  if (version.sha256 !== undefined) return "";
  return ` No hash of ${version.name} is committed yet, since its files were not at hand: compare it with that of other entrants.`;
}

/** The most characters of a name, so that it fits beside a bar. */
const NAME = 50;

interface ScoreOptions {
  readonly data?: string | undefined;
  /** The entry's name on the leaderboard; the file's by default. */
  readonly name?: string | undefined;
  readonly simulated?: boolean | undefined;
  /** The file for the entry; none by default. */
  readonly out?: string | undefined;
}

/**
 * Scores a file of predictions and returns the tables of its scores and what they show. With `out`,
 * the entry is written there.
 *
 * @throws DataError if the file cannot be used, or was made for another version than that of the
 *   folder
 */
export async function scoreFile(path: string, options: ScoreOptions): Promise<string> {
  const { data, name = basename(path).replace(/\.\w+$/, ""), simulated = false, out } = options;
  if (name.length > NAME) throw new UsageError(`--name: give at most ${NAME} characters`);
  const predictions = readPredictions(path);
  const scored: [ChallengePairs, VersionScores][] = [];
  for (const version of predictions.versions) {
    const challenge = await challengePairs(version.dataset, data);
    checkVersion(path, version, challenge.version);
    scored.push([challenge, scorePredictions(challenge, predictions)]);
  }
  const entry: Entry = {
    challenge: 1,
    name,
    simulated,
    predictions: predictions.sha256,
    pairs: Object.fromEntries(scored.map(([of]) => [of.version.name, hashOf(of)])),
    scores: scored.flatMap(([, { scores }]) => scores),
  };
  if (out !== undefined) replaceFile(out, entryLine(entry), "out");
  const sentences = [
    ...scored.flatMap(([challenge, scores]) => sentencesOf(challenge, scores)),
    ...strangers(predictions),
    ...(out === undefined ? [] : [`Wrote the entry to ${out}.`]),
  ];
  const rows = leaderboard([entry]).map((table) => tableMarkdown({ ...table, notes: [] }));
  return `${rows.join("\n")}\n${sentences.join("\n")}\n`;
}

function sentencesOf(challenge: ChallengePairs, of: VersionScores): string[] {
  const { scores, missing, unknown } = of;
  const { name } = challenge.version;
  const all = challenge.evaluation.length;
  const share = Math.floor((100 * (all - missing.length)) / all);
  return [
    ...scores.map((score) => `${name}, ${score.measure}: ${shownText(score)}.`),
    ...(missing.length > 0
      ? [
          `${name}: missing ids (${missing.length}), so that the scores are of ${share} % of its ${all} pairs: ${listed(missing)}.`,
        ]
      : []),
    ...(unknown.length > 0
      ? [`${name}: unknown ids (${unknown.length}): ${listed(unknown)}.`]
      : []),
    unverified(challenge).trim(),
  ].filter((sentence) => sentence !== "");
}

/** What a score shows, and whether the entrant's base rates alone rank the pairs as well. */
function shownText({ shows, over }: EntryScore): string {
  if (shows === "too few") return shownTexts[shows];
  const isBeside = shows !== "nothing" && over !== undefined && !isResolvedAbove(over);
  const beside = isBeside ? ", but ranks pairs no better than its own base rates alone" : "";
  return `shows ${shownTexts[shows]}${beside}`;
}

/** Names the ids that are of no version. */
function strangers({ path, foreign }: Predictions): string[] {
  if (foreign.length === 0) return [];
  return [`${path}: ids of no version (${foreign.length}): ${listed(foreign)}.`];
}

const FEW = 5;

/** The first ids, and the number of the others. */
function listed(ids: readonly string[]): string {
  const more = ids.length > FEW ? ` and ${countText(ids.length - FEW)} more` : "";
  return `${ids.slice(0, FEW).join(", ")}${more}`;
}

/**
 * The leaderboard of the entries in these files, as Markdown. With `out`, it is written into that
 * folder as Markdown, CSV and a page.
 */
export function tableOfEntries(
  paths: readonly string[],
  { out }: { readonly out?: string | undefined },
): string {
  const entries = readEntries(paths);
  if (entries.length === 0) throw new UsageError("there is no entry in these files");
  const tables = leaderboard(entries);
  const markdown = tables.map(tableMarkdown).join("\n");
  if (out === undefined) return markdown;
  replaceFile(join(out, "leaderboard.md"), markdown, "out");
  for (const table of tables) {
    replaceFile(join(out, `${table.name}.csv`), tableCsv(table), "out");
  }
  replaceFile(join(out, "leaderboard.html"), leaderboardPage(entries), "out");
  return `${markdown}\nWrote the leaderboard. Open ${join(out, "leaderboard.html")}.\n`;
}

/** Writes a run's estimates by one method as predictions, and returns what to print. */
export function writeRunPredictions(
  folder: string,
  options: { readonly method: string; readonly model?: string | undefined; readonly out: string },
): string {
  const { csv, pairs, simulated } = predictionsOfRun(folder, options);
  replaceFile(options.out, csv, "out");
  const how = simulated ? " A simulated respondent made them: score them with --simulated." : "";
  return `${options.out}: ${countText(pairs)} predictions.${how}\n`;
}
