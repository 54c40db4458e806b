// Probabilities and information: PMI, decompositions, bounds and smoothing
export { ZERO_CLAMP, isBelowClamp, isClamped, isZeroByZero, logProbability, pmi } from "./pmi.ts";
export { pmiOfCounts, type PairCounts } from "./pmi-of-counts.ts";
export { npmi } from "./npmi.ts";
export { posteriorRate, ratePrior, type CountedRates, type RatePrior } from "./rate-prior.ts";
export { type CountedShares, dirichletStrength, smoothedShares } from "./dirichlet-strength.ts";
export { canonicalNumber } from "./canonical-number.ts";
export { decomposition, type Decomposition } from "./decomposition.ts";
export { elicitedDecomposition, type ElicitedDecomposition } from "./elicited-decomposition.ts";
