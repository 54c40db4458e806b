import { describe, expect, it } from "vitest";
import { chaosnli } from "./chaosnli.ts";
import { goemotions } from "./goemotions.ts";
import { paperWordings } from "./paper-task.ts";
import { words } from "./words.ts";

describe.each([words, chaosnli, goemotions])("the wordings of $task", (texts) => {
  const wordings = paperWordings(texts);
  const plain = wordings.find(({ kind }) => kind === "conditional")!;

  it("ask for its conditional in four other ways, each the plain one with one addition before x", () => {
    const others = wordings.filter(({ intervention }) => intervention !== undefined);
    expect(others.map(({ intervention }) => intervention)).toEqual([
      "generate-then-rank",
      "log-scale-prior",
      "few-shot",
      "distribution-aware",
    ]);
    const [before, after] = plain.body.split(texts.shown);
    for (const { intervention, kind, body } of others) {
      expect(kind).toBe("conditional");
      expect(body.startsWith(before!)).toBe(true);
      const end =
        intervention === "generate-then-rank"
          ? "\np_apply must be in (0,1]."
          : `${texts.shown}${after}`;
      expect(body.endsWith(end)).toBe(true);
      expect(body.split(texts.shown)).toHaveLength(2);
    }
  });

  it("ask for the ranking before the number where one leads to the other, and nowhere else", () => {
    const first = wordings.filter(({ body }) =>
      body.includes('Return ONLY JSON, in this order: {"notes": "<the '),
    );
    expect(first.map(({ intervention }) => intervention)).toEqual(["generate-then-rank"]);
  });

  it("do not come to be where the conditional no longer has the place of an addition", () => {
    const bodies = {
      ...texts.bodies,
      conditional: texts.bodies.conditional.replace(texts.shown, "X: {{x}}"),
    };
    expect(() => paperWordings({ ...texts, bodies })).toThrow(
      "must stand in it once and stands there 0 times",
    );
    const twice = { ...texts.bodies, conditional: `${texts.bodies.conditional}\n\n${texts.shown}` };
    expect(() => paperWordings({ ...texts, bodies: twice })).toThrow("stands there 2 times");
  });

  it("are of version 1 where the texts name no other", () => {
    const versions = paperWordings({ ...texts, versions: { closed: 2, "few-shot": 4 } });
    expect(versions.map(({ version }) => version)).toEqual([1, 1, 2, 1, 1, 1, 1, 1, 4, 1]);
  });
});
