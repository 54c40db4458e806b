import type { WordingMode } from "@promptnce/prompts";
import type { ModelIdentity } from "@promptnce/providers";
import { existsSync } from "node:fs";
import type { Method } from "@promptnce/core/methods";
import type { EstimatedUnit, TrialEstimate } from "@promptnce/engine/run";
import type { TableFormat } from "../formats/file-format.ts";
import type { Columns } from "../input/read-rows.ts";
import type { ShareSurvey } from "../survey/survey.ts";
import type { RowUnit } from "../survey/unit.ts";
import { GIVEN_COLUMNS, prefixFor, WEIGHT_COLUMN, X_COLUMNS } from "./column-prefix.ts";
import { openOutput } from "./open-output.ts";
import {
  columnsOf,
  modelName,
  namesText,
  ownColumns,
  SKIPPED,
  type ResultColumn,
  type RowParts,
} from "./result-columns.ts";
import { type ResultRow, rowWriter, type SpreadsheetOptions } from "./row-writer.ts";

/** A writer of estimated units as rows of a result. */
export interface ResultWriter {
  write(batch: readonly EstimatedUnit<RowUnit>[]): Promise<void>;
  /**
   * A `whole` result replaces an older one at its final path; otherwise `say` is told where the
   * rows so far are.
   */
  end(whole: boolean): Promise<void>;
}

interface WriterOptions extends SpreadsheetOptions {
  /** The path of the result; `-` is standard output. */
  readonly out: string;
  readonly format: TableFormat;
  /** The number of labels to write for each x, those with the highest PMI first; all by default. */
  readonly top?: number | undefined;
  readonly provider: ModelIdentity;
  /**
   * Whether the simulated server has answered in the provider's name so far; only a reply can tell.
   */
  readonly rehearsed: () => boolean;
  /** Called with a line for people that says where the rows of an incomplete result are. */
  readonly say: (line: string) => void;
}

/** The parts of prepared rows that a result depends on. */
interface WrittenRows {
  readonly shown: RowParts["shown"];
  readonly survey: ShareSurvey & { readonly header: readonly string[] };
  readonly columns: Pick<Columns, "x" | "given" | "weight">;
  readonly pairs: boolean;
  readonly task: { readonly mode: WordingMode };
  readonly methods: readonly { readonly needs: Method["needs"] }[];
}

/**
 * A writer of the result of a run.
 *
 * @throws PlaceError if the file holds replies or cannot be written to; DataError if another run is
 *   writing to it.
 * @example
 * import { readFileSync } from "node:fs";
 * import { planColumns, prepareRows } from "@promptnce/rows";
 * import { tableFile } from "@promptnce/rows/input";
 * import { taskSetup } from "@promptnce/rows/tasks";
 * const task = await taskSetup("words", "faithful");
 * const columns = planColumns({ y: "response" }, task);
 * const table = await tableFile({ path: "pairs.csv", format: "csv" });
 * const prepared = await prepareRows(table, { task, columns, ask: "pairs", seed: "1" });
 * const model = { provider: { name: "openai", model: "gpt-5" }, rehearsed: () => false };
 * const writer = await resultWriter(prepared, { out: "out.csv", format: "csv", ...model });
 * await writer.end(true);
 * readFileSync("out.csv", "utf8").startsWith("cue,response,people,y,method,model"); // → true
 */
export async function resultWriter(
  {
    survey,
    columns: { x, given = [], weight },
    pairs,
    task: { mode },
    shown,
    methods,
  }: WrittenRows,
  { out, format, top, provider, rehearsed, say, ...spreadsheet }: WriterOptions,
): Promise<ResultWriter> {
  const columns = columnsOf({
    given: given.length > 0,
    // If all labels are asked about, a row of the result is no row of the table.
    weighted: pairs && weight !== undefined,
    ranked: top !== undefined,
    counted: survey.people !== undefined,
    shown: shown.size > 0,
    scored: methods.some(({ needs }) => needs.scores),
    // A result without the column has the paper's mode.
    mode: mode !== "faithful",
  });
  const xColumns = namesText(x.map(({ column }) => column));
  const givenColumns = namesText(given.map(({ column }) => column));
  const output = await openOutput(out);
  // If all labels are asked about, a row of the result is an input with a label, so only those
  // columns are kept.
  const isKept = ([, name]: [number, string]): boolean =>
    pairs || [...x, ...given].some(({ column }) => column === name);
  const rowColumns = [...survey.header.entries()].filter(isKept);
  const names = rowColumns.map(([, name]) => name);
  const prefix = prefixFor(names, ownColumns);
  const written = [
    ...names.map((name) => ({ name, type: "STRING" as const })),
    ...columns.map(({ name, type }) => ({ name: prefix + name, type })),
  ];
  const writer = await rowWriter(format, written, output, spreadsheet);
  return {
    async write(batch) {
      const model = modelName(provider, rehearsed());
      const named = { xColumns, givenColumns, weightColumn: weight };
      const options = { rowColumns, columns, survey, model, mode, shown, top, ...named };
      const rows = batch.flatMap(({ unit, estimates }) => resultRows(unit, estimates, options));
      await writer.write(rows);
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

/** The parts of a run that a row of the result depends on. */
export interface RowOptions
  extends
    Pick<
      RowParts,
      "survey" | "model" | "mode" | "shown" | "xColumns" | "givenColumns" | "weightColumn"
    >,
    Pick<WriterOptions, "top"> {
  /** The columns of the rows that are kept, each with its place. */
  readonly rowColumns: readonly (readonly [number, string])[];
  /** The columns that the result adds. */
  readonly columns: readonly ResultColumn[];
}

/**
 * The rows of a unit in the result, in the order of its estimates. With `top`, they are instead
 * each method's labels with the highest PMI, ranked; labels without a PMI are left out. A row that
 * could not be used gives one row, whose status says why.
 */
export function resultRows(
  { row }: RowUnit,
  estimates: readonly TrialEstimate[],
  options: RowOptions,
): ResultRow[] {
  const { top, rowColumns, columns, model, mode } = options;
  const { xColumns, givenColumns = "", weightColumn = "" } = options;
  const kept = rowColumns.map(([place, name]) => row.record.cell(name, place));
  if (row.problem !== undefined) {
    const cells = new Map(
      Object.entries({
        [X_COLUMNS]: xColumns,
        [GIVEN_COLUMNS]: givenColumns,
        [WEIGHT_COLUMN]: weightColumn,
        model,
        mode,
        status: `${SKIPPED}${row.problem}`,
      }),
    );
    return [[...kept, ...columns.map(({ name }) => cells.get(name) ?? null)]];
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
  return [...Map.groupBy(estimates, ({ method }) => method.id).values()].flatMap((ofMethod) =>
    ofMethod
      .filter(({ estimate }) => estimate.pmi !== undefined)
      .toSorted((a, b) => (b.estimate.pmi ?? 0) - (a.estimate.pmi ?? 0))
      .slice(0, top)
      .map((one, i) => resultRow(one, i + 1)),
  );
}
