import type { Estimate } from "@promptnce/core";
import type { Truth } from "../summary/tally.ts";
import { shownColumn } from "./result-columns.ts";
import type { ResultCells } from "./result-cells.ts";

/** The terms and PMI of a row of a result, without what is empty. */
export function estimatedIn({ number, probability }: ResultCells): Estimate {
  const [conditional, marginal] = [probability("conditional"), probability("marginal")];
  const pmi = number("pmi");
  return {
    ...(conditional !== undefined && { conditional }),
    ...(marginal !== undefined && { marginal }),
    ...(pmi !== undefined && { pmi }),
  };
}

/** What people did, as far as the file says it. */
export function truthIn({ number, probability, has }: ResultCells): Partial<Truth> {
  const conditional = has("true_conditional") ? probability("true_conditional") : undefined;
  const marginal = has("true_marginal") ? probability("true_marginal") : undefined;
  const pmi = has("true_pmi") ? number("true_pmi") : undefined;
  return {
    ...(conditional !== undefined && { conditional }),
    ...(marginal !== undefined && { marginal }),
    ...(pmi !== undefined && { pmi }),
  };
}

/** Whether the replies could be read. */
export function statusIn({ word }: ResultCells): "ok" | "unreadable" {
  return word("status", ["ok", "unreadable"]);
}

/** Whether a prompt of the run showed the pair; none did where there is no such column. */
export function shownIn({ word, has }: ResultCells): boolean {
  return has(shownColumn) && word(shownColumn, ["true", "false"]) === "true";
}
