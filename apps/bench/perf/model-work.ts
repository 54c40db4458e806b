import { llama } from "@promptnce/providers/llama";
import { openaiCompatible } from "@promptnce/providers/openai";
import { llamaServer } from "@promptnce/providers/scoring";
import type { Request } from "@promptnce/core";
import type { Work } from "./work.ts";

/** The environment variables with a model file and the address of a llama.cpp server with it. */
const [FILE, SERVER] = ["PROMPTNCE_PERF_GGUF", "PROMPTNCE_PERF_LLAMA_SERVER"] as const;

/** More tokens than any vocabulary has. */
const ALL = 300_000;

const prompt =
  "In a word association test, people read a cue and say the first word that comes to mind.\nCue: SHOVE\nWord:";

const text = " PUSH, PULL, and then SHOULDER";

const scored: Request = {
  prompt,
  sample: 0,
  continuation: { text, template: "plain", span: "content" },
};

const among: Request = { prompt, sample: 0, options: ["A", "B", "C", "D"] };

/**
 * A model's log-probabilities through llama.cpp's server, beside the same file in this process and
 * beside lists of its whole vocabulary. Nothing where no model is named.
 */
export function modelWork(): readonly Work[] {
  const { [FILE]: file, [SERVER]: baseURL } = process.env;
  if (file === undefined || baseURL === undefined) return [];
  const scorer = llamaServer({ model: "any", baseURL });
  const chat = openaiCompatible({ model: "any", baseURL: `${baseURL}/v1` });
  const here = llama({ file });
  const score = {
    name: "a text scored by llama.cpp's server",
    ours: () => scorer.complete(scored),
  };
  return [
    { ...score, floor: () => here.complete(scored), floorName: "in process" },
    {
      ...score,
      name: `${score.name}, once more`,
      floor: () => wholeVocabulary(baseURL),
      floorName: "its whole vocabulary at each token",
    },
    {
      name: "four options read through llama.cpp's server",
      ours: () => chat.complete(among),
      floor: () => here.complete(among),
      floorName: "in process",
    },
  ];
}

/** The scored text, with a list of all tokens at each of its own. */
async function wholeVocabulary(baseURL: string): Promise<void> {
  const post = async (path: string, body: object): Promise<{ tokens: number[] }> => {
    const response = await fetch(baseURL + path, { method: "POST", body: JSON.stringify(body) });
    return (await response.json()) as { tokens: number[] };
  };
  const [before, whole] = await Promise.all(
    [prompt, prompt + text].map((content) => post("/tokenize", { content, add_special: true })),
  );
  for (let from = before!.tokens.length; from < whole!.tokens.length; from++) {
    const tokens = whole!.tokens.slice(0, from);
    await post("/completion", { prompt: tokens, n_predict: 1, n_probs: ALL, cache_prompt: true });
  }
}
