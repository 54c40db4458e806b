/** A figure of a table that bench leaves, by what stands in its row. */
interface Cell {
  /** As the real one is called; on the worlds that which is shaped like it is meant. */
  readonly dataset?: string;
  readonly row?: string;
  readonly k?: number;
  readonly column?: string;
}

/** Where the mean over seeds of a figure of one run lies: that of a cell, or its difference to `less`. */
export interface Claim extends Cell {
  /** What differs in the cell that is subtracted. */
  readonly less?: Cell;
  /** What the figure is of, where that is said shorter than by its cells. */
  readonly called?: string;
  readonly above?: number;
  readonly below?: number;
}

/**
 * Where a finding comes from. `identity`: from definitions and the data, whoever answers. `built in`: from how the
 * respondent or the class was made up. `emergent`: from neither, but from how errors travel through the methods.
 */
type Origin = "identity" | "built in" | "emergent";

/** A sentence with the claims that it rests on, all of one table. */
export interface Finding {
  readonly statement: string;
  readonly origin: Origin;
  readonly table: string;
  /** What makes the table, where it is not called so. */
  readonly experiment?: string;
  /** Who answers: the respondent that errs as models do, if not given. */
  readonly profile?: "truthful" | "clueless";
  readonly figure: string;
  /** That of the claims that name none. */
  readonly column: string;
  /** What rests on a known joint distribution or a made-up class is not asked of real data. */
  readonly worldsOnly?: true;
  readonly claims: readonly Claim[];
}

export type TableRow = Readonly<Record<string, string>>;

/**
 * The claim's figure of one run, from the rows of the table.
 *
 * @throws RangeError where not exactly one row is meant, or it has no number there.
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

/** What the figure is of: "words, PromptNCE less InfoNCE". */
export function claimText({ less, called, ...claim }: Claim): string {
  if (called !== undefined) return called;
  const of = ({ dataset, row, k, column }: Cell) =>
    [dataset, row, k && `K = ${k}`, column?.replaceAll("_", " ")].filter(Boolean).join(", ");
  return less ? `${of(claim)} less ${of(less)}` : of(claim);
}
