/** The simulated respondent's ways to err. */
export const profiles = ["model-like", "truthful", "clueless"] as const;
