import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fencedBlocks } from "@promptnce/testing/markdown";
import { drawFigure } from "#report";
import type { Inference } from "../src/infer/infer-text.ts";

/** What docs/judge.md shows first: the shares that its file gives, drawn with their intervals. */
export function judgeHtml(root: string, folder: string): string {
  const blocks = fencedBlocks(readFileSync(join(root, "docs/judge.md"), "utf8"));
  const program = join(folder, "judged.mjs");
  writeFileSync(program, blocks.find(({ title }) => title === "judged.mjs")!.text);
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  writeFileSync(join(folder, "judged.csv"), run(program));
  const command = [join(root, "apps/cli/src/main.js"), "infer", "judged.csv", "--json"];
  const printed = run(...command, "--label", "human", "--prediction", "judge");
  const { estimate, low, high, classical, judge } = JSON.parse(printed) as Inference;
  const series = "share of answers that are right";
  const [figure] = drawFigure({
    kind: "dots",
    name: "judge",
    title: "Share of answers that are right",
    axis: series,
    simulated: "The file is made up.",
    series: [series],
    dots: [
      { row: "the judge alone", series, value: judge.alone },
      {
        row: "214 labels alone",
        series,
        value: classical.estimate,
        low: classical.low,
        high: classical.high,
      },
      { row: "both together", series, value: estimate, low, high },
    ],
  });
  return `<!doctype html><meta charset="utf-8"><style>body { margin: 0; font: 15px sans-serif } div { width: 1200px; padding: 8px 0; box-sizing: border-box } svg { display: block; width: 1150px; height: auto; margin: auto }</style><div>${figure!.svg}</div>`;
}
