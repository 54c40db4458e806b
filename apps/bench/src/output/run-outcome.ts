import {
  isMeasured,
  type Measured,
  type HeadlineResult,
  type Table,
  valueText,
} from "@promptnce/report";
import { isResolvedAbove } from "../experiments/parts/marked-statistics.ts";

type Row = Table["rows"][number];

/** The text of one line of an outcome. */
export function outcomeText({ said, results }: HeadlineResult["lines"][number]): string {
  const best = results.map(({ name, value }) => `${name} ${value}`).join(", ");
  return [said, best].filter(Boolean).join(": ");
}

/** A run's outcome, with what of it is not said but tells how a method stands. */
export interface RunOutcome extends HeadlineResult {
  readonly lines: readonly (HeadlineResult["lines"][number] & {
    /**
     * The methods whose ρ was not shown to be above 0 (its 95 % interval is not), so none of them is reported as a success.
     */
    readonly likeChance: readonly string[];
  })[];
}

/** Of each dataset and model, which method ranks PMI best, if that was asked; the counted marginal is left out. */
export function runOutcome(tables: readonly Table[]): RunOutcome | undefined {
  const table = tables.find(({ name }) => name === "pmi");
  if (!table) return undefined;
  const at = (id: string): number => table.columns.findIndex((column) => column.id === id);
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
        if (!isMeasured(value) || !("standardError" in value)) return [];
        const over = row[at(`less_baseline${columnSuffix}`)];
        return [
          {
            name: text(row, "row"),
            value,
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
  readonly value: Measured;
  /** Whether it is shown to look at both x and y. */
  readonly isShown: boolean;
  /** Whether its ρ has a 95 % interval above that of its baseline, if it has a baseline. */
  readonly isOver: boolean | undefined;
}

/** What is said, and of which methods. */
interface Said {
  readonly said: string;
  readonly named: readonly Figure[];
}

function saidOf(figures: readonly Figure[], likeChance: number): Said {
  if (figures.length === 0) return { said: "too few pairs are scored to compare", named: [] };
  const top = figures.reduce((a, b) => (b.value.value > a.value.value ? b : a));
  const named = figures.filter(({ value }) => value.mark !== undefined);
  if (named.length === 0) return saidOfNone(figures, top, likeChance);
  if (!named.includes(top)) return { said: `${NO_BETTER} ${top.name}`, named };
  const isBaselineTied = named.some(({ isOver }) => isOver === false);
  if (named.length > 1) {
    return { said: isBaselineTied ? AS_BASELINE : "best, and not told apart", named };
  }
  if (named[0]!.value.mark === "best") return { said: "best", named };
  return { said: isBaselineTied ? NO_BETTER_THAN_BASELINE : HIGHEST, named };
}

/** Where no method is marked. */
function saidOfNone(figures: readonly Figure[], top: Figure, likeChance: number): Said {
  if (likeChance === figures.length) {
    return { said: "no method was shown to rank better than chance", named: [] };
  }
  return figures.some(({ isShown }) => isShown)
    ? { said: UNSHOWN, named: [top] }
    : { said: "no method was shown to know more than base rates", named: [] };
}

/** Of several that tie, of which one or more has a ρ that is not resolved above its baseline's. */
export const AS_BASELINE = "best, as are base rates alone";

/** Of a method that is marked alone and not resolved above its baseline. */
export const NO_BETTER_THAN_BASELINE = "highest, but not told apart from base rates alone";

/** Of a method that is marked alone without being best: those that tie with it may be no better than chance. */
export const HIGHEST = "highest, but not told apart from methods that may be no better than chance";

/** Of what is above all methods that are shown to look at both x and y, as a baseline may be. */
export const UNSHOWN = "highest, but not shown to use x and y";

/** Of methods that are marked and below one that is not, behind which its name stands. */
export const NO_BETTER = "not told apart from";
