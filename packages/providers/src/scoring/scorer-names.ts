/** In whose way a compatible server scores a given text. */
export const scorers = ["vllm", "sglang", "llama-server"] as const;

export type Scorer = (typeof scorers)[number];
