import type { Intervention, Observation } from "@promptnce/core";
import { describeMethod, directWith, type Method, none, split } from "@promptnce/core/methods";
import { printedInterventions as printed } from "../paper/appendix.ts";
import type { Experiment } from "../scoring/experiment.ts";
import type { Study } from "../study/study.ts";
import { conditionalBlock, methodLines } from "./parts/method-lines.ts";
import { rankExperiment } from "./parts/rank-experiment.ts";
import { asksInWords } from "../study/config.ts";

const first = 80;

/** Appendix: six ways of asking for the direct conditional, on 80 held-out pairs. */
export const interventions: Experiment = rankExperiment({
  id: "interventions",
  title: "Prompting interventions (appendix)",
  about: ({ dataset }) => ["words", "chaosnli"].includes(dataset.task),
  missing({ studies, config }) {
    if (!asksInWords(config.mode)) return "they are ways of asking for a spoken number";
    if (studies.length === 0) return "they are about Words and ChaosNLI, and neither is in the run";
    const short = studies.find(({ development }) => development.length < 8);
    return (
      short &&
      `eight examples are drawn from the development pairs, of which ${short.dataset.name} has ${short.development.length}`
    );
  },
  blocks(study) {
    const lines = methodLines(study, {
      methods: methodsOf(study),
      k: 5,
      first,
      estimated: "conditional",
      printed,
    });
    return [conditionalBlock(study, lines)];
  },
  notes: () => [
    `Direct-Split's conditional on the first ${first} evaluation pairs. The examples and quantiles in the prompts are from development pairs.`,
    "The paper does not print these prompts; the wordings are ours.",
  ],
});

function methodsOf({ development }: Study): Method[] {
  const intervened = (name: string, title: string, intervention: Intervention): Method => {
    return {
      id: `direct-split/${name}:none`,
      title,
      needs: {},
      asks: ["conditional"],
      estimator: split(directWith(intervention), none),
    };
  };
  const spread = { name: "distribution-aware", quantiles: quantiles(development) } as const;
  const shown = (count: number): Method => {
    const examples = development
      .slice(0, count)
      .map(({ x, y, conditional }) => ({ x, y, conditional }));
    return intervened(`${count}-shot`, `${count}-shot`, { name: "few-shot", examples });
  };
  return [
    { ...(describeMethod("direct-split:none") as Method), title: "Baseline" },
    intervened("generate-then-rank", "Generate-then-rank", { name: "generate-then-rank" }),
    intervened("log-scale-prior", "Log-scale prior", { name: "log-scale-prior" }),
    shown(3),
    shown(8),
    intervened("distribution-aware", "Distribution-aware", spread),
  ];
}

function quantiles(pairs: readonly Observation[]): [number, number, number, number, number] {
  const sorted = pairs.map(({ conditional }) => conditional).toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] as number;
  return [at(0), at(0.25), at(0.5), at(0.75), at(1)];
}
