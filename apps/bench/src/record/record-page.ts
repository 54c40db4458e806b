import { type DrawnFigure, type Table, type UnaskedContent } from "@promptnce/report";
import { countText } from "@promptnce/core/errors";
import { caveat, gapsOf, pointsOf, verdictOf } from "./findings.ts";
import type { ReplyRecord } from "./record.ts";

/** The sources of the replies, in a citable form. */
const sources: readonly string[] = [
  "OpinionQA: replies by Meister, Guestrin and Hashimoto (nicolemeister/benchmarking-distributional-alignment), people's answers from Pew's American Trends Panel; no licence stated.",
  "Nouns: clang1980/semantic_assoc_genAI; no licence stated.",
  "SynthBench: DataViking-Tech/SynthBench, MIT; people's shares are Pew's and GlobalOpinionQA's.",
];

/** The contents of the record's page. */
export function recordPage(
  record: ReplyRecord,
  tables: readonly Table[],
  figures: readonly DrawnFigure[],
  manifest: object,
): UnaskedContent {
  const { opinionQa, nouns, synthBench, left, resampling } = record;
  const [lead, differences] = figures;
  const named = (...names: string[]): Table[] =>
    tables.filter(({ name }) => names.includes(`${name.replace("record-", "")}`));
  const pairs = opinionQa.reduce((sum, { agreement }) => sum + agreement.pairs, 0);
  const unreadable = opinionQa.map(({ agreement }) => agreement.replies.unreadable);
  const [emptyX, allX] = [
    unreadable.reduce((sum, { x }) => sum + x, 0),
    unreadable.reduce((sum, { ofX }) => sum + ofX, 0),
  ];
  const section = (id: string, title: string, sectionTables: readonly Table[], content = {}) => ({
    id,
    title,
    tables: sectionTables,
    figures: [],
    ...content,
  });
  const folded = (id: string, title: string, sectionTables: readonly Table[]) =>
    section(id, title, sectionTables, { folded: true, wholeIn: "tables" });
  const sections = [
    section("limits", "What was not measured", [], { points: [...limits, ...gapsOf(opinionQa)] }),
    section("base-rates", "Which base rate", named("base-rates"), {
      figures: differences ? [differences] : [],
    }),
    section(
      "conditional",
      "The conditional alone, and how many people it is worth",
      named("conditional", "ways"),
    ),
    ...(nouns.length > 0 ? [section("nouns", "Nouns", named("nouns"))] : []),
    section("sources", "Where the replies are from", [], { points: sources }),
    folded("differences", "Differences between base rates", named("differences")),
    folded("pmi", "PMI with each base rate", named("pmi")),
    folded("attributes", "By attribute", named("attributes")),
    folded("zeros", "How zeros are read", named("zeros")),
    ...(synthBench.length > 0 ? [folded("synthbench", "SynthBench", named("synthbench"))] : []),
  ];
  return {
    title: "On the record: what large models said",
    generator: "promptnce bench",
    simulated: undefined,
    facts: [
      ["Replies", "recorded by others; no model was asked"],
      ["Models and ways of asking", `${opinionQa.length}`],
      ["Pairs judged", countText(pairs)],
      ["Empty replies, left out", `${countText(emptyX)} of ${countText(allX)}`],
      ["Intervals", `95 %, ${countText(resampling.replicates)} resamples of whole questions`],
      ["Seed", resampling.seed],
    ],
    first: {
      caveat,
      verdict: verdictOf(opinionQa),
      said: pointsOf(record),
      figure: lead && { ...lead, name: "lead" },
    },
    outcome: undefined,
    sections,
    left,
    manifest,
  };
}

/** The limits that the figures of the record do not show. */
const limits: readonly string[] = [
  caveat,
  "The paper's words, comments and inferences were not asked about. These are survey answers of groups and, in Nouns, a choice of three.",
  "Each group was asked about with all others of its attribute, though a few replies are empty. Where only some x are known, the mean of their conditionals is not a base rate.",
  "People who refused to answer are left out, and so are answers that nobody in a group gave: what a model says about these is not judged.",
  "The models are from 2023 to 2025, and others chose their prompts.",
];
