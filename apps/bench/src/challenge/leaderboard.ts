import { type BarsFigure, columns, type Table } from "@promptnce/report";
import { SHOWN_ALPHA } from "@promptnce/core/repeats";
import { controlColumns } from "../experiments/parts/control-columns.ts";
import { errorNote } from "../scoring/marked-statistics.ts";
import {
  beyondBaseNotes,
  beyondBothMeaning,
  blindToYNote,
} from "../experiments/parts/rank-notes.ts";
import { tooFewNote } from "../scoring/score-block.ts";
import { labelErrorNote, unitErrorNote, unitName } from "../scoring/whole-units.ts";
import { isReal } from "../study/config.ts";
import type { Entry, EntryScore, EntryFinding } from "./entry.ts";
import { versions } from "./versions.ts";

/** A row of the leaderboard. */
interface Line extends EntryScore {
  readonly entry: Entry;
}

const measures = ["PMI", "P(y|x)"] as const;
const tableNames = { PMI: "challenge-pmi", "P(y|x)": "challenge-conditional" };

/** The words for what an entry's estimates show of the pairs. */
export const shownTexts: Readonly<Record<EntryFinding, string>> = {
  pairs: "which y goes with which x",
  "no rank": "no ρ above chance",
  nothing: "nothing beyond base rates",
  "too few": "not judged: too few pairs",
};

/** A table has those that apply to one of its rows. */
const controls = [
  "beyond_both",
  "by_label_se",
  "by_unit_se",
  "less_baseline",
  "beyond",
  "within",
  "blind_to_y",
] as const;

/**
 * A table for PMI and one for P(y|x), as far as the entries have scores for them. The rows of a
 * version stand together: those that show which y goes with which x, then the others, and those
 * that are not judged; each with the highest ρ first.
 */
export function leaderboard(entries: readonly Entry[]): Table[] {
  return measures.flatMap((measure) => {
    const lines = linesOf(entries, measure);
    return lines.length > 0 ? [tableOf(measure, lines)] : [];
  });
}

function linesOf(entries: readonly Entry[], measure: string): Line[] {
  const lines = entries.flatMap((entry) => entry.scores.map((score) => ({ ...score, entry })));
  const place = ({ shows }: Line) => ["pairs", "no rank", "nothing", "too few"].indexOf(shows);
  const height = ({ rho: { value } }: Line) => (Number.isNaN(value) ? -2 : value);
  return versions.flatMap(({ name }) =>
    lines
      .filter((line) => line.measure === measure && line.version === name)
      .toSorted((a, b) => place(a) - place(b) || height(b) - height(a)),
  );
}

function tableOf(measure: (typeof measures)[number], lines: readonly Line[]): Table {
  const unit = unitName(lines);
  const applying = controlColumns(controls, unit).filter(({ of }) =>
    lines.some((line) => of(line) !== undefined),
  );
  return {
    name: tableNames[measure],
    title: `Leaderboard by ${measure}`,
    simulated: simulatedText(lines),
    columns: [
      ...columns({ version: "Version", entry: "Entry", scored: "Scored" }),
      ...columns({ rho: `ρ with ${measure}` }, 2),
      ...columns({ shows: "Shows" }),
      ...applying.map(({ id, title, digits }) => ({ id, title, digits })),
    ],
    rows: lines.map((line) => [
      line.version,
      entryTitle(line),
      `${line.scored} of ${line.pairs}`,
      line.rho,
      shownTexts[line.shows],
      ...applying.map(({ of }) => of(line)),
    ]),
    notes: notesOf(measure, lines),
    crossing: {
      row: "entry",
      group: "version",
      apart: "scored",
      ours: ["rho"],
      oursTitle: "ρ",
      paper: [],
      beside: { rho: { id: "shows", title: "Shows" } },
      differing: {},
    },
  };
}

/** The entry's name, which always says if a simulated respondent made its predictions. */
function entryTitle({ entry }: Pick<Line, "entry">): string {
  return entry.simulated ? `${entry.name} (simulated)` : entry.name;
}

/** The sentence that says what of the entries is simulated, if anything is. */
function simulatedText(lines: readonly Line[]): string | undefined {
  const simulated = lines.filter(({ entry }) => entry.simulated);
  const worlds = lines.flatMap(({ version }) => (isWorld(version) ? [version] : []));
  const texts = [
    simulated.length > 0 &&
      `${simulated.length === lines.length ? "All rows" : "Rows with “(simulated)”"} are of a simulated respondent, not of a language model.`,
    worlds.length > 0 &&
      `${[...new Set(worlds)].join(", ")}: made by a program with a known joint distribution, no person's choices.`,
  ];
  const said = texts.filter((text) => text !== false);
  return said.length > 0 ? said.join(" ") : undefined;
}

function isWorld(name: string): boolean {
  return versions.some((version) => version.name === name && !isReal(version.dataset));
}

function notesOf(measure: string, lines: readonly Line[]): Table["notes"] {
  const has = (name: keyof EntryScore) => lines.some((line) => line[name] !== undefined);
  return [
    `Spearman's ρ between an entry's estimates and people's ${measure}, ± bootstrap standard error. Each entry is scored alone, so the table does not show whether two differ.`,
    `“Shows”: ${shownTexts.pairs}, if “beyond x and y alone” is above 0 (one-sided p ≤ ${`${SHOWN_ALPHA}`.slice(1)} by Student's t) and ρ is at least 1.96 standard errors above 0. The other rows come below, whatever their ρ.`,
    ...beyondBothMeaning(lines),
    ...(has("byLabel") ? [labelErrorNote] : []),
    ...(lines.some(({ byUnit }) => byUnit) ? [unitErrorNote(unitName(lines))] : []),
    ...(has("beyond") ? beyondBaseNotes : []),
    ...(has("blindToY") ? [blindToYNote] : []),
    ...(lines.some(({ shows }) => shows === "too few") ? [tooFewNote] : []),
    errorNote(),
  ];
}

/** The ρ with PMI of the entries that are judged, as bars, one panel per version. */
export function leaderboardFigure(entries: readonly Entry[]): BarsFigure {
  const lines = linesOf(entries, "PMI").filter(({ shows }) => shows !== "too few");
  return {
    kind: "bars",
    name: "challenge-pmi-bars",
    title: "Spearman's ρ between estimated and true PMI",
    simulated: simulatedText(lines),
    bars: lines.map(({ version, entry, rho, shows }) => ({
      dataset: version,
      model: shows === "pairs" ? `shows ${shownTexts.pairs}` : "does not",
      id: entry.name,
      method: entryTitle({ entry }),
      rho: rho.value,
      standardError: rho.standardError ?? Number.NaN,
    })),
    oracles: [],
  };
}
