import { describe, expect, it } from "vitest";
import { writtenParts } from "../src/output/written-parts.ts";
import { claimKey, findingsText, figureText, readFound, seedsOf, summaryText } from "./document.ts";
import type { Finding } from "./finding.ts";

const findings: Finding[] = [
  {
    statement: "P(y|x) is *above*.",
    origin: "emergent",
    table: "pmi",
    figure: "ρ with P(y|x)",
    column: "rho",
    claims: [
      { dataset: "words", row: "a_b", above: 0 },
      { dataset: "words", row: "c", above: -0.1, below: 0.1 },
    ],
  },
  {
    statement: "So is this.",
    origin: "emergent",
    table: "pmi",
    figure: "ρ",
    column: "rho",
    claims: [{ row: "c", below: 1 }],
  },
];
const keys = findings.flatMap((finding) => finding.claims.map((claim) => claimKey(finding, claim)));
const found = new Map([
  [keys[0]!, ["holds: 0.100 to 0.200 (0.100 to 0.200)", "open: −0.1 to 0.1 (0 to 0.1)"]],
  [keys[1]!, ["holds: 0 to 0 (0 to 0)", ""]],
  [keys[2]!, ["does not hold: 1 to 1 (1 to 1)", "–"]],
] as const);
const document =
  "# Title\n\n<!-- claims: one, written by `pnpm reproduction` -->\n<!-- /claims -->\n\nProse.\n";

describe("the document", () => {
  it("has its parts between their markers, and gives back its verdicts in order", () => {
    const written = writtenParts(document, { "claims: one": findingsText(findings, found) });
    expect(readFound(written)).toEqual(found);
    expect([...readFound(written).keys()]).toEqual(keys);
    expect(written.startsWith("# Title\n")).toBe(true);
    expect(written.endsWith("\nProse.\n")).toBe(true);
  });

  it("stays the same if rewritten with its own content", () => {
    const once = writtenParts(document, { "claims: one": findingsText(findings, found) });
    expect(writtenParts(once, { "claims: one": findingsText(findings, readFound(once)) })).toBe(
      once,
    );
  });

  it("counts verdicts, and reports the number of seeds", () => {
    const text = summaryText(found, [8, 3]);
    expect(text).toMatch(/\| synthetic worlds \| +8 \| +2 \| +0 \| +1 \|/);
    expect(text).toMatch(/\| real data +\| +3 \| +0 \| +1 \| +0 \|/);
    expect(seedsOf(`Prose.\n\n${text}\n`)).toEqual([8, 3]);
    expect(seedsOf("Prose.\n")).toEqual([0, 0]);
  });
});

it("prints numbers with three decimals, whole numbers without, and values close to zero as powers of ten", () => {
  expect([0.12345, -0.5, 0, 87, -3.1e-17].map(figureText)).toEqual([
    "0.123",
    "−0.500",
    "0",
    "87",
    "−3e−17",
  ]);
});
