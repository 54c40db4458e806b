import { describeMethod } from "@promptnce/core/methods";
import type { BarsFigure } from "@promptnce/report";
import { printedPmi as printed } from "../paper/full-results.ts";
import { paperModels } from "../paper/models.ts";
import type { Experiment } from "../scoring/experiment.ts";
import type { Results } from "../study/results.ts";
import type { Setting, Study } from "../study/study.ts";
import { methodLines, pmiBlock } from "./parts/method-lines.ts";
import { gemNote, setSizeNotes } from "./parts/paper-notes.ts";
import { rankExperiment } from "./parts/rank-experiment.ts";
import { type Block, pointsOf, type ScoredBlock } from "../scoring/blocks.ts";
import { scatterFigure } from "./parts/scatter.ts";
import { asksInWords } from "../study/config.ts";

/** Figure 1 and block 1 of the full results: estimated against true PMI, grounded marginal. */
export const pmi: Experiment = {
  ...rankExperiment({
    id: "pmi",
    title: "End-to-end PMI (Figure 1; full results, block 1)",
    blocks: blocksOf,
    notes: (results) => [
      "Spearman's ρ between estimated and true PMI, ± bootstrap standard error.",
      "Direct-Split, MarginalNCE and PromptNCE share one grounded marginal. (empirical) takes P(y) as counted: a ceiling, not a competitor.",
      ...(results.config.methods.some((id) => describeMethod(id)?.needs.scores)
        ? [gemNote(results, "less that without x, or alone, as the name says.")]
        : []),
      ...setSizeNotes(results),
    ],
    more: (results, blocks) => ({
      figures: [
        barsFigure(results, blocks),
        scatterFigure(results, { term: "pmi", ...results.config }),
      ],
    }),
  }),
  // In the order in which the methods were named, which `estimates.csv` keeps.
  jobs: (setting) =>
    setting.studies.flatMap((study) => [
      ...setting.config.methods.map((method) => study.job(method, { k: setting.config.k })),
      ...blocksOf(study, setting, true).flatMap(({ lines }) => lines.flatMap(({ jobs }) => jobs)),
    ]),
};

function blocksOf(study: Study, setting: Setting, scored: boolean): Block[] {
  const blocks = [false, true].map((counted) => block(study, setting, scored, counted));
  return blocks.filter(({ lines }) => lines.length > 0);
}

/**
 * The block of the methods, or of the ceilings, which use the counted P(y). GEM needs a model with
 * log-probabilities.
 */
function block(
  study: Study,
  { config: { methods: all, k } }: Setting,
  scored: boolean,
  counted: boolean,
): Block {
  const methods = all.filter((id) => {
    const { people = false, scores = false } = describeMethod(id)?.needs ?? {};
    return people === counted && (scored || !scores);
  });
  return pmiBlock(study, methodLines(study, { methods, k, estimated: "pmi", printed }));
}

function isCounted({ lines }: Block): boolean {
  return lines.some(({ jobs: [job] }) => job!.method.needs.people);
}

/**
 * Figure 1 of the paper beside ours: bars for the methods, and lines for PromptNCE with the counted
 * marginal, ours and the paper's, and for the baseline.
 */
function barsFigure(results: Results, blocks: readonly ScoredBlock[]): BarsFigure {
  const blocksWith = (counted: boolean) => blocks.filter((block) => isCounted(block) === counted);
  const barsOf = (counted: boolean) =>
    blocksWith(counted).flatMap((block) =>
      results.models.flatMap((model) => pointsOf(block, model)),
    );
  const all = barsOf(false);
  const line = ({ dataset, model, rho }: Omit<BarsFigure["bars"][number], "method">) => {
    return { dataset, model, rho };
  };
  const oraclesOf = (of: readonly BarsFigure["bars"][number][]) =>
    of.filter(({ id }) => id === "promptnce:empirical").map(line);
  // The paper's values come from spoken answers, so they are not shown beside those from tokens.
  const paperOf = (counted: boolean) =>
    blocksWith(counted).flatMap(({ study, lines: shown }) => {
      const lines = asksInWords(results.config.mode) ? shown : [];
      return lines.flatMap(({ title, method: id, printed: { claude } = {} }) => {
        const at = {
          dataset: study.dataset.name,
          model: `the paper, ${paperModels.claude}`,
          method: title,
        };
        const { value: rho, standardError = Number.NaN } = claude ?? { value: Number.NaN };
        return claude ? [{ ...at, id, rho, standardError }] : [];
      });
    });
  return {
    kind: "bars",
    name: "pmi-bars",
    title: "Spearman's ρ between estimated and true PMI (Figure 1)",
    simulated: results.simulated(results.studies.map(({ dataset }) => dataset)),
    bars: all.flatMap(({ baseline, ...bar }) => (baseline ? [] : [bar])),
    oracles: oraclesOf(barsOf(true)),
    baselines: all.filter(({ id }) => id === "baseline:grounded").map(line),
    paper: paperOf(false).map(({ dataset, model, method, rho, standardError }) => {
      return { dataset, model, method, rho, standardError };
    }),
    paperOracles: oraclesOf(paperOf(true)),
  };
}
