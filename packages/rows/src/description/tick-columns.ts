import type { Sentence } from "@promptnce/core/errors";
import { isOff, isOn } from "../cells/ticks.ts";
import type { Column } from "../columns/column.ts";
import { listed, shortened } from "../columns/column-names.ts";
import type { Doubt, GivenReading } from "./table-description.ts";

/**
 * The part of a name that the boxes of one question share: `Q4` of `Q4_1`, `FAS` of `FAS[SQ001]`, and
 * of LimeSurvey's `FAS[SQ001]. Which? [Bus]` and REDCap's `Which? (choice=Bus)` the question. What
 * tools put between a question and its option comes before a sign that may stand within either:
 * `crop/sweet_potato` is of `crop`.
 */
function stemOf(name: string): string | undefined {
  const [, stem] =
    /^(.+)(?:\[[^\]]*\]| \(choice=.*\))$/su.exec(name) ??
    /^(.+?) [-–:] .+$/su.exec(name) ??
    /^(.+)(?:___|:::|\/)[^/]+$/su.exec(name) ??
    /^(.+)[._:][^._:]+$/su.exec(name) ??
    [];
  return stem?.replace(/\[\w+\](?=\. )/, "");
}

/** What a box belongs to: the stem of its name, or others with their own names in their cells. */
function questionOf({ name, values }: Column): string | undefined {
  return values.size === 1 && values.has(name.trim()) ? "" : stemOf(name);
}

/** Whether a column holds ticks: one text or none, or yes and no. */
function holdsTicks({ values, filled, texts, kind }: Column): boolean {
  if (kind === "tool" || values.size === 0 || values.size > 2) return false;
  const ticked = [...values.keys()].filter((text) => !isOff(text));
  if (ticked.length !== 1) return false;
  return values.size === 2 ? isOn(ticked[0]!) : filled < texts.length;
}

/** Columns of boxes that people tick, which belong to one question by their names. */
export function boxColumns(columns: readonly Column[]): readonly Column[] | undefined {
  const ticks = columns.filter((column) => holdsTicks(column) && questionOf(column) !== undefined);
  const groups = [...Map.groupBy(ticks, questionOf).values()];
  const [largest] = groups.toSorted((a, b) => b.length - a.length);
  const question = largest && questionOf(largest[0]!);
  // A box that everybody ticked belongs to the question too.
  const all = columns.filter((one) => questionOf(one) === question && mayBeTicks(one));
  return question === undefined || all.length < 2 ? undefined : all;
}

/**
 * The fewest neighbours of 0 and 1 that show the labels of one question, whatever they are called.
 */
const NEIGHBOURS = 3;

/**
 * The longest run of columns of 0 and 1, as programs write a label in several columns, of which
 * some nobody may have given.
 */
export function oneHotColumns(columns: readonly Column[]): readonly Column[] | undefined {
  const runs: Column[][] = [[]];
  for (const column of columns) {
    const isOneHot =
      column.filled > 0 && column.values.keys().every((text) => /^[01](?:\.0)?$/.test(text));
    if (isOneHot) runs.at(-1)!.push(column);
    else runs.push([]);
  }
  const [longest = []] = runs.toSorted((a, b) => b.length - a.length);
  const both = longest.filter(({ values }) => values.size > 1);
  return both.length >= NEIGHBOURS ? longest : undefined;
}

/** Whether a column holds ticks, of everybody perhaps. */
function mayBeTicks(column: Column): boolean {
  return holdsTicks(column) || (column.kind === "constant" && column.values.size === 1);
}

/** The doubt whether columns of ticks are the labels of one question. */
export function boxDoubt(boxes: readonly Column[] | undefined, given: GivenReading): Doubt[] {
  if (boxes === undefined || given.y !== undefined || given.raters !== undefined) return [];
  const [first] = boxes;
  const tick = [...(first?.values.keys() ?? [])].find((text) => !isOff(text)) ?? "";
  const says = `${listed(boxes, "and")} hold ticks (${shortened(tick)}), as the boxes of one question do`;
  const value = boxes.map(({ name }) => name);
  return [{ says, readings: [{ option: "wide", value }, { option: "y" }] }];
}

/** Whether a column may be a box, which nobody or everybody ticked perhaps. */
function isBox(column: Column): boolean {
  return mayBeTicks(column) || column.values.keys().every(isOff);
}

/** How columns of labels are read that hold ticks. */
export interface TickReading {
  /** Whether each row is one person, who ticked labels. */
  readonly several?: boolean | undefined;
  readonly evidence: readonly Sentence[];
  readonly doubts: readonly Doubt[];
}

/** Whether the columns of labels hold what one person ticked; doubtful where they hold 0 and 1. */
export function tickReading(columns: readonly Column[], given: GivenReading): TickReading {
  const plain = { several: given.several, evidence: [], doubts: [] };
  if (given.several !== undefined || columns.length < 2) return plain;
  const filled = columns.filter(({ filled: count }) => count > 0);
  if (!filled.some((column) => holdsTicks(column)) || !filled.every((one) => isBox(one)))
    return plain;
  const names = listed(columns, "and");
  if (!filled.every(({ isNumber }) => isNumber)) {
    return {
      several: true,
      evidence: [`${names} hold ticks, so that each row is one person`],
      doubts: [],
    };
  }
  const says = `${names} hold 0 and 1, which may be ticks of one person or numbers of people`;
  const readings = [
    { option: "several", value: true, does: "each row is one person, who ticked labels" },
    { option: "several", value: false, does: "counts people" },
  ];
  return { ...plain, doubts: [{ says, readings }] };
}
