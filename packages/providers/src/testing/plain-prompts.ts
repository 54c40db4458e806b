import type { Label } from "@promptnce/core";
import type { Joint } from "../simulated/joint.ts";
import type { PromptReader, ReadPrompt } from "../simulated/prompt-reader.ts";

/** A wording for tests in which a prompt is its own reading, as JSON after a first line. */
export function plainPrompt(question: ReadPrompt): string {
  return `Answer this.\n${JSON.stringify(question)}`;
}

export const readPlainPrompt: PromptReader = (prompt) => {
  const [head, body] = prompt.split("\n");
  return head === "Answer this." ? (JSON.parse(body ?? "") as ReadPrompt) : undefined;
};

type Row = readonly [Label, number];

/** A world of two cues of equal probability, with labels that have caught programs out before. */
const rows: ReadonlyMap<string, readonly Row[]> = new Map([
  [
    "SHOVE",
    [
      ["PUSH", 0.7],
      ["PULL", 0.1],
      ["OTHER", 0.15],
      ["__proto__", 0.05],
    ] as const,
  ],
  [
    "BUILD",
    [
      ["CONSTRUCTOR", 0.6],
      ["PUSH", 0.01],
      ["WATER", 0.39],
    ] as const,
  ],
]);

const conditional = (cue: string | undefined, y: Label): number => new Map(rows.get(cue ?? "")).get(y) ?? 0;

export const labels: readonly Label[] = ["PUSH", "PULL", "OTHER", "__proto__", "CONSTRUCTOR", "WATER"];

export const world: Joint = {
  name: "two-cues",
  conditional: (x, y) => conditional(x["cue"], y),
  marginal: new Map(labels.map((y) => [y, (conditional("SHOVE", y) + conditional("BUILD", y)) / 2])),
};
