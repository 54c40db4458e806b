import { estimate } from "@promptnce/core";
import type { Outcome } from "@promptnce/core";
import type { Asked } from "./ask.ts";
import type { Config } from "./config.ts";
import type { Results } from "./experiment.ts";
import type { Study, StudyTrial } from "./study.ts";

/** Results from stored answers alone; a cell is estimated once, when first asked for. */
export function resultsOf(
  config: Config,
  studies: readonly Study[],
  asked: readonly Asked[],
): Results {
  const answers = new Map(studies.map((study, i) => [study, asked[i]?.answers ?? new Map()]));
  const known = new Map<string, readonly Outcome<StudyTrial>[]>();
  return {
    config,
    studies,
    outcomes: (study, { method, k }) => {
      const key = JSON.stringify([study.dataset.name, method, k]);
      const found = known.get(key);
      if (found) return found;
      const { task } = study.dataset;
      const { estimator } = study.method(method);
      const outcomes = estimate(estimator, study.trials(k), answers.get(study) ?? new Map(), {
        task,
      });
      known.set(key, outcomes);
      return outcomes;
    },
    simulated: (of, asked) => {
      const worlds = of
        .filter(({ dataset }) => dataset.simulated)
        .map(({ dataset }) => dataset.name);
      const parts = [];
      if (asked === "model" && config.provider === "simulated") {
        parts.push(
          `The answers are those of the simulated respondent (profile ${config.profile}), not of a language model.`,
        );
      }
      if (worlds.length > 0) {
        parts.push(`No person's choices are in ${worlds.join(", ")}: made by a program, with a known joint distribution.`); // prettier-ignore
      }
      return parts.length > 0 ? parts.join(" ") : undefined;
    },
  };
}
