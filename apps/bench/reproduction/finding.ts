/** A value in one of bench's tables, identified by the content of its row. */
interface Cell {
  /** The real dataset's name. On the worlds, the one shaped like it. */
  readonly dataset?: string;
  readonly row?: string;
  readonly k?: number;
  readonly column?: string;
}

/**
 * The bounds for the mean over seeds of one value of a run: a cell, or its difference from `less`.
 */
export interface Claim extends Cell {
  /** The fields in which the subtracted cell differs. */
  readonly less?: Cell;
  /** A shorter name for the value than its cells give. */
  readonly called?: string;
  readonly above?: number;
  readonly below?: number;
}

/**
 * The origin of a finding. `identity`: follows from definitions and the data, whoever answers.
 * `built in`: follows from the construction of the respondent or the class. `emergent`: follows
 * from neither, but from the way errors propagate through the methods.
 */
type Origin = "identity" | "built in" | "emergent";

/** A sentence with the claims behind it, all from one table. */
export interface Finding {
  readonly statement: string;
  readonly origin: Origin;
  readonly table: string;
  /** The experiment that makes the table, if its id differs. */
  readonly experiment?: string;
  /** The respondent's profile; by default, the one that errs as models do. */
  readonly profile?: "truthful" | "clueless";
  readonly figure: string;
  /** The default column of the claims. */
  readonly column: string;
  /**
   * Set if the finding needs a known joint distribution or a synthetic class, so that it is not
   * tested on real data.
   */
  readonly worldsOnly?: true;
  readonly claims: readonly Claim[];
}

export type TableRow = Readonly<Record<string, string>>;

/**
 * The claim's value in one run, from the rows of the table.
 *
 * @throws RangeError unless exactly one row matches and has a number there
 */
export function figureOf(
  claim: Claim,
  { column: usual, table }: Finding,
  rows: readonly TableRow[],
): number {
  const figure = (cell: Cell): number => {
    const { dataset, row: name, k, column = usual } = cell;
    const meant = rows.filter((row) => {
      const of = (row["dataset"] ?? row["world"])?.replace("synthetic-", "");
      const called = row["row"] ?? row["measure"] ?? row["pair_list"] ?? row["method"];
      return (
        (dataset ?? of) === of &&
        (name ?? called) === called &&
        `${k ?? row["k"]}` === `${row["k"]}`
      );
    });
    const text = meant[0]?.[column] ?? meant[0]?.[`synthetic-${column}`] ?? "";
    if (meant.length !== 1 || text === "" || !Number.isFinite(Number(text))) {
      throw new RangeError(
        `${table}: ${meant.length} rows are ${claimText(cell)}, and the figure there is “${text}”`,
      );
    }
    return Number(text);
  };
  return claim.less ? figure(claim) - figure({ ...claim, ...claim.less }) : figure(claim);
}

/** The value as words, such as "words, PromptNCE less InfoNCE". */
export function claimText({ less, called, ...claim }: Claim): string {
  if (called !== undefined) return called;
  const of = ({ dataset, row, k, column }: Cell) =>
    [dataset, row, k && `K = ${k}`, column?.replaceAll("_", " ")].filter(Boolean).join(", ");
  return less ? `${of(claim)} less ${of(less)}` : of(claim);
}
