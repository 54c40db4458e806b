import { describe, expect, it } from "vitest";
import type { Finding } from "./finding.ts";
import { judge, verdictOf } from "./verdict.ts";

const finding: Finding = {
  statement: "It is above.",
  origin: "emergent",
  table: "pmi",
  figure: "ρ",
  column: "rho",
  claims: [
    { row: "a", above: 0 },
    { row: "b", above: 0 },
  ],
};
const tables = (a: number, b: number) =>
  new Map([
    [
      finding,
      [
        { row: "a", rho: `${a}` },
        { row: "b", rho: `${b}` },
      ],
    ],
  ]);

describe("a verdict", () => {
  it.each([
    ["holds", [0.1, 0.2], { above: 0 }],
    ["open", [-0.1, 0.2], { above: 0 }],
    ["does not hold", [-0.2, -0.1], { above: 0 }],
    ["does not hold", [-0.2, 0], { above: 0 }],
    ["holds", [0.1, 0.2], { below: 0.3 }],
    ["open", [0.1, 0.3], { below: 0.3 }],
    ["does not hold", [0.4, 0.5], { below: 0.3 }],
    ["holds", [-0.01, 0.01], { above: -0.02, below: 0.02 }],
    ["open", [-0.03, 0.01], { above: -0.02, below: 0.02 }],
    ["open", [-0.03, 0.03], { above: -0.02, below: 0.02 }],
    ["does not hold", [0.02, 0.03], { above: -0.02, below: 0.02 }],
    ["open", [NaN, NaN], { above: 0 }],
  ] as const)("%s where the interval is %j and the claim %j", (verdict, interval, claim) => {
    expect(verdictOf(interval, claim)).toBe(verdict);
  });

  it("is given for each claim of a finding, with its interval and the range over seeds", () => {
    const judged = judge(
      [finding],
      [tables(0.1, -0.1), tables(0.11, -0.3), tables(0.12, -0.2)],
      0.95,
    );
    expect(judged.map(({ text }) => text)).toEqual([
      "holds: 0.085 to 0.135 (0.100 to 0.120)",
      "open: −0.448 to 0.048 (−0.300 to −0.100)",
    ]);
  });
});
