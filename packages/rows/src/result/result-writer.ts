import { existsSync } from "node:fs";
import type { Provider } from "@promptnce/core";
import type { Method } from "@promptnce/core/methods";
import type { EstimatedUnit, TrialEstimate } from "@promptnce/engine/run";
import type { OutputFormat } from "../input/file-format.ts";
import type { Columns } from "../input/read-rows.ts";
import type { Survey } from "../survey/survey.ts";
import type { RowUnit } from "../survey/unit.ts";
import type { TaskSetup } from "../task/task-setup.ts";
import { GIVEN_COLUMNS, prefixFor, X_COLUMNS } from "./column-prefix.ts";
import { openOutput } from "./open-output.ts";
import { columnsOf, modelName, namesText, ownColumns, SKIPPED } from "./result-columns.ts";
import type { ResultColumn, RowParts } from "./result-columns.ts";
import { type ResultRow, rowWriter, type SpreadsheetOptions } from "./row-writer.ts";

/** Writes units that were answered, each as the rows of the result that it makes. */
export interface ResultWriter {
  write(batch: readonly EstimatedUnit<RowUnit>[]): Promise<void>;
  /** What is whole gets its name, and the place of an older one; else it is told where the rows are. */
  end(whole: boolean): Promise<void>;
}

interface WriterOptions extends SpreadsheetOptions {
  /** Where the rows go; `-` is standard output. */
  readonly out: string;
  readonly format: OutputFormat;
  /** How many labels of each x are written, the most informative first; all if not given. */
  readonly top?: number | undefined;
  readonly provider: Pick<Provider, "name" | "model">;
  /** Whether the simulated server has answered in its name by now, which the first reply may tell. */
  readonly rehearsed: () => boolean;
  /** Told where the rows are that are not the whole result, as a line for people. */
  readonly say: (line: string) => void;
}

/** What of prepared rows decides what is written of them. */
interface WrittenRows extends Pick<RowParts, "shown"> {
  readonly survey: RowParts["survey"] & Pick<Survey, "header">;
  readonly columns: Pick<Columns, "x" | "given">;
  readonly pairs: boolean;
  readonly task: Pick<TaskSetup, "mode">;
  readonly methods: readonly Pick<Method, "needs">[];
}

/**
 * Opens the result of a run.
 *
 * @throws DataError where it cannot be written to, or another run writes there.
 */
export async function resultWriter(
  { survey, columns: { x, given = [] }, pairs, task: { mode }, shown, methods }: WrittenRows,
  { out, format, top, provider, rehearsed, say, ...spreadsheet }: WriterOptions,
): Promise<ResultWriter> {
  const columns = columnsOf({
    given: given.length > 0,
    ranked: top !== undefined,
    counted: survey.people !== undefined,
    shown: shown.size > 0,
    scored: methods.some(({ needs }) => needs.scores),
    // In the paper's where it is not said.
    mode: mode !== "faithful",
  });
  const xColumns = namesText(x.map(({ column }) => column));
  const givenColumns = namesText(given.map(({ column }) => column));
  const output = await openOutput(out);
  // A row of the result is one of theirs; where all labels are asked about it is an input with a label.
  const isKept = ([, name]: [number, string]): boolean =>
    pairs || [...x, ...given].some(({ column }) => column === name);
  const theirs = [...survey.header.entries()].filter(isKept);
  const names = theirs.map(([, name]) => name);
  const prefix = prefixFor(names, ownColumns);
  const written = [
    ...names.map((name) => ({ name, type: "STRING" as const })),
    ...columns.map(({ name, type }) => ({ name: prefix + name, type })),
  ];
  const writer = await rowWriter(format, written, output, spreadsheet);
  return {
    async write(batch) {
      const model = modelName(provider, rehearsed());
      const how = { theirs, columns, survey, model, mode, shown, top, xColumns, givenColumns };
      await writer.write(batch.flatMap(({ unit, estimates }) => resultRows(unit, estimates, how)));
    },
    async end(whole) {
      if (!whole && output.path !== out) {
        say(
          `The rows so far are in ${output.path}${existsSync(out) ? `; ${out} is as it was before` : ""}.`,
        );
      }
      await writer.end(whole);
    },
  };
}

/** What of a run a row of the result depends on. */
export interface RowOptions
  extends
    Pick<RowParts, "survey" | "model" | "mode" | "shown" | "xColumns" | "givenColumns">,
    Pick<WriterOptions, "top"> {
  /** The columns of the rows that are kept, each with its place. */
  readonly theirs: readonly (readonly [number, string])[];
  /** Those behind them. */
  readonly columns: readonly ResultColumn[];
}

/**
 * The rows of a unit as they are written: in the order of the estimates, which is that of the list; or, where `top` is
 * given, the labels of each method ranked by PMI, those without one left out. A row that could not be used is one row,
 * whose status says why.
 */
export function resultRows(
  { row }: RowUnit,
  estimates: readonly TrialEstimate[],
  options: RowOptions,
): ResultRow[] {
  const { top, theirs, columns, model, mode, xColumns, givenColumns = "" } = options;
  const kept = theirs.map(([place, name]) => row.record.cell(name, place));
  if (row.problem !== undefined) {
    const told = new Map(
      Object.entries({
        [X_COLUMNS]: xColumns,
        [GIVEN_COLUMNS]: givenColumns,
        model,
        mode,
        status: `${SKIPPED}${row.problem}`,
      }),
    );
    return [[...kept, ...columns.map(({ name }) => told.get(name) ?? null)]];
  }
  const resultRow = (estimated: TrialEstimate, rank?: number): ResultRow => {
    const cells = columns.map(
      ({ value }) => value({ ...options, estimated, key: row.key, rank }) ?? null,
    );
    return [
      ...kept,
      ...cells.map((cell) => (typeof cell === "number" && !Number.isFinite(cell) ? null : cell)),
    ];
  };
  if (top === undefined) return estimates.map((one) => resultRow(one));
  return [...Map.groupBy(estimates, ({ method }) => method.id).values()].flatMap((own) =>
    own
      .filter(({ estimate }) => estimate.pmi !== undefined)
      .toSorted((a, b) => (b.estimate.pmi ?? 0) - (a.estimate.pmi ?? 0))
      .slice(0, top)
      .map((one, i) => resultRow(one, i + 1)),
  );
}
