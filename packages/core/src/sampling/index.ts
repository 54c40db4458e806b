// Seeded draws: random numbers, candidate sets, grounding examples, splits of pairs
export { normal, random, shuffle, type Random } from "./random.ts";
export { aliasSampler, type AliasSampler } from "./alias-sampler.ts";
export { candidateSet } from "./candidates.ts";
export { splitPairs, type PairSplit, type SplitSizes } from "./split-pairs.ts";
export { drawContextGrounding, drawGrounding } from "./grounding.ts";
