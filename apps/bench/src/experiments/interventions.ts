import { directWith, none, split } from "@promptnce/core";
import type { Intervention, Method, Observation } from "@promptnce/core";
import type { Experiment, Setting } from "../study/experiment.ts";
import type { Job } from "../study/job.ts";
import { printedInterventions } from "../paper/appendix.ts";
import { rankTable } from "./parts/rank-table.ts";
import type { Study, StudyTrial } from "../study/study.ts";

const first = 80;

/** Appendix: six ways of asking for the direct conditional, on 80 held-out pairs. */
export const interventions: Experiment = {
  id: "interventions",
  title: "Prompting interventions (appendix)",
  missing: (setting) => {
    if (studiesOf(setting).length === 0) return "they are about Words and ChaosNLI, and neither is in the run";
    const short = studiesOf(setting).find(({ development }) => development.length < 8);
    return (
      short &&
      `eight examples are drawn from the development pairs, of which ${short.dataset.name} has ${short.development.length}`
    );
  },
  jobs: (setting) => studiesOf(setting).flatMap((study) => rowsOf(study).map(({ job }) => job)),
  report: (results) => ({
    tables: [
      rankTable({
        name: "interventions",
        title: interventions.title,
        results,
        blocks: studiesOf(results).map((study) => ({
          study,
          measure: "P(y|x)",
          lines: rowsOf(study).map(({ key, job }) => ({
            title: job.method.title,
            method: job.method.id,
            k: job.trials[0]?.candidates.length ?? 0,
            pairs: (model) =>
              model.outcomes(job).map(({ trial, estimate }) => {
                return { truth: trial.conditional, estimate: estimate.conditional };
              }),
            printed: printedInterventions[study.dataset.task]?.[key],
          })),
        })),
        notes: [
          `Direct-Split's conditional on the first ${first} evaluation pairs. Examples and quantiles shown are of development pairs.`,
          "The paper does not print these prompts; the wordings are ours.",
        ],
      }),
    ],
  }),
};

function studiesOf({ studies }: Setting): Study[] {
  return studies.filter(({ dataset }) => dataset.task !== "goemotions");
}

interface Row {
  /** Its name in the paper's table. */
  readonly key: string;
  readonly job: Job<StudyTrial>;
}

function rowsOf(study: Study): Row[] {
  const { development } = study;
  const options = { k: 5, first };
  const with_ = (key: string, title: string, intervention: Intervention): Row => {
    const estimator = split(directWith(intervention), none);
    const method: Method = { id: `direct-split/${key}:none`, title, estimator };
    return { key, job: study.job(method, options) };
  };
  return [
    {
      key: "baseline",
      job: study.job({ ...study.job("direct-split:none", options).method, title: "Baseline" }, options),
    },
    with_("generate-then-rank", "Generate-then-rank", { name: "generate-then-rank" }),
    with_("log-scale-prior", "Log-scale prior", { name: "log-scale-prior" }),
    with_("3-shot", "3-shot", { name: "few-shot", examples: examples(development, 3) }),
    with_("8-shot", "8-shot", { name: "few-shot", examples: examples(development, 8) }),
    with_("distribution-aware", "Distribution-aware", {
      name: "distribution-aware",
      quantiles: quantiles(development),
    }),
  ];
}

function examples(pairs: readonly Observation[], count: number) {
  return pairs.slice(0, count).map(({ x, y, conditional }) => ({ x, y, conditional }));
}

function quantiles(pairs: readonly Observation[]): [number, number, number, number, number] {
  const sorted = pairs.map(({ conditional }) => conditional).toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] as number;
  return [at(0), at(0.25), at(0.5), at(0.75), at(1)];
}
