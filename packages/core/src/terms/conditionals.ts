import type { ConditionalTerm } from "./method.ts";
import { closed, direct, open } from "./terms.ts";

/** P̂(y|x), elicited directly. */
export const directConditional: ConditionalTerm = {
  name: "direct",
  title: "direct",
  asks: ["conditional"],
  answers: "label",
  term: direct,
};

/** P̂(y|x) in a closed candidate set. */
export const closedConditional: ConditionalTerm = {
  name: "closed",
  title: "closed set",
  asks: ["closed"],
  answers: "set",
  isClosed: true,
  term: closed,
};

/** P̂(y|x) in a candidate set with OTHER. */
export const openConditional: ConditionalTerm = {
  name: "open",
  title: "open set",
  asks: ["open"],
  answers: "set",
  term: open,
};
