import { parsedJson } from "@promptnce/core/json";
import type { Column } from "../columns/column.ts";
import { listed, shortened } from "../columns/column-names.ts";
import { muchLongest, type Proposal } from "./label-column.ts";
import type { Doubt } from "./table-description.ts";

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

/**
 * The doubt whether the rows are those of a list within each object: what people seem to have been
 * shown is then a list of different texts, as `Tweets.text` in a list of collections of tweets.
 *
 * @param shown The columns that may hold what people were shown.
 */
export function rowsWithinDoubt(shown: readonly Column[]): Doubt[] {
  const found = shown.find((column) => column.name.includes(".") && holdsTextLists(column));
  if (found === undefined) return [];
  const list = found.name.slice(0, found.name.indexOf("."));
  const says = `${shortened(found.name)} has several texts in a row, as where the rows are those of ${list}`;
  return [{ says, readings: [{ option: "sheet", value: list }] }];
}

/** How long a text is that is no label. */
const LONG = 20;

/**
 * Whether all cells are lists of texts, of which some list has several that are long and differ.
 */
function holdsTextLists({ texts }: Column): boolean {
  const lists = texts.filter((text) => text !== "").map((text) => parsedJson(text));
  const areTexts = lists.every(
    (list) => Array.isArray(list) && list.every((one) => typeof one === "string"),
  );
  return areTexts && lists.some((list) => isOfTexts(list as readonly string[]));
}

function isOfTexts(list: readonly string[]): boolean {
  const length = list.reduce((sum, text) => sum + text.length, 0);
  return list.length > 1 && new Set(list).size === list.length && length > LONG * list.length;
}
