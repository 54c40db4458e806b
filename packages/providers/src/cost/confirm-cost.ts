import { estimateText, type ModelEstimate } from "./estimate-run.ts";
import { UsageError } from "../errors/errors.ts";

/** Where a question can be put to a person, and how. */
export interface Person {
  /** Shows the text and asks; false means no. */
  confirm(text: string, question: string): Promise<boolean>;
}

/**
 * Lets a run begin, or not: what is still to be asked may cost more than `--confirm-above`, or an
 * unknown sum. Then a person is asked, or, where there is none, `--yes` has to have been given.
 *
 * @returns Whether to go on.
 * @throws UsageError where nobody can be asked.
 */
export async function confirmCost(
  models: readonly ModelEstimate[],
  {
    yes,
    confirmAbove,
    batch = false,
  }: { readonly yes: boolean; readonly confirmAbove: number; readonly batch?: boolean },
  person: Person | undefined,
): Promise<boolean> {
  const asked = models.filter(({ name, estimate }) => {
    return name !== "simulated" && estimate.questions > estimate.stored;
  });
  const costs = asked.map(({ estimate: { cost, batchCost } }) => (batch ? (batchCost ?? cost) : cost));
  const known = costs.filter((cost) => cost !== undefined);
  const sum = known.reduce((total, cost) => total + cost, 0);
  const unknown = known.length < costs.length;
  if (yes || asked.length === 0 || (!unknown && sum <= confirmAbove)) return true;
  const price = unknown
    ? `nobody knows what asking ${asked.find(({ estimate }) => estimate.cost === undefined)?.model} will cost`
    : `this run will cost about $${sum.toFixed(2)}, more than the $${confirmAbove.toFixed(2)} of --confirm-above`;
  if (person === undefined) {
    throw new UsageError(
      `${price}: look with --dry-run, then give --yes${unknown ? ", or the prices with --price-in and --price-out" : ""}`,
    );
  }
  return person.confirm(asked.map(estimateText).join("\n"), `${price}. Go on?`);
}
