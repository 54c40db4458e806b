import {
  claimKey,
  FIRST_SEED,
  type Found,
  KINDS,
  figureText,
  readFound,
  seedsOf,
} from "./document.ts";
import type { JudgedFinding } from "./verdict.ts";

/** One sentence for each claim that only the program or only the document has. */
export function listFaults(keys: readonly string[], found: Found): string[] {
  const missing = keys.filter((key) => !found.has(key));
  const unknown = [...found.keys()].filter((key) => !keys.includes(key));
  return [
    ...missing.map(
      (key) => `The document lacks the claim ${key}: run \`npx pnpm@12 reproduction\`.`,
    ),
    ...unknown.map(
      (key) =>
        `The program does not know the document's claim ${key}: run \`npx pnpm@12 reproduction\`.`,
    ),
  ];
}

/**
 * One sentence for each claim that its values refute, on the worlds (0) or on the real data (1).
 */
export function refutations(judged: readonly JudgedFinding[], on: number): string[] {
  const refuted = judged.filter(({ verdict }) => verdict === "does not hold");
  return refuted.map(
    ({ finding, claim, text }) =>
      `On the ${KINDS[on]} the claim ${claimKey(finding, claim)} ${text}.`,
  );
}

/**
 * One sentence for each claim with a seed's value outside the range that the document gives for its
 * seeds, at three decimals: the document then belongs to another program.
 */
export function rangeFaults(
  judged: readonly JudgedFinding[],
  on: number,
  document: string,
): string[] {
  const found = readFound(document);
  const seeds = seedsOf(document)[on];
  return judged.flatMap(({ finding, claim, figures }) => {
    const key = claimKey(finding, claim);
    const range = /\((\S+) to (\S+)\)$/.exec(found.get(key)?.[on] ?? "")?.slice(1);
    const [least = NaN, most = NaN] = range?.map((text) => Number(text.replaceAll("−", "-"))) ?? [];
    const isWithin = (figure: number): boolean => figure > least - 0.001 && figure < most + 0.001;
    const seed = figures.slice(0, seeds).findIndex((figure) => !isWithin(figure));
    if (seed < 0) return [];
    const figure = `On the ${KINDS[on]} seed ${FIRST_SEED + seed} gives ${figureText(figures[seed]!)}`;
    return [
      `${figure}, not within the document's range of the claim ${key}: run \`npx pnpm@12 reproduction\`.`,
    ];
  });
}
