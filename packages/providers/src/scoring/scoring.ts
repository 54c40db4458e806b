// Log-probabilities of given continuations over HTTP; `@promptnce/providers/llama` has them in
// process.
export { llamaServer } from "./llama-server.ts";
export { scoredBy, type ScoringOptions, type ScoringProvider } from "./scoring-provider.ts";
export { sglang } from "./sglang.ts";
export { vllm } from "./vllm.ts";
