import { method } from "@promptnce/core";
import type { Query } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { unitAnswerer } from "./answer-unit.ts";
import type { Answered } from "./asker.ts";

const grounding = { examples: [], labels: [] };
const methods = ["promptnce", "infonce", "marginalnce", "direct-split:ungrounded"].map((id) =>
  method(id, { grounding, marginal: new Map() }),
);
const candidates = ["a", "b"];
const unit = (cue: string) => ({
  row: { line: 1, x: { cue }, key: cue },
  trials: candidates.map((y) => ({ id: cue + y, x: { cue }, y, candidates })),
});

function answering(answer: (query: Query) => Answered) {
  const asked: Query[] = [];
  const answerUnit = unitAnswerer(methods, async (query) => {
    asked.push(query);
    return answer(query);
  });
  return { asked, answerUnit };
}

const plain = (query: Query): Answered => {
  if (query.kind === "open") return { labels: candidates, masses: [0.5, 0.2], other: 0.3 };
  if (query.kind === "closed") return { labels: candidates, masses: [0.7, 0.3] };
  return query.kind === "conditional" ? 0.4 : 0.1;
};

describe("unitAnswerer", () => {
  it("hands each method the answers to what it asked, and the mass on OTHER", async () => {
    const { answerUnit } = answering(plain);
    const [open, closed, , direct] = await answerUnit(unit("x"));
    expect(open).toMatchObject({ estimate: { conditional: 0.5, marginal: 0.1 }, other: 0.3, readable: true });
    expect(closed?.estimate).toEqual({ conditional: 0.7, pmi: Math.log(0.7) });
    expect(closed).not.toHaveProperty("other");
    expect(direct?.estimate).toMatchObject({ conditional: 0.4, marginal: 0.1 });
  });

  it("asks a set once a unit, and a base rate once a run", async () => {
    const { asked, answerUnit } = answering(plain);
    await answerUnit(unit("x"));
    const kinds = Object.fromEntries(
      Array.from(
        Map.groupBy(asked, ({ kind }) => kind),
        ([kind, all]) => [kind, all.length],
      ),
    );
    expect(kinds).toEqual({ open: 1, closed: 1, grounded: 2, conditional: 2, marginal: 2 });
    await answerUnit(unit("y"));
    expect(asked.filter(({ kind }) => kind === "grounded" || kind === "marginal")).toHaveLength(4);
    expect(asked.filter(({ kind }) => kind === "open")).toHaveLength(2);
  });

  it("marks what rests on an unreadable reply, and keeps the term that was read", async () => {
    const { answerUnit } = answering((query) => (query.kind === "grounded" ? undefined : plain(query)));
    const [open, closed] = await answerUnit(unit("x"));
    expect(open).toMatchObject({ estimate: { conditional: 0.5 }, readable: false });
    expect(open?.estimate).not.toHaveProperty("pmi");
    expect(closed?.readable).toBe(true);
  });

  it("rejects with the first error, once all else of the unit has ended", async () => {
    let ended = 0;
    const answerUnit = unitAnswerer(methods, async (query) => {
      if (query.kind === "open") throw new Error("down");
      await new Promise((resolve) => setTimeout(resolve, 5));
      ended++;
      return plain(query);
    });
    await expect(answerUnit(unit("x"))).rejects.toThrow("down");
    expect(ended).toBe(7);
  });
});
