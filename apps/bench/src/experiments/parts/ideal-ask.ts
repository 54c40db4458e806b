import type { Answer, Ask, Dataset, Query } from "@promptnce/core";

/** Answers from a joint distribution itself: what Section 2 assumes of a respondent. */
export function idealAsk(world: Pick<Dataset, "conditional" | "marginal">): Ask {
  return ((query: Query): Answer => {
    switch (query.kind) {
      case "conditional":
        return world.conditional(query.x, query.y);
      case "marginal":
      case "grounded":
        return world.marginal.get(query.y) ?? 0;
      case "pmi":
        return Math.log(world.conditional(query.x, query.y)) - Math.log(world.marginal.get(query.y) ?? 0);
      case "likelihood": {
        const { x, y } = query;
        const p = typeof x === "string" ? world.marginal.get(y) : world.conditional(x, y);
        return { nats: Math.log(p ?? 0), tokens: 1, bytes: y.length };
      }
      case "closed":
      case "open": {
        const { x, candidates: labels } = query;
        const masses = labels.map((y) => world.conditional(x, y));
        const sum = masses.reduce((total, mass) => total + mass, 0);
        if (query.kind === "open") return { labels, masses, other: Math.max(0, 1 - sum) };
        return { labels, masses: masses.map((mass) => mass / sum) };
      }
    }
  }) as Ask;
}
