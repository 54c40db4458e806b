import {
  type Comparison,
  comparisons,
  judge,
  type Judged,
  resampledWinRate,
  syntheticClass,
  type Variant,
} from "@promptnce/case-study";
import { bootstrap, method, standardError } from "@promptnce/core";
import type { Trial } from "@promptnce/core";
import type { Config } from "../study/config.ts";
import type { Experiment } from "../study/experiment.ts";
import type { Job } from "../study/job.ts";
import { markBest } from "./parts/mark-best.ts";
import { printedCaseStudy } from "../paper/appendix.ts";
import { paperModels } from "../paper/models.ts";
import type { ModelResults, Results } from "../study/results.ts";
import { gemNote } from "./conditional.ts";
import { markNote, type Measured, type Table, type Value } from "@promptnce/report";

const asked = ["promptnce:none", "infonce"];
const titles: ReadonlyMap<string, string> = new Map([
  ["promptnce:none", "PromptNCE"],
  ["infonce", "InfoNCE"],
  ["gem:none", "GEM"],
]);
/** Both summaries are of one program, so that the likelihood of its null context drops out. */
const all = [...asked, "gem:none"];
const variants: readonly { readonly variant: Variant; readonly title: string }[] = [
  { variant: "compression", title: "Compression" },
  { variant: "future", title: "Future prediction" },
];
const k = 5;

/** Table 3: does the expert summary of a student score above a generic one? */
export const caseStudy: Experiment = {
  id: "case-study",
  title: "Case study: expert above generic summary (Table 3)",
  jobs: ({ config }) => variants.flatMap(({ variant }) => all.map((id) => jobOf(config, id, variant).job)),
  report: (results) => ({ tables: [table(results)] }),
};

interface Scored {
  readonly job: Job;
  readonly pairs: readonly Comparison[];
}

function jobOf({ seed }: Config, id: string, variant: Variant): Scored {
  const subject = syntheticClass(seed);
  const { comparisons: pairs } = comparisons(subject.students, { variant, seed, k });
  const trials = pairs.flatMap(({ trials }): Trial[] => [...trials.values()]);
  const unused = { grounding: { examples: [], labels: [] }, marginal: new Map() };
  const job = { subject, method: method(id, unused), k, list: variant, trials, samples: 1 };
  return { job, pairs };
}

function judged(model: ModelResults, { job, pairs }: Scored): Judged[] {
  return judge(pairs, model.outcomes(job), ["expert", "generic"]);
}

function table(results: Results): Table {
  const { models, config } = results;
  const methods = models.some(({ scores }) => scores) ? all : asked;
  const columns = printedModels(methods);
  const blocks = variants.map(({ variant }) => methods.map((id) => jobOf(config, id, variant)));
  const cells = models.map((model) =>
    blocks.map((block) =>
      winRates(
        block.map((scored) => judged(model, scored)),
        config.seed,
      ),
    ),
  );
  const suffix = (model: string): string => (models.length > 1 ? `, ${model}` : "");
  return {
    name: "case-study",
    title: caseStudy.title,
    simulated: results.simulated([syntheticClass(config.seed)], "model"),
    columns: [
      { id: "row", title: "Method" },
      { id: "method", title: "In estimates.csv" },
      ...models.flatMap(({ label }) =>
        variants.flatMap(({ variant, title }) => [
          { id: `${variant}${suffix(label)}`, title: `${title}${suffix(label)}`, digits: 3 },
          { id: `${variant}_scored${suffix(label)}`, title: `Scored${suffix(label)}` },
        ]),
      ),
      ...columns.flatMap((key) =>
        variants.map(({ variant, title }) => ({
          id: `paper_${variant}_${key}`,
          title: `${title}, paper, ${paperModels[key]}`,
          digits: 3,
        })),
      ),
    ],
    rows: methods.map((id, m) => [
      titles.get(id),
      id,
      ...cells.flatMap((byVariant) => byVariant.flatMap((rates) => rates[m] ?? [])),
      ...columns.flatMap((key) => variants.map(({ variant }) => printedCaseStudy[variant]?.[id]?.[key])),
    ]),
    notes: [
      "Fraction of comparisons in which the expert summary scores above the generic one (a tie is one half; chance 0.50), ± standard error by resampling students.",
      "The class is synthetic; the paper's is one of 100 real students and cannot be released.",
      gemNote(
        results,
        "that of a program behind a summary. A null context would be subtracted from both summaries and drops out.",
      ),
      markNote,
    ],
  };
}

/** The paper's models that it printed any of these methods of. */
function printedModels(methods: readonly string[]): (keyof typeof paperModels)[] {
  const keys = Object.keys(paperModels) as (keyof typeof paperModels)[];
  return keys.filter((key) =>
    variants.some(({ variant }) => methods.some((id) => printedCaseStudy[variant]?.[id]?.[key])),
  );
}

/** The rate of each method with how many comparisons it rests on, marked as in other tables. */
function winRates(methodsJudged: readonly Judged[][], seed: string): Value[][] {
  const statistics = methodsJudged.map((judged) => resampledWinRate(judged));
  const students = new Set(methodsJudged[0]?.map(({ comparison }) => comparison.student)).size;
  const replicates = bootstrap(statistics, students, { seed: `${seed}/case-study` });
  const ones = new Uint32Array(students).fill(1);
  const replicated = statistics.map((statistic, m) => {
    return { value: statistic(ones), replicates: replicates[m] ?? new Float64Array() };
  });
  const marks = markBest(replicated);
  return replicated.map(({ value, replicates: own }, m) => {
    const all = methodsJudged[m] ?? [];
    const scored = all.filter(({ verdict }) => verdict !== undefined).length;
    const rate: Measured = {
      value,
      standardError: standardError(own),
      ...(marks[m] && { mark: marks[m] }),
    };
    return [rate, `${scored} of ${all.length}`];
  });
}
