import {
  comparisons,
  judge,
  resampledWinRate,
  variantTitles,
  winRate,
  type Judgement,
  type Variant,
} from "@promptnce/case-study/judging";
import { syntheticClass } from "@promptnce/case-study/world";
import { countText } from "@promptnce/core/errors";
import { method, rotated } from "@promptnce/core/methods";
import { replicated } from "@promptnce/core/resampling";
import { RESAMPLING } from "@promptnce/core/scorecard";
import { columns, markNote, type Table, type Value } from "@promptnce/report";
import { printedCaseStudy } from "../paper/main-text.ts";
import { paperModels, printedModels } from "../paper/models.ts";
import { asksInWords, type Config, noContext } from "../study/config.ts";
import type { Experiment } from "../scoring/experiment.ts";
import { oncePer } from "../study/kept.ts";
import type { Results } from "../study/results.ts";
import { marked } from "../scoring/marked-statistics.ts";
import { gemNote, printedGem } from "./parts/paper-notes.ts";
import { isEnough } from "../scoring/score-block.ts";

/** Both summaries describe the same program, so the likelihood of its null context cancels. */
const titles = { "promptnce:none": "PromptNCE", infonce: "InfoNCE", "gem:none": "GEM" };
const all = Object.keys(titles) as (keyof typeof titles)[];
const variants = Object.keys(variantTitles) as Variant[];
const k = 5;

/** Table 3: whether the expert's summary of a student scores above a generic one. */
export const caseStudy: Experiment = {
  id: "case-study",
  title: "Case study: expert above generic summary (Table 3)",
  madeUp: "students",
  jobs: ({ config }) =>
    variants.flatMap((variant) => all.map((id) => compared(config, id, variant).job)),
  report: (results) => ({ tables: [table(results)] }),
};

const casesOf = oncePer(({ seed }: Config) => {
  const subject = syntheticClass(seed);
  return new Map(
    variants.map((variant) => {
      const { comparisons: pairs } = comparisons(subject.students, { variant, seed, k });
      const trials = pairs.flatMap((pair) => [...pair.trials.values()]);
      return [variant, { subject, pairs, trials }];
    }),
  );
});

/** The comparisons of a method, built once for all methods and shared by the plan and the table. */
function compared(config: Config, id: string, variant: Variant) {
  const { rotations } = config;
  const { pairs, ...of } = casesOf(config).get(variant)!;
  return {
    job: { ...of, method: rotated(method(id, noContext), rotations), k, list: variant, samples: 1 },
    pairs,
  };
}

function table(results: Results): Table {
  const { models, config } = results;
  const methods = all.filter((id) => id !== "gem:none" || models.some(({ scores }) => scores));
  const printed = (id: string) => variants.map((variant) => printedCaseStudy[variant]?.[id]);
  const paper = asksInWords(config.mode) ? printedModels(methods.flatMap(printed)) : [];
  const blocks = variants.map((variant) => methods.map((id) => compared(config, id, variant)));
  const cells = models.flatMap((model) =>
    blocks.map((block) => {
      const judged = block.map(({ job, pairs }) =>
        judge(pairs, model.outcomes(job), ["expert", "generic"]),
      );
      return winRates(judged, config.seed);
    }),
  );
  const tableColumns = [
    ...columns({ row: "Method", method: "In estimates.csv" }),
    ...models.flatMap(({ suffix: { title: of } }) =>
      variants.flatMap((variant) => [
        { id: `${variant}${of}`, title: `${variantTitles[variant]}${of}`, digits: 3 },
        ...["Scored", "Wins", "Ties", "Losses"].map((title) => {
          return { id: `${variant}_${title.toLowerCase()}${of}`, title: `${title}${of}` };
        }),
      ]),
    ),
    ...paper.flatMap((key) =>
      variants.map((variant) => {
        const title = `${variantTitles[variant]}, paper, ${paperModels[key]}`;
        return { id: `paper_${variant}_${key}`, title, digits: 3 };
      }),
    ),
  ];
  return {
    name: "case-study",
    title: caseStudy.title,
    brief: [
      "row",
      ...variants.flatMap((id) => [
        ...models.map(({ suffix }) => `${id}${suffix.title}`),
        ...paper.map((key) => `paper_${id}_${key}`),
      ]),
    ],
    simulated: results.simulated([syntheticClass(config.seed)]),
    columns: tableColumns,
    rows: methods.map((id, m) => [
      titles[id],
      id,
      ...cells.flatMap((rates) => rates[m] ?? []),
      ...paper.flatMap((key) => printed(id).map((one) => one?.[key])),
    ]),
    notes: [
      `Fraction of comparisons in which the expert summary scores above the generic one (a tie counts one half; chance is 0.50), ± standard error by resampling students (B = ${countText(RESAMPLING.replicates)}, seed ${results.config.seed}/case-study): it generalises to other students, not to other tasks, draws or replies.`,
      "The class is synthetic. The paper's class has 100 real students and cannot be released.",
      gemNote(
        results,
        "that of a program behind a summary. A null context would be subtracted from both summaries and drops out.",
      ),
      markNote,
      "A method whose fraction is less than 1.96 standard errors above 0.50 has no mark.",
      "A row with fewer than 30 scored, or less than 80 %, has neither ± nor mark and is not compared.",
    ],
    pageRows: paperRows(printedGem(results, printedCaseStudy, 3), tableColumns),
  };
}

/** The paper's row of GEM, with a cell of text in its first column of values of each variant. */
function paperRows(
  printed: ReadonlyMap<string, string>,
  tableColumns: Table["columns"],
): Table["rows"] {
  if (printed.size === 0) return [];
  const places = new Map(
    [...printed].map(([variant, text]) => {
      const place = tableColumns.find(({ id }) => id.startsWith(`paper_${variant}_`));
      return [place?.id, text];
    }),
  );
  return [tableColumns.map(({ id }) => (id === "row" ? titles["gem:none"] : places.get(id)))];
}

/** Each method's win rate with the number of comparisons behind it, marked as in other tables. */
function winRates(methods: readonly Judgement[][], seed: string): Value[][] {
  const students = new Set(methods[0]?.map(({ comparison }) => comparison.student)).size;
  const rates = methods.map((judged) => winRate(judged, { seed, replicates: 1 }));
  const enough = rates.map(({ absent }, m) =>
    isEnough(methods[m]!.length - absent, methods[m]!.length),
  );
  const rivals = methods.filter((_, m) => enough[m]);
  const shared = (i: number): boolean => rivals.every((judged) => judged[i]?.verdict !== undefined);
  const resampling = { seed: `${seed}/case-study`, replicates: RESAMPLING.replicates };
  const resampled = (of: readonly (readonly Judgement[])[]) =>
    replicated(
      of.map((judged) => resampledWinRate(judged)),
      students,
      resampling,
    );
  const onShared = methods.map((judged) =>
    judged.map(({ verdict, ...one }, i) => ({ ...one, ...(shared(i) && { verdict }) })),
  );
  const figures = marked(resampled(methods), resampled(onShared), {
    competes: (m) => enough[m]!,
    chance: 0.5,
  });
  return figures.map(({ value, ...figure }, m) => {
    const { wins, ties, losses, absent } = rates[m]!;
    const of = methods[m]!.length;
    return [{ value, ...(enough[m] && figure) }, `${of - absent} of ${of}`, wins, ties, losses];
  });
}
