import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listFaults, rangeFaults, refutations } from "./check.ts";
import { parts } from "./claims.ts";
import { writtenParts } from "../src/output/written-parts.ts";
import { claimKey, findingsText, readFound, summaryText } from "./document.ts";
import type { Claim, Finding } from "./finding.ts";
import { runSeeds } from "./runs.ts";
import { judge } from "./verdict.ts";

const claim = { row: "a", above: 0 };
const finding: Finding = {
  statement: "It is above.",
  origin: "emergent",
  table: "pmi",
  figure: "ρ",
  column: "rho",
  claims: [claim],
};
const key = claimKey(finding, claim);
const judged = (...figures: number[]) => {
  const seeds = figures.map((rho) => new Map([[finding, [{ row: "a", rho: `${rho}` }]]]));
  return judge([finding], seeds, 0.95);
};

describe("computed values", () => {
  it("refute a claim, in one sentence, if its interval is outside of the bounds", () => {
    expect(refutations(judged(-0.1, -0.11, -0.12), 0)).toEqual([
      "On the synthetic worlds the claim It is above. · ρ · a · above 0 does not hold: −0.135 to −0.085 (−0.120 to −0.100).",
    ]);
  });

  it("do not refute a claim that they support or leave open", () => {
    expect(refutations(judged(0.1, 0.11, 0.12), 0)).toEqual([]);
    expect(refutations(judged(-0.1, 0.05, -0.05), 0)).toEqual([]);
  });
});

describe("a document", () => {
  const marked = (text: string) =>
    writtenParts("<!-- claims: one, written by `pnpm reproduction` -->\n<!-- /claims -->\n", {
      "claims: one": text,
    });
  const found = new Map([[key, ["holds: 0.1 to 0.2 (0.100 to 0.120)", "–"] as const]]);
  const document = marked(`${summaryText(found, [2, 0])}\n\n${findingsText([finding], found)}`);

  it("belongs to another program if one of its seeds gives a value outside its range", () => {
    expect(rangeFaults(judged(0.1, 0.12), 0, document)).toEqual([]);
    expect(rangeFaults(judged(0.1, 0.14), 0, document)).toEqual([
      expect.stringContaining(
        "On the synthetic worlds seed 102 gives 0.140, not within the document's range",
      ),
    ]);
    // The document does not include the third seed.
    expect(rangeFaults(judged(0.1, 0.12, 0.5), 0, document)).toEqual([]);
  });

  it("is reported if it lacks a claim of the program, or has one that the program does not know", () => {
    expect(listFaults([key], readFound(document))).toEqual([]);
    expect(listFaults([key, "another"], readFound(document))).toEqual([
      "The document lacks the claim another: run `npx pnpm@12 reproduction`.",
    ]);
    expect(listFaults([], readFound(document))).toEqual([
      `The program does not know the document's claim ${key}: run \`npx pnpm@12 reproduction\`.`,
    ]);
  });
});

describe("docs/reproduction.md", () => {
  const found = readFound(
    readFileSync(join(import.meta.dirname, "../../../docs/reproduction.md"), "utf8"),
  );
  const findings = Object.values(parts).flat();

  it("lists the program's claims, none of them with the verdict that it does not hold", () => {
    const keys = findings.flatMap((one) => one.claims.map((each) => claimKey(one, each)));
    expect(listFaults(keys, found)).toEqual([]);
    expect([...found.values()].flat().filter((text) => text.startsWith("does not hold"))).toEqual(
      [],
    );
  });

  it("gives every claim a bound, and lists none twice", () => {
    const claims: Claim[] = findings.flatMap((one) => one.claims);
    expect(claims.filter(({ above, below }) => above === undefined && below === undefined)).toEqual(
      [],
    );
    expect(found.size).toBe(claims.length);
  });
});

it(
  "refutes false claims and supports true ones, from runs of bench",
  { tags: "full" },
  async () => {
    const ideal = { ...finding, table: "theory-methods", experiment: "theory" };
    const claims = [0.5, -0.5].map((above) => ({
      dataset: "words",
      row: "InfoNCE",
      above,
      below: above + 1,
    }));
    const theory = { ...ideal, claims };
    const verdicts = judge([theory], await runSeeds([theory], 3), 0.95).map(
      ({ verdict }) => verdict,
    );
    expect(verdicts).toEqual(["does not hold", "holds"]);
  },
);
