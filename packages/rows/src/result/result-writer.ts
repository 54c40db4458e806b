import { existsSync } from "node:fs";
import type { Method, Provider } from "@promptnce/core";
import type { EstimatedUnit, TrialEstimate } from "@promptnce/providers/run";
import type { OutputFormat } from "../input/file-format.ts";
import type { RowUnit } from "../survey/unit.ts";
import type { TaskSetup } from "../task/task-setup.ts";
import { openOutput } from "./open-output.ts";
import { columnsOf, modelName, type ResultColumn, type RowParts } from "./result-columns.ts";
import { type ResultRow, rowWriter, type SpreadsheetOptions } from "./row-writer.ts";

/** Writes units that were answered, each as the rows of the result that it makes. */
export interface ResultWriter {
  write(batch: readonly EstimatedUnit<RowUnit>[]): Promise<void>;
  /**
   * Sees all of it out. Where that is the whole result it gets its name, and the place of an older one; else the person
   * is told where the rows are.
   */
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
interface WrittenRows extends Pick<RowParts, "survey" | "shown"> {
  readonly task: Pick<TaskSetup, "fields" | "mode">;
  readonly methods: readonly Pick<Method, "scored">[];
}

/**
 * Opens the result of a run.
 *
 * @throws DataError where it cannot be written to, or another run writes there.
 */
export async function resultWriter(
  { survey, task: { fields, mode }, shown, methods }: WrittenRows,
  { out, format, top, provider, rehearsed, say, ...spreadsheet }: WriterOptions,
): Promise<ResultWriter> {
  const columns = columnsOf({
    ranked: top !== undefined,
    counted: survey.people !== undefined,
    shown: shown.size > 0,
    scored: methods.some(({ scored }) => scored),
    // In the paper's where it is not said.
    mode: mode !== "faithful",
  });
  const output = await openOutput(out);
  const written = [...fields.map((name) => ({ name, type: "STRING" as const })), ...columns];
  const writer = await rowWriter(format, written, output, spreadsheet);
  return {
    async write(batch) {
      const model = modelName(provider, rehearsed());
      const how = { fields, columns, survey, model, mode, shown, top };
      await writer.write(batch.flatMap(({ unit, estimates }) => resultRows(unit, estimates, how)));
    },
    async end(whole) {
      if (!whole && output.path !== out) {
        say(`The rows so far are in ${output.path}${existsSync(out) ? `; ${out} is as it was before` : ""}.`);
      }
      await writer.end(whole);
    },
  };
}

/** What of a run a row of the result depends on. */
export interface RowOptions extends Pick<RowParts, "survey" | "model" | "mode" | "shown"> {
  /** Of x, in the order of the columns. */
  readonly fields: readonly string[];
  /** Those behind the fields. */
  readonly columns: readonly ResultColumn[];
  /** How many labels of each x are written, the most informative first; all if not given. */
  readonly top?: number | undefined;
}

/**
 * The rows of a unit as they are written: in the order of the estimates, which is that of the list; or, where `top` is
 * given, the labels of each method ranked by PMI, those without one left out.
 */
export function resultRows({ row }: RowUnit, estimates: readonly TrialEstimate[], options: RowOptions): ResultRow[] {
  const { top } = options;
  if (top === undefined) return estimates.map((one) => resultRow(row.key, one, options));
  return [...Map.groupBy(estimates, ({ method }) => method.id).values()].flatMap((own) =>
    own
      .filter(({ estimate }) => estimate.pmi !== undefined)
      .toSorted((a, b) => (b.estimate.pmi ?? 0) - (a.estimate.pmi ?? 0))
      .slice(0, top)
      .map((one, i) => resultRow(row.key, one, options, i + 1)),
  );
}

function resultRow(key: string, estimated: TrialEstimate, options: RowOptions, rank?: number): ResultRow {
  const { fields, columns, survey, model, mode, shown } = options;
  const parts: RowParts = { estimated, key, model, mode, survey, rank, shown };
  return [
    ...fields.map((field) => estimated.trial.x[field] ?? ""),
    ...columns.map(({ value }) => {
      const cell = value(parts) ?? null;
      return typeof cell === "number" && !Number.isFinite(cell) ? null : cell;
    }),
  ];
}
