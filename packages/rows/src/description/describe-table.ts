import { OptionError, type Sentence } from "@promptnce/core/errors";
import { missingTest } from "../input/missing-texts.ts";
import type { FirstRows } from "../input/table-start.ts";
import { type LayoutOption, layoutOf } from "../layout/named-layout.ts";
import { type Column, columnOf } from "../columns/column.ts";
import { countColumn, countsPeople, pointsInCount, weighs } from "./count-column.ts";
import { labelColumn } from "./label-column.ts";
import { evasiveDoubt, noVoteDoubt } from "./evasive-answers.ts";
import { alikeColumns, alikeDoubt } from "./rater-columns.ts";
import { contextColumn, contextDoubt } from "./context-column.ts";
import { acceptedDoubt, prodigyExport } from "./prodigy.ts";
import { crossDoubt, groupColumns, groupReadings } from "./group-columns.ts";
import { headerDoubt, isUnnamed, secondHeader } from "./second-header.ts";
import { groupSharesDoubt, severalDoubt, severalShown } from "./several-answers.ts";
import { rowsWithinDoubt, shownColumn } from "./shown-column.ts";
import {
  columnRoles,
  type Doubt,
  type GivenReading,
  type Reading,
  type Shape,
  type TableDescription,
  type TableReading,
} from "./table-description.ts";
import { mayBeVotes, voteEvidence } from "./vote-column.ts";
import { boxColumns, boxDoubt, oneHotColumns, tickReading } from "./tick-columns.ts";
import { toolColumns } from "../columns/tool-columns.ts";
import { headingDoubt, noAnswerDoubts, totalLabelDoubt, totalRowDoubt } from "./total-rows.ts";
import { countedTotal, findTotal, totalDoubt } from "./totals.ts";

/**
 * Describes a table by its first rows: its columns and their kinds, the role of each, what a row
 * is, and what can be read in more than one way, with the options that decide. Roles that are given
 * are kept.
 *
 * @throws OptionError if a given column does not exist
 * @example
 * import { tableStart } from "@promptnce/rows/input";
 * const { shape, roles } = describeTable(await tableStart("pairs.csv", "csv"));
 * [shape, roles.x, roles.y]; // → ["counted", ["cue"], "response"]
 */
export function describeTable(
  { columns: columnNames, rows }: FirstRows,
  given: GivenReading = {},
): TableDescription {
  const names = [...columnNames, ...nestedAmong(columnNames, given)];
  checkGiven(names, given);
  const isMissing = missingTest(given.missing);
  const tools = toolColumns(names);
  const read = names.map((name) => columnOf(name, rows, isMissing, tools.has(name)));
  const header = given.header === undefined ? secondHeader(read) : undefined;
  const below = header === undefined ? rows : rows.slice(header.rows);
  const columns =
    below === rows ? read : names.map((name) => columnOf(name, below, isMissing, tools.has(name)));
  const described = describedBy(columns, given);
  // Columns without a name get one by the header's second line.
  const isNamed = header === undefined || !names.some(isUnnamed);
  const doubts = [
    ...(header === undefined ? [] : [headerDoubt(header)]),
    ...totalRowDoubt(columns),
    ...noAnswerDoubts(columns),
    ...(given.given === undefined ? headingDoubt(columns) : []),
    ...rowsWithinDoubt(given.x === undefined ? textsOf(columns) : []),
    ...(isNamed ? described.doubts : []),
  ];
  return { ...described, columns, doubts };
}

function describedBy(columns: readonly Column[], given: GivenReading): TableReading {
  const layout = layoutOf(given);
  return layout === undefined ? rowsOf(columns, given) : laidOutOf(columns, given, layout.option);
}

/** A table with a column for each label, rater, question or group of people. */
function laidOutOf(
  columns: readonly Column[],
  given: GivenReading,
  shape: LayoutOption,
): TableReading {
  if (shape === "groups") return groupedOf(columns, given);
  const free = freeOf(columns, given);
  const x = given.x === undefined ? shownColumn(textsOf(free)) : {};
  const named = namedIn(columns, shape === "wide" ? given.wide : []);
  const ticks = tickReading(named, given);
  const roles = {
    x: given.x ?? (x.proposed && [x.proposed.name]),
    weight: given.weight ?? free.find((column) => column.isAmount && weighs(column))?.name,
    given: given.given,
    [shape]: given[shape] || undefined,
    several: ticks.several,
  };
  const raters = shape === "raters" ? namedIn(columns, given.raters || []) : [];
  const noVote = given.missing === undefined ? noVoteDoubt(raters) : undefined;
  const doubts = [
    ...ticks.doubts,
    ...(noVote === undefined ? [] : [noVote]),
    ...doubtOf(x.doubt, { option: "x" }),
  ];
  return { shape, roles, evidence: [...ticks.evidence, ...groupColumns(named)], doubts };
}

/** A table with a label in each row and a column for each group of people. */
function groupedOf(columns: readonly Column[], given: GivenReading): TableReading {
  const texts = textsOf(freeOf(columns, given));
  // The groups are what people were shown where no other column is.
  const isShown = given.x === undefined && texts.length > 1;
  const y = given.y === undefined ? labelColumn(texts, isShown) : {};
  const yName = given.y ?? y.proposed?.name;
  const others = texts.filter(({ name }) => name !== yName);
  const context = contextColumn(others, given);
  const x = given.x ?? others.filter((column) => column !== context).map(({ name }) => name);
  return {
    shape: "groups",
    roles: { x, y: yName, given: given.given, groups: given.groups },
    evidence: [],
    doubts: [
      ...contextDoubt(context),
      ...doubtOf(y.doubt, { option: "y" }),
      ...labelDoubts(namedIn(columns, [yName])[0], { ...given, several: false }),
    ],
  };
}

/** A table whose rows each have a label, or seem to have several. */
function rowsOf(columns: readonly Column[], known: GivenReading): TableReading {
  const prodigy = prodigyExport(columns);
  const given = { ...known, y: known.y ?? prodigy?.label.name };
  const free = freeOf(columns, given).filter((column) => column !== prodigy?.answer);
  // A column that counts up may be a part of a total all the same.
  const found = findTotal(columns.filter(({ kind }) => kind === "id" || !NO_LABELS.has(kind)));
  const alike = alikeColumns(
    columns.filter((column) => free.includes(column) || column.name === given.y),
  );
  const boxes = boxColumns(free) ?? (alike === undefined ? oneHotColumns(free) : undefined);
  // A few boxes of a question may add up to any other column.
  const isOfBoxes = found?.parts.some((part) => boxes?.includes(part)) ?? false;
  const total = given.count === undefined && !isOfBoxes ? found : undefined;
  const [reading] = [...totalDoubt(total), ...boxDoubt(boxes, given), ...alikeDoubt(alike, given)];
  const alone = boxes ?? alike?.columns;
  const grouped = total === undefined ? alone : [total.total, ...total.parts];
  const usable =
    reading === undefined ? free : free.filter((column) => grouped?.includes(column) !== true);
  const described = votedOf(columns, usable, given) ?? answersOf(columns, usable, given);
  if (reading === undefined) {
    const doubts = [...acceptedDoubt(prodigy, known), ...described.doubts];
    return {
      ...described,
      evidence: [
        ...described.evidence,
        ...countedTotal(found, given),
        ...pointsInCount(columns.find(({ name }) => name === given.count)),
      ],
      doubts,
    };
  }
  const { x, ...roles } = described.roles;
  const doubts = described.doubts.filter((doubt) => doubt.readings[0]?.option === "x");
  return { ...described, roles: { ...roles, x, y: given.y }, doubts: [reading, ...doubts] };
}

/** A table whose rows each have one label, beside the votes for it; `undefined` if none has votes. */
function votedOf(
  columns: readonly Column[],
  usable: readonly Column[],
  given: GivenReading,
): TableReading | undefined {
  const [votes, ...others] = usable.filter((column) => mayBeVotes(column));
  if (votes === undefined || others.length > 0 || given.count !== undefined) return undefined;
  const rest = usable.filter((column) => column !== votes);
  const described = answersOf(columns, rest, { ...given, count: votes.name });
  const { x = [], y } = described.roles;
  const label = columns.find(({ name }) => name === y);
  if (x.length === 0 || label === undefined) return undefined;
  const evidence = voteEvidence(votes, namedIn(columns, x), label);
  if (evidence === undefined) return undefined;
  return { ...described, evidence: [...described.evidence, evidence] };
}

/** A table whose rows each have one label. */
function answersOf(
  columns: readonly Column[],
  usable: readonly Column[],
  given: GivenReading,
): TableReading {
  const counts = usable.filter((column) => {
    return column.isAmount && column.kind !== "tool" && countsPeople(column);
  });
  const amounts = usable.filter(({ isAmount, kind }) => isAmount && !NO_LABELS.has(kind));
  const weight = amounts.find((column) => weighs(column));
  const rest = usable.filter((column) => {
    return !NO_LABELS.has(column.kind) && column !== weight && !counts.includes(column);
  });
  const y = given.y === undefined ? labelColumn(rest, given.x === undefined) : {};
  const yName = given.y ?? y.proposed?.name;
  const texts = textsOf(rest);
  const unlabelled = texts.filter(({ name }) => name !== yName);
  const context = contextColumn([...unlabelled, ...namedIn(columns, given.x)], given);
  const shown = unlabelled.filter((column) => column !== context);
  const x = given.x === undefined ? shownColumn(shown) : {};
  const roles = {
    x: given.x ?? (x.proposed && [x.proposed.name]),
    y: yName,
    given: given.given,
  };
  const shownDoubt =
    given.y === undefined && given.x === undefined ? severalShown(x.proposed) : undefined;
  const others = amounts.filter((column) => rest.includes(column) && column.name !== yName);
  const xColumns = namedIn(columns, roles.x);
  const pairsRepeat = repeats([...xColumns, ...namedIn(columns, [yName, ...(given.given ?? [])])]);
  const counting = countColumn({ counts, weight, others, x: xColumns, pairsRepeat, given });
  const mayBeWide = given.y === undefined && given.count === undefined && others.length > 1;
  const parent = parentOf(others);
  const wide =
    parent === undefined
      ? { option: "wide", value: others.map(({ name }) => name) }
      : { option: "y", value: parent };
  const cross = mayBeWide ? crossDoubt(y.proposed, texts, others) : undefined;
  const readings = mayBeWide ? [wide, ...groupReadings(others, texts)] : [];
  return {
    roles: {
      ...roles,
      count: counting.count,
      weight: counting.weight,
      several: given.several,
    },
    shape: shapeOf(counting, pairsRepeat),
    evidence: counting.evidence,
    doubts: [
      ...contextDoubt(context),
      ...(cross ?? [
        ...doubtOf(y.doubt ?? shownDoubt, { option: "y" }, ...readings),
        ...doubtOf(x.doubt, { option: "x" }),
      ]),
      ...(mayBeWide && texts.length === 1 ? [] : counting.doubts),
      ...totalLabelDoubt(
        columns,
        xColumns,
        columns.find(({ name }) => name === yName),
      ),
      ...labelDoubts(
        columns.find(({ name }) => name === yName),
        given,
      ),
    ],
  };
}

/** The kinds of columns that hold no labels. */
const NO_LABELS: ReadonlySet<Column["kind"]> = new Set(["id", "person", "time", "tool", "empty"]);

function textsOf(columns: readonly Column[]): Column[] {
  return columns.filter(({ kind }) => kind === "text");
}

/** The columns without a given role that hold something. */
function freeOf(columns: readonly Column[], given: GivenReading): Column[] {
  const taken = new Set(Object.values(given).flatMap((named) => named || []));
  const isPart = (name: string): boolean => given.y !== undefined && name.startsWith(`${given.y}.`);
  return columns.filter(({ name, kind }) => !taken.has(name) && !isPart(name) && kind !== "empty");
}

function namedIn(
  columns: readonly Column[],
  names: readonly (string | undefined)[] = [],
): readonly Column[] {
  return columns.filter(({ name }) => names.includes(name));
}

/** Whether some rows have the same values in all of these columns, none of which is empty. */
function repeats(columns: readonly Column[]): boolean {
  const [first] = columns;
  const keys = (first?.texts ?? []).flatMap((_, row) => {
    const texts = columns.map(({ texts }) => texts[row] ?? "");
    return texts.includes("") ? [] : [JSON.stringify(texts)];
  });
  return new Set(keys).size < keys.length;
}

function shapeOf({ count, weight }: TableDescription["roles"], pairsRepeat: boolean): Shape {
  if (count !== undefined && count !== "rows") return "counted";
  return pairsRepeat || weight !== undefined || count === "rows" ? "answers" : "pairs";
}

function doubtOf(says: Sentence | undefined, ...readings: readonly Reading[]): Doubt[] {
  return says === undefined ? [] : [{ says, readings }];
}

/** What is doubtful about the cells of the label's column. */
function labelDoubts(column: Column | undefined, given: GivenReading): Doubt[] {
  if (column === undefined) return [];
  const shares = groupSharesDoubt(column);
  if (shares !== undefined) return [shares];
  const several = given.several === undefined ? severalDoubt(column) : undefined;
  const evasive = given.missing === undefined ? evasiveDoubt(column) : undefined;
  return [several, evasive].filter((doubt) => doubt !== undefined);
}

/**
 * The given columns that are none by name: one of nested values, whose paths alone are columns, and
 * paths into cells of JSON, as `annotations.value`.
 */
function nestedAmong(columns: readonly string[], { x = [], y }: GivenReading): readonly string[] {
  const given = [...x, ...(y === undefined ? [] : [y])].filter((name) => !columns.includes(name));
  return given.filter((name) =>
    columns.some(
      (column) => (name === y && column.startsWith(`${name}.`)) || name.startsWith(`${column}.`),
    ),
  );
}

/** The object of which all of these columns are parts, as `soft` of `soft.0` and `soft.1`. */
function parentOf(columns: readonly Column[]): string | undefined {
  const parents = columns.map(({ name }) => /^[\w-]+(?:\.[\w-]+)*(?=\.[\w-]+$)/.exec(name)?.[0]);
  const [groups] = [...Map.groupBy(parents, (parent) => parent)]
    .filter(([parent, group]) => parent !== undefined && group.length > 1)
    .toSorted(([, a], [, b]) => a.length - b.length);
  return groups?.[0];
}

function checkGiven(columns: readonly string[], given: GivenReading): void {
  for (const role of columnRoles) {
    const named = [given[role] || []].flat();
    const stranger = named.find((name) => !columns.includes(name) && name !== "rows");
    if (stranger === undefined) continue;
    const there = columns.join(", ").slice(0, 1000);
    throw new OptionError(role, `there is no column ${stranger}; the columns are ${there}`);
  }
}
