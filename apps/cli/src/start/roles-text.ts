import { countText, listText, written } from "@promptnce/core/errors";
import type { ColumnRoles } from "@promptnce/rows/description";
import { layoutOf } from "@promptnce/rows/input";
import { asFlag } from "#command/errors";
import type { Rows } from "../table/read-rows.ts";
import type { SurveyedRows } from "./surveyed.ts";

/** What each column is and what a row is, and why, as sentences. */
export function rolesText(
  { roles, evidence, titles }: Pick<Rows, "roles" | "evidence" | "titles">,
  read: SurveyedRows,
): string {
  const { x, y, groups, given = [] } = roles;
  const shown = groups === undefined ? x : [...x, "the group"];
  const named = (columns: readonly string[]): string =>
    columns
      .map((column) => (titles.has(column) ? `${column} (${titles.get(column)})` : column))
      .join(" and ");
  const label = y === undefined ? layoutText(roles) : `y is ${named([y])}${groupsText(roles)}`;
  const weighed = weighedText(roles);
  const context = given.length === 0 ? "" : `, the context is ${named(given)}`;
  const why = evidence.map((sentence) => ` ${written(sentence, asFlag)}.`).join("");
  return `x is ${named(shown)}, ${label}, ${countedText(roles, read)}${weighed}${context}.${why}`;
}

/** How many people a row counts as, if it is weighed. */
function weighedText({ count, weight }: ColumnRoles): string {
  if (weight === undefined) return "";
  return count === undefined || count === "rows"
    ? `, ${weight} weighs rows`
    : `, a row counts as ${count} × ${weight} people`;
}

function groupsText({ groups }: ColumnRoles): string {
  return groups === undefined ? "" : `, ${listText(groups, "and")} count who gave it`;
}

/** What columns hold that are those of labels, raters or questions. */
function layoutText({ wide, several, raters, questions = [] }: ColumnRoles): string {
  if (wide !== undefined) {
    return `${listText(wide, "and")} ${several ? "hold what each person ticked" : "count who gave each label"}`;
  }
  if (raters !== undefined) return `${listText(raters, "and")} hold each rater's labels`;
  return `${listText(questions, "and")} hold the answers to each question`;
}

/** What a row is. */
function countedText(roles: ColumnRoles, { survey, columns }: SurveyedRows): string {
  const { count, wide, several } = roles;
  const { rows, repeated, people } = survey;
  if (wide !== undefined && several) return "each row is one person";
  if (layoutOf(roles)?.countsRows === true) return "each row holds several answers";
  if (count !== undefined && columns.countsRows !== true) return `${count} counts people`;
  if (several && people !== undefined) return "each row may hold several labels of a person";
  if (people === undefined) {
    return "each row is a pair to be estimated, since no pair repeats and no column counts people (--count rows if each is one person's answer)";
  }
  const pairs = `${countText(rows)} rows, ${countText(rows - repeated)} different pairs`;
  return `each row is one person's answer (${pairs})`;
}
