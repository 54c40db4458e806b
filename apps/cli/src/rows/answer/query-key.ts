import type { Query } from "@promptnce/core";

/** Text by which two queries about one and the same x can be told apart, or found to be one. */
export function queryKey(query: Query): string {
  switch (query.kind) {
    case "closed":
    case "open":
      return JSON.stringify([query.kind, query.candidates]);
    case "conditional":
      return JSON.stringify([query.kind, query.y, query.intervention]);
    case "likelihood":
      return JSON.stringify([query.kind, query.y, asksOfLabelAlone(query) ? query.x : "x", query.scoring]);
    case "pmi":
    case "marginal":
    case "grounded":
      return JSON.stringify([query.kind, query.y]);
  }
}

/** Whether x is no part of the question, so that its answer serves every x: a base rate. */
export function asksOfLabelAlone(query: Query): boolean {
  if (query.kind === "likelihood") return typeof query.x === "string";
  return query.kind === "marginal" || query.kind === "grounded";
}
