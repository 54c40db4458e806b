import { FIRST_ASKED, FIRST_MODEL, FIRST_REPLY, firstPairs } from "./first-pairs.ts";

/**
 * What a newcomer sees first: three pairs with people's numbers, a recorded model's beside them,
 * and what the words mean. Nothing is asked for it.
 */
export function openingText(): string {
  return [
    "How much does one text tell you about another? Three pairs: people's answers beside a small model's.",
    "",
    ...pairLines(),
    "",
    ...MEANINGS.map(([word, meaning]) => `${word.padEnd(WORD)}${meaning}`),
    "",
    ...RANKING,
    "",
    `Recorded on ${FIRST_ASKED}; no model was asked just now.`,
    `The small model: ${FIRST_MODEL} in four bits.`,
    "People's numbers: Table 1 of the PromptNCE paper. Claude's: its full results, 500 pairs each.",
  ].join("\n");
}

const MEANINGS: readonly (readonly [string, string])[] = [
  ["P(y|x)", "the share of those shown x who answer y: of 100 who hear SHOVE, 94 say PUSH."],
  ["P(y)", "the share of all answers that are y: of 10,000 responses, 5 are PUSH."],
  [
    "PMI",
    "log P(y|x) − log P(y): 0 if x does not matter; 7.54 if it makes y 1,900 times as likely.",
  ],
  ["OTHER", "the share left for answers not on the list: 0.9 in the reply below."],
  ["error", "this model counts up instead of judging. Its reply to SHOVE, verbatim:"],
  ["", FIRST_REPLY],
];

/** How well PMI is ranked by a large model, and by a respondent who never reads x. */
const RANKING: readonly string[] = [
  "Larger models do better. How well do they rank pairs by PMI (ρ: 1 as people do, 0 by chance)?",
  "  Claude Sonnet 4, PromptNCE   0.70 for words, 0.57 for emotions, 0.78 for contradictions",
  "  label frequency alone        0.86, 0.77 and −0.03: better than Claude on two of the three",
];

/** The widths of a word, of the name in front of a row, and of a number. */
const [WORD, NAME, NUMBER] = [8, 31, 10] as const;

function pairLines(): string[] {
  const heading = ["P(y|x)", "P(y)", "PMI"].map((word) => word.padEnd(NUMBER)).join("");
  return [
    `${" ".repeat(NAME)}${heading}`.trimEnd(),
    ...firstPairs.flatMap(({ x, y, people, said, byTokens }) => [
      `${x} → ${y}`,
      row("people", people.conditional, people.marginal, people.pmi),
      row("the model, in its words", said.conditional, said.marginal, said.pmi),
      row("the model, by its next token", byTokens),
    ]),
  ];
}

function row(name: string, ...values: readonly (number | undefined)[]): string {
  const numbers = values.map((value) => numberText(value).padEnd(NUMBER)).join("");
  return `  ${name.padEnd(NAME - 2)}${numbers}`.trimEnd();
}

function numberText(value: number | undefined): string {
  if (value === undefined) return "none";
  return value < 0.0001 && value > 0 ? value.toFixed(6) : String(value);
}
