import { type VoteShare, voteShare } from "../input/vote-shares.ts";
import type { Column } from "../columns/column.ts";
import { shortened } from "../columns/column-names.ts";
import { isRated } from "../columns/label-scale.ts";

/** Shares of one x may sum to so much by rounding. */
const ROUNDED = 1.02;

/** How far a sum of shares may be from one. */
const NEAR = 0.02;

/** Columns whose percentages are people's, by their name. */
const OF_PEOPLE =
  /(?:^|[\s_.-])(?:share|votes?|voters|agree(?:ment|d)?|consensus|people|raters?|annotators?|respondents|responses)(?:$|[\s_.(%-])/i;

/** Whether all cells of a column are votes for a label, as far as they tell: `4/5` or `80 %`. */
export function mayBeVotes({ name, values }: Column): boolean {
  return (
    values.size > 0 &&
    (!isRated(name) || OF_PEOPLE.test(name)) &&
    values.keys().every((text) => /\D/.test(text) && voteShare(text) !== undefined)
  );
}

/**
 * Why the cells of a column are votes for the label beside them; `undefined` if they may be anything
 * else. The shares of an x never sum to more than one, or where a pair comes again to more than so
 * many; percentages are people's where they sum to one
 * for each x, or by the column's name.
 *
 * @param x The columns of what people were shown.
 * @param y The column of the label.
 */
export function voteEvidence(column: Column, x: readonly Column[], y: Column): string | undefined {
  const { name, values, texts } = column;
  const shares = texts.map((text) => voteShare(text));
  const sums = sumsOf(shares, x, y);
  if (sums.some(({ sum, rounds }) => sum > ROUNDED * rounds)) return undefined;
  const [example = ""] = values.keys();
  const [first] = shares.filter((share) => share !== undefined);
  if (first !== undefined && !example.includes("%")) {
    return `${shortened(name)} holds votes: ${example} is ${first.given} of ${first.people} people`;
  }
  const several = sums.filter(({ rows, rounds }) => rows > rounds);
  const areWhole =
    several.length > 1 &&
    several.every(({ sum, rounds }) => Math.abs(sum - rounds) <= NEAR * rounds);
  return areWhole || OF_PEOPLE.test(name)
    ? `${shortened(name)} holds shares of people, such as ${example}`
    : undefined;
}

interface Sum {
  readonly rows: number;
  readonly sum: number;
  /** How often a pair of this x comes at most. */
  readonly rounds: number;
}

/** The sum of the shares of each x. */
function sumsOf(
  shares: readonly (VoteShare | undefined)[],
  x: readonly Column[],
  y: Column,
): readonly Sum[] {
  const rows = shares.flatMap((share, row) => {
    if (share === undefined) return [];
    const key = JSON.stringify(x.map(({ texts }) => texts[row]));
    return [{ key, label: y.texts[row], share: share.given / share.people }];
  });
  const groups = Map.groupBy(rows, ({ key }) => key).values();
  return Array.from(groups, (group) => ({
    rows: group.length,
    sum: group.reduce((sum, { share }) => sum + share, 0),
    rounds: Map.groupBy(group, ({ label }) => label)
      .values()
      .reduce((most, { length }) => Math.max(most, length), 0),
  }));
}
