import {
  isMeasured,
  type Measurement,
  type HeadlineResult,
  placeOf,
  type Table,
  valueText,
} from "@promptnce/report";
import { isResolvedAbove } from "../scoring/marked-statistics.ts";
import { TOO_FEW_PAIRS } from "../scoring/score-block.ts";

type Row = Table["rows"][number];

/** A line of an outcome as text. */
export function outcomeText({ said, results }: HeadlineResult["lines"][number]): string {
  const best = results.map(({ name, value }) => `${name} ${value}`).join(", ");
  return [said, best].filter(Boolean).join(": ");
}

/** A run's outcome, with data for the verdict that the lines themselves do not show. */
export interface RunOutcome extends HeadlineResult {
  readonly lines: readonly (HeadlineResult["lines"][number] & {
    /** The methods whose ρ is not resolved above 0: none of them is reported as a success. */
    readonly likeChance: readonly string[];
  })[];
}

/**
 * The method that ranks PMI best for each dataset and model; `undefined` if PMI was not asked for.
 * Methods with the counted marginal are left out.
 */
export function runOutcome(tables: readonly Table[]): RunOutcome | undefined {
  const table = tables.find(({ name }) => name === "pmi");
  if (!table) return undefined;
  const at = (id: string): number => placeOf(table, id);
  const text = (row: Row, id: string): string => valueText(row[at(id)], undefined);
  const rows = table.rows.filter((row) => !text(row, "method").endsWith(":empirical"));
  const scores = table.columns.flatMap(({ id }, column) =>
    /^rho(_|$)/.test(id)
      ? [{ column, columnSuffix: id.slice("rho".length), model: id.slice("rho_".length) }]
      : [],
  );
  const rowsByDataset = Map.groupBy(rows, (row) => text(row, "dataset"));
  const lines = [...rowsByDataset].flatMap(([dataset, datasetRows]) =>
    scores.map(({ column, columnSuffix, model }) => {
      const usesBoth = `uses_both${columnSuffix}`;
      const figures = datasetRows.flatMap((row): Figure[] => {
        const value = row[column];
        if (!isMeasured(value) || text(row, usesBoth) === TOO_FEW_PAIRS) return [];
        const over = row[at(`less_baseline${columnSuffix}`)];
        return [
          {
            name: text(row, "row"),
            value,
            isBaseline: text(row, "method").startsWith("baseline:"),
            isShown: text(row, usesBoth) === "shown",
            isOver: isMeasured(over) ? isResolvedAbove(over) : undefined,
          },
        ];
      });
      const likeChance = figures.filter(({ value }) => !isResolvedAbove(value));
      const about = scores.length > 1 ? `${dataset}, ${model}` : dataset;
      const { said, named } = saidOf(figures, likeChance.length);
      return {
        about,
        said,
        results: named.map(({ name, value }) => {
          return { name, value: valueText(value, 2).replace("≈ ", "") };
        }),
        likeChance: likeChance.map(({ name }) => name),
      };
    }),
  );
  return { title: "Outcome: Spearman's ρ between estimated and true PMI", lines };
}

interface Figure {
  readonly name: string;
  readonly value: Measurement;
  /** Whether it is the baseline of a marginal, which ignores x. */
  readonly isBaseline: boolean;
  /** Whether the method is shown to use both x and y. */
  readonly isShown: boolean;
  /** Whether the 95 % interval of ρ is above the baseline's ρ; `undefined` without a baseline. */
  readonly isOver: boolean | undefined;
}

/** The words of a line, and the methods that they apply to. */
interface OutcomeWords {
  readonly said: string;
  readonly named: readonly Figure[];
}

function saidOf(figures: readonly Figure[], likeChance: number): OutcomeWords {
  if (figures.length === 0) return { said: "too few pairs are scored to compare", named: [] };
  const top = figures.reduce((a, b) => (b.value.value > a.value.value ? b : a));
  const named = figures.filter(({ value }) => value.mark !== undefined);
  if (named.length === 0) return saidOfNone(figures, top, likeChance);
  if (!named.includes(top)) return { said: `${NO_BETTER} ${top.name}`, named };
  const isBaselineTied = named.some(({ isOver }) => isOver === false);
  if (named.length > 1) {
    return { said: isBaselineTied ? AS_BASELINE : "tied for best", named };
  }
  if (named[0]!.value.mark === "best") return { said: "best", named };
  return { said: isBaselineTied ? NO_BETTER_THAN_BASELINE : HIGHEST, named };
}

/** The line if no method is marked. */
function saidOfNone(figures: readonly Figure[], top: Figure, likeChance: number): OutcomeWords {
  if (likeChance === figures.length) {
    return { said: "no method was shown to rank better than chance", named: [] };
  }
  return figures.some(({ isShown }) => isShown)
    ? { said: top.isBaseline ? BASELINE_HIGHEST : UNSHOWN, named: [top] }
    : { said: "no method was shown to know more than base rates", named: [] };
}

/** Several methods tie, and at least one of them has a ρ not resolved above its baseline's. */
export const AS_BASELINE = "no better than label frequency";

/** One method is marked, but its ρ is not resolved above its baseline's. */
export const NO_BETTER_THAN_BASELINE = "highest, but not shown to beat base rates alone";

/**
 * One method is marked without being best: the methods that tie with it may be no better than
 * chance.
 */
export const HIGHEST = "highest, but not shown to beat methods that may be no better than chance";

/** A baseline ranks above all methods that are shown to use both x and y. */
export const BASELINE_HIGHEST = "highest, though it ignores x";

/** A method ranks above all methods that are shown to use both x and y. */
export const UNSHOWN = "highest, but a method that never reads x would be too";

/** The marked methods rank below an unmarked one, whose name follows. */
export const NO_BETTER = "not told apart from";
