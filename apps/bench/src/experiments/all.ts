import type { Experiment } from "../scoring/experiment.ts";
import { caseStudy } from "./case-study.ts";
import { conditional, diagnosticConditional } from "./conditional.ts";
import { diagnosticMarginal } from "./diagnostic-marginal.ts";
import { oracle, zeroShot } from "./full-results.ts";
import { interventions } from "./interventions.ts";
import { kSweep } from "./k-sweep.ts";
import { pmi } from "./pmi.ts";
import { recalibration } from "./recalibration.ts";
import { seeds } from "./seeds.ts";
import { baseRateExamples } from "./sensitivity/base-rate-examples.ts";
import { clampAndRounding } from "./sensitivity/clamp-and-rounding.ts";
import { stability } from "./stability.ts";
import { structure } from "./structure.ts";
import { theory } from "./theory.ts";
import { annotators } from "./unreported/annotators.ts";
import { decisions } from "./unreported/decisions.ts";
import { impliedMarginal } from "./unreported/implied-marginal.ts";
import { otherAdvantage } from "./unreported/other-advantage.ts";

/**
 * In the order of the paper, then the sensitivity analyses, then the experiments that no paper
 * reports.
 */
export const experiments: readonly Experiment[] = [
  structure,
  conditional,
  pmi,
  oracle,
  zeroShot,
  diagnosticConditional,
  diagnosticMarginal,
  kSweep,
  interventions,
  recalibration,
  stability,
  seeds,
  caseStudy,
  theory,
  baseRateExamples,
  clampAndRounding,
  otherAdvantage,
  impliedMarginal,
  annotators,
  decisions,
];
