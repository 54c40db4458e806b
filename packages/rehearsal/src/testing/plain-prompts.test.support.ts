import type { Joint, Label, PromptReader, ReadPrompt } from "@promptnce/core";

/** A wording for tests in which a prompt is its own reading, as JSON after a first line. */
export function plainPrompt(question: ReadPrompt): string {
  return `Answer this.\n${JSON.stringify(question)}`;
}

export const readPlainPrompt: PromptReader = (prompt) => {
  const [head, body] = prompt.split("\n");
  return head === "Answer this." ? (JSON.parse(body ?? "") as ReadPrompt) : undefined;
};

/** A world of two cues of equal probability, with labels that have caught programs out before. */
const rows: readonly (readonly [y: Label, givenShove: number, givenBuild: number])[] = [
  ["PUSH", 0.7, 0.01],
  ["PULL", 0.1, 0],
  ["OTHER", 0.15, 0],
  ["__proto__", 0.05, 0],
  ["CONSTRUCTOR", 0, 0.6],
  ["WATER", 0, 0.39],
];

export const labels: readonly Label[] = rows.map(([y]) => y);

export const world: Joint = {
  name: "two-cues",
  conditional(x, y) {
    const [, shove = 0, build = 0] = rows.find(([label]) => label === y) ?? [];
    if (x["cue"] === "SHOVE") return shove;
    return x["cue"] === "BUILD" ? build : 0;
  },
  marginal: new Map(rows.map(([y, shove, build]) => [y, (shove + build) / 2])),
};
