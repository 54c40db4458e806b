import { markdownTableOf } from "@promptnce/report";
import { WRITTEN_PART } from "../src/output/written-parts.ts";
import { claimText, type Claim, type Finding } from "./finding.ts";

/** The verdict of each claim on the worlds and on the real data, by {@link claimKey}. */
export type Found = ReadonlyMap<string, readonly [worlds: string, real: string]>;

/** The kinds of data that claims are tested on, in the order of the columns. */
export const KINDS = ["synthetic worlds", "real data"] as const;

/** Bounds were chosen from seeds 1 to 6, so they are tested on others. */
export const FIRST_SEED = 101;

/** The text of a part: each finding with a table of its claims. */
export function findingsText(findings: readonly Finding[], found: Found): string {
  const texts = findings.map((finding) => {
    const rows = finding.claims.map((claim) => {
      return [
        claimText(claim),
        boundsText(claim),
        ...(found.get(claimKey(finding, claim)) ?? ["", ""]),
      ];
    });
    const table = markdownTableOf([finding.figure, "claimed", ...KINDS], rows, [
      "l",
      "l",
      "l",
      "l",
    ]);
    return `**${finding.statement}** _${finding.origin}_ (\`${finding.table}\`)\n\n${table}\n`;
  });
  return texts.join("\n").trimEnd();
}

/** The verdicts in the document, in its order. */
export function readFound(document: string): Found {
  const found = new Map<string, readonly [string, string]>();
  let [statement = "", figure = ""]: string[] = [];
  for (const line of document.matchAll(WRITTEN_PART).flatMap(([, , , text]) => text!.split("\n"))) {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(/\\(.)/g, "$1"));
    const [, of = "", claimed = "", worlds = "", real = ""] = cells;
    statement = /^\*\*(.*)\*\*/.exec(line)?.[1] ?? statement;
    if (claimed === "claimed") figure = of;
    else if (/^(holds|open|does not hold): /.test(worlds))
      found.set(keyOf(statement, figure, of, claimed), [worlds, real]);
  }
  return found;
}

/**
 * The number of seeds and the number of claims with each verdict, on the worlds and on the real
 * data.
 */
export function summaryText(found: Found, seeds: readonly number[]): string {
  const verdicts = ["holds", "open", "does not hold"];
  const rows = KINDS.map((kind, on) => {
    const texts = [...found.values()].map((claimTexts) => claimTexts[on]!);
    const counts = verdicts.map(
      (verdict) => texts.filter((text) => text.startsWith(`${verdict}:`)).length,
    );
    return [kind, ...[seeds[on]!, ...counts].map(String)];
  });
  const heads = ["claims on", `seeds, from ${FIRST_SEED} on`, ...verdicts];
  return markdownTableOf(heads, rows, ["l", "r", "r", "r", "r"]);
}

/**
 * The number of seeds that the document reports, on the worlds and on the real data; 0 if it
 * reports none.
 */
export function seedsOf(document: string): number[] {
  return KINDS.map((kind) =>
    Number(new RegExp(`^\\| ${kind} +\\| +(\\d+) `, "m").exec(document)?.[1] ?? 0),
  );
}

/** A claim's identity: its finding, its value and its bounds. */
export function claimKey({ statement, figure }: Finding, claim: Claim): string {
  return keyOf(statement, figure, claimText(claim), boundsText(claim));
}

const keyOf = (...texts: string[]): string => texts.join(" · ");

function boundsText({ above, below }: Claim): string {
  const oneSided = above === undefined ? `below ${below}` : `above ${above}`;
  return (
    above === undefined || below === undefined ? oneSided : `${above} to ${below}`
  ).replaceAll("-", "−");
}

/** The number with three decimals; values close to zero as powers of ten. */
export function figureText(x: number): string {
  const isTiny = x !== 0 && Math.abs(x) < 1e-6;
  const plain = Number.isInteger(x) ? `${x}` : x.toFixed(3);
  return (isTiny ? x.toExponential(0) : plain).replaceAll("-", "−");
}
