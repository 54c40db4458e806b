import type { Column } from "../columns/column.ts";
import { listed } from "../columns/column-names.ts";
import { muchLongest, type Proposal } from "./label-column.ts";

/** Columns that tools name by what a person is shown, as Mechanical Turk and Toloka do. */
const SHOWN = /^(?:Input\.|INPUT:)/;

/**
 * The remaining column that most likely holds what people were shown, and the doubt if there are
 * several.
 */
export function shownColumn(texts: readonly Column[]): Proposal<Column> {
  const inputs = texts.filter(({ name }) => SHOWN.test(name));
  if (inputs.length > 0 && inputs.length < texts.length) return shownColumn(inputs);
  const likeliest = muchLongest(texts) ?? texts[0];
  if (likeliest === undefined)
    return { doubt: "no column of text is left for what people were shown" };
  if (texts.length === 1) return { proposed: likeliest };
  const rivals = [likeliest, ...texts.filter((column) => column !== likeliest)];
  return {
    proposed: likeliest,
    doubt: `what people were shown may be in ${listed(rivals, "or")}, or in several`,
  };
}
