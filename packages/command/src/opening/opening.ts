import { FIRST_ASKED, FIRST_MODEL, FIRST_REPLY, firstPairs } from "./first-pairs.ts";

/**
 * What a newcomer sees first: three pairs with people's numbers, a recorded model's beside them,
 * and what the words mean. Nothing is asked for it.
 */
export function openingText(): string {
  return [
    "How much does one text tell you about another? Three pairs: people's answers, a small model's.",
    "",
    ...pairLines(),
    "",
    ...MEANINGS.map(([word, meaning]) => `${word.padEnd(WORD)}${meaning}`),
    "",
    ...RANKING,
    "",
    `Recorded on ${FIRST_ASKED}; nothing was asked now. The model: ${FIRST_MODEL}, at four bits.`,
    "People's numbers: Table 1 of the PromptNCE paper. Claude's: its full results, 500 pairs each.",
  ].join("\n");
}

const MEANINGS: readonly (readonly [string, string])[] = [
  ["P(y|x)", "how many who see x answer y: 94 of 100 people who hear SHOVE say PUSH."],
  ["P(y)", "how many answer y, whatever they see: 5 of 10,000 responses are PUSH."],
  ["PMI", "log P(y|x) − log P(y): 0 if x tells nothing; 7.54 if it makes y 1,900 times as likely."],
  ["OTHER", "the share that is left for answers that are not listed: 0.9 in the reply below."],
  ["error", `this model counts instead of judging. Its reply about SHOVE, as it came:`],
  ["", FIRST_REPLY],
];

/** How well PMI is ranked by a large model, and by a respondent who never reads x. */
const RANKING: readonly string[] = [
  "Larger models do better. How well is PMI ranked (ρ: 1 is people's order, 0 is chance)?",
  "  Claude Sonnet 4, PromptNCE   0.70 of words, 0.57 of emotions, 0.78 of contradictions",
  "  label frequency alone        0.86, 0.77 and −0.03: better than this model on two of the three",
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
