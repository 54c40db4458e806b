import { markNote, type SharedNote } from "@promptnce/report";
import type { BeyondBoth } from "../../scoring/score-block.ts";

/** The notes on the columns that take the base rate out of ρ. */
export const beyondBaseNotes: readonly SharedNote[] = [
  {
    title: "Baseline",
    text: "The baseline ignores x: it is −ln P(y) alone, with the marginal in brackets. Any constant conditional gives the same ranking. “ρ less its baseline's” is a method's ρ less that of the row with its marginal, ± bootstrap standard error. It shows what the conditional adds to that marginal, which may be no more than the repair of a bad one: a method that ignores x can reach .5.",
  },
  {
    title: "ρ beyond ln P(y), ρ within label",
    text: "“ρ beyond ln P(y)” is the partial Spearman correlation given the true base rate. “ρ within label” is the correlation of midranks among pairs with the same label, if most pairs share theirs.",
  },
];

/** The note on the row of P(y) alone. */
export const conditionalBaseNote: SharedNote = {
  title: "P(y) alone",
  text: "P(y) alone is people's base rate: a method that ignores x can rank P(y|x) with this ρ.",
};

/** The note on the control that is blind to y. */
export const blindToYNote: SharedNote = {
  title: "ρ blind to y",
  text: "“ρ blind to y” replaces the estimates of each x by their mean, as if the method gave every label the same.",
};

const BEYOND = "Beyond x and y alone";

type MarkedScores = readonly { readonly beyondBoth?: Pick<BeyondBoth, "by"> | undefined }[];

/** Explains the columns “Beyond x and y alone” and “Uses x and y”. */
export function beyondBothNotes(scores: MarkedScores): SharedNote[] {
  return [
    ...beyondBothMeaning(scores),
    {
      title: BEYOND,
      text: "“Uses x and y” is “shown” where it is above 0 (one-sided p ≤ .001 by Student's t, and ≤ .025 with Holm's correction over the block). No other row is marked. A baseline never is, and the other rows must differ from it.",
    },
  ];
}

/** Explains the first of them, and the correlation used for each kind of dataset. */
export function beyondBothMeaning(scores: MarkedScores): SharedNote[] {
  const used = new Set(scores.flatMap(({ beyondBoth }) => beyondBoth?.by ?? []));
  const kinds = Object.entries(BEYOND_BOTH).flatMap(([by, text]) =>
    used.has(by as BeyondBoth["by"]) ? [text] : [],
  );
  return [
    "How well the estimates agree with the truth beyond what x alone and y alone explain. Apart from chance, a method that ignores either has 0, and so has one that mixes base rates with the number of an x's labels, however it does.",
    ...kinds,
  ].map((text) => ({ title: BEYOND, text }));
}

const BEYOND_BOTH: Readonly<Record<BeyondBoth["by"], string>> = {
  centred:
    "Where x and labels repeat, it is Spearman's ρ after the means of each x, and of each label of x with equally many labels, are subtracted.",
  levels:
    "Where few x repeat among the pairs, it is the partial correlation of the logarithms, given the levels in the whole dataset of x alone, and of y among x with equally many labels.",
  label:
    "Where x do not repeat, it is ρ within label, which does not detect a method that ignores y.",
  "base rate":
    "Where neither repeats, it is the partial ρ beyond ln P(y), which does not detect a method that ignores y.",
};

/** The note on what marks and differences compare. */
export const sharedNote: SharedNote = {
  title: markNote.title,
  text: "Marks and differences use only the pairs that every row that is compared has scored.",
};

/** The note under a table with a row that is not resolved above 0. */
export const aboveZeroNote: SharedNote = {
  title: markNote.title,
  text: "A row whose ρ is less than 1.96 standard errors above 0 has no mark: it is not shown to rank better than chance.",
};
