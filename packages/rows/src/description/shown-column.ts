import type { Column } from "./column.ts";
import { listed } from "./column-names.ts";
import { muchLongest, type Proposal } from "./label-column.ts";

/**
 * The remaining column that most likely holds what people were shown, and the doubt if there are
 * several.
 */
export function shownColumn(texts: readonly Column[]): Proposal<Column> {
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
