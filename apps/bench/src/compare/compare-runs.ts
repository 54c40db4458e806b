import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "@promptnce/command/errors";
import { columns, type Table, tableMarkdown } from "@promptnce/report";
import { measures, modelsApart, openRun, pairedNotes, pairUp } from "@promptnce/rows/compare";

const titles = { pmi: "PMI", conditional: "P(y|x)" };

/**
 * Two runs compared, as Markdown: the difference of each method's rank correlations, as in
 * `promptnce compare`, and then the differences between the manifests.
 *
 * @throws UsageError if a folder holds no run, or if the runs used different modes
 */
export async function compareRuns(folderA: string, folderB: string): Promise<string> {
  const [a, b] = [await readRun(folderA), await readRun(folderB)];
  if (a.mode !== b.mode) {
    throw new UsageError(
      `${folderA} was asked in ${a.mode} mode and ${folderB} in ${b.mode} mode: the two elicit different answers and are not put in one table. Compare runs of one mode.`,
    );
  }
  const apart = modelsApart(a, b);
  const provenance = [
    `Both runs were asked in ${a.mode} mode.`,
    `A asked ${a.models.join(", ")}, B asked ${b.models.join(", ")}.`,
  ];
  const tables: Table[] = [];
  for (const name of ["pmi", "conditional"] as const) {
    const paired = await pairUp(
      () => a.rows(name, apart),
      () => b.rows(name, apart),
    );
    tables.push({
      name: `compare-${name}`,
      title: `ρ with ${titles[name]}: A = ${folderA}, B = ${folderB}`,
      simulated:
        a.simulated || b.simulated
          ? "At least one of the runs is of a simulated respondent or world."
          : undefined,
      columns: [
        ...columns({ group: "Dataset, K, method", n: "Pairs in both", inputs: "Inputs" }),
        ...columns({ rho_a: "ρ of A", rho_b: "ρ of B" }, 2),
        ...columns({ difference: "A − B", low: "95 % from", high: "to" }, 3),
        ...columns({ p: "p" }, 4),
      ],
      rows: paired.groups.flatMap((group) => {
        const [rho] = measures(group);
        return rho?.name === "rho"
          ? [[group.name, rho.pairs, rho.inputs, rho.a, rho.b, rho.value, rho.low, rho.high, rho.p]]
          : [];
      }),
      notes: [...provenance, ...pairedNotes(paired)],
    });
  }
  return [...tables.map(tableMarkdown), manifestDifferences(a.facts, b.facts)].join("\n");
}

/**
 * A run's tables and its manifest, without the list of files: they differ only if the requested
 * output does.
 */
async function readRun(folder: string) {
  try {
    const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as object;
    return { ...(await openRun(folder)), facts: { ...manifest, files: undefined } };
  } catch {
    throw new UsageError(`${folder} does not hold a run: it needs manifest.json and estimates.csv`);
  }
}

/**
 * Every value that differs between the two or is in one only, in the order of the first, as
 * Markdown.
 */
function manifestDifferences(a: object, b: object): string {
  const left = new Map(leaves(a, ""));
  const right = new Map(leaves(b, ""));
  const list = [...new Set([...left.keys(), ...right.keys()])].flatMap((path) => {
    const [ofA, ofB] = [left, right].map((values) => values.get(path) ?? "absent");
    return ofA === ofB ? [] : [`- \`${path}\`: ${ofA} | ${ofB}`];
  });
  return `# Manifests, A | B\n\n${list.length > 0 ? list.join("\n") : "No difference."}\n`;
}

function leaves(value: unknown, path: string): [string, string][] {
  if (value === null || typeof value !== "object") return [[path, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    leaves(inner, path ? `${path}.${name}` : name),
  );
}
