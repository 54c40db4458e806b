import type { Experiment } from "../experiment.ts";
import { conditional } from "./conditional.ts";
import { pmi } from "./pmi.ts";
import { structure } from "./structure.ts";

/** In the order of the paper. */
export const experiments: readonly Experiment[] = [structure, conditional, pmi];
