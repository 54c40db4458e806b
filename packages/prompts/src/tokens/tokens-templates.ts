import type { Question, QuestionOf, Reading } from "@promptnce/core";
import { readOptions } from "../reading/read-scores.ts";
import { type AskedKind, hasOther } from "../reading/reply-key.ts";
import { type Slot, slotNames } from "../slots/body.ts";
import { checkCandidates, letters } from "../slots/candidates.ts";
import { letteredBlocks } from "../slots/lettered-blocks.ts";
import { contextField, examples, input, labels, target } from "../slots/slots.ts";
import type { LikelihoodTexts } from "../template/likelihood-template.ts";
import {
  ownQuestion,
  type PromptTemplate,
  templateOf,
  type Wording,
} from "../template/template.ts";

/** Stands for the category OTHER in an open set; no label can be spelled like this. */
export const NONE = "none of these";

type OverSet = QuestionOf<"closed" | "open">;

/**
 * The texts of the options as they are shown: the candidates and, for an open set, {@link NONE},
 * rotated.
 */
function optionTexts({ kind, candidates, rotation = 0 }: OverSet): readonly string[] {
  const texts = checkCandidates(hasOther(kind) ? [...candidates, NONE] : candidates);
  return [...texts.slice(rotation), ...texts.slice(0, rotation)];
}

const blocks = letteredBlocks("Option");

/**
 * The options, one on each line after its letter; if one has several lines, each stands between
 * lines of backticks.
 */
const letteredOptions: Slot<OverSet> = {
  about: `the candidates, and of an open set "${NONE}": one a line after "A. " (B, C …) or, where one has several lines, each after "Option A:" between lines of backticks`,
  write: (question) => {
    const texts = optionTexts(question);
    if (texts.some((text) => text.includes("\n"))) return blocks.write({ candidates: texts });
    const keys = letters(texts);
    return texts.map((text, i) => `${keys[i]}. ${text}`).join("\n");
  },
  read: (written) => {
    const lines = written.split("\n");
    const listed = lines.every((line, i) => line.startsWith(`${String.fromCharCode(65 + i)}. `));
    const { candidates: texts = [], candidateKeys: keys = [] } = listed
      ? {
          candidates: lines.map((line) => line.slice(3)),
          candidateKeys: lines.map((line) => line.charAt(0)),
        }
      : blocks.read(written);
    const other = keys[texts.indexOf(NONE)];
    return {
      candidates: texts.filter((text) => text !== NONE),
      candidateKeys: keys.filter((key) => key !== other),
      options: keys,
      ...(other !== undefined && { otherKey: other }),
    };
  },
};

type RotatedQuestion = Pick<QuestionOf<"marginal">, "rotation">;

/** Yes and No in the order in which a question about one label names them. */
function yesAndNo({ rotation = 0 }: RotatedQuestion): readonly string[] {
  return rotation === 0 ? ["Yes", "No"] : ["No", "Yes"];
}

const yesOrNo: Slot<RotatedQuestion> = {
  about: '"Yes or No", or turned round',
  write: (question) => yesAndNo(question).join(" or "),
  read: (text) => ({ options: text.split(" or ") }),
};

/** The kinds that a token can answer: none stands for a PMI in nats. */
type TokensKind = Exclude<AskedKind, "pmi">;

/** The texts of a task; `example` is present if it is also asked about single labels. */
type TokensTexts = LikelihoodTexts & { readonly example?: string };

const LETTER = "Answer with one letter and nothing else.\nAnswer:";
const PARTIAL = "It may be one that is not listed.";
const UNSEEN =
  "What you are shown this time is drawn at random from all that is shown in the study.";

const UNSEEN_IN =
  "Of what you are shown this time you know this part; the rest is drawn at random from all that is shown with it in the study.";

/**
 * The templates of a task, such as `words/open.tokens`, whose answer is the distribution over the
 * next token: over lettered options, including OTHER, or of Yes against No. They are ours and
 * short. The model answers as one person in the study, so that its distribution stands for
 * people's, and the ending suits chats and models without a chat template alike.
 */
export function tokensTemplatesOf(texts: TokensTexts): readonly PromptTemplate[] {
  const { task, versions, shown, shownContext, example, likelihood } = texts;
  const { lead, system } = likelihood;
  // Its last sentence says in what form to answer what GEM scores.
  const persona = system.slice(0, system.lastIndexOf(" Answer with "));
  const x = Object.fromEntries(slotNames(shown).map((name) => [name, input(name)]));
  const among = (how: string): string =>
    `${persona}\n\n${shown}\n\nWhich of these is your answer? ${how}\n\n{{options}}\n\n${LETTER}`;
  const whether = `POSSIBLE ANSWER:${lead}{{target}}\n\nIs that the answer you give? Answer with one word, {{order}}, and nothing else.\nAnswer:`;
  const grounds = `Some answers of the study (not how often they are given): {{labels}}\n\nWhat was shown, and what was answered (the same holds):\n\n{{examples}}`;
  const context = Object.fromEntries(
    slotNames(shownContext ?? "").map((name) => [name, contextField(name)]),
  );
  const unseen = shownContext === undefined ? UNSEEN : `${UNSEEN_IN}\n\n${shownContext}`;
  const one = { target, order: yesOrNo };
  const set = { options: letteredOptions };
  const wordings: readonly (readonly [TokensKind, string, Wording["slots"]])[] = [
    ["closed", among("It is one of them."), { ...x, ...set }],
    ["open", among(PARTIAL), { ...x, ...set }],
    ["conditional", `${persona}\n\n${shown}\n\n${whether}`, { ...x, ...one }],
    ["marginal", `${persona}\n\n${unseen}\n\n${whether}`, { ...context, ...one }],
    [
      "grounded",
      `${persona}\n\n${unseen}\n\n${grounds}\n\n${whether}`,
      { ...context, labels, examples: examples(example ?? ""), ...one },
    ],
  ];
  const asked = example === undefined ? wordings.slice(0, 2) : wordings;
  return asked.map(([kind, body, slots]) =>
    tokensTemplate({ task, kind, version: versions?.tokens ?? 1, body, slots }),
  );
}

function tokensTemplate(wording: Wording & { readonly kind: TokensKind }): PromptTemplate {
  const template = templateOf(wording);
  // Nothing is written that it could hold.
  delete template.grammar;
  /** The question, the options as they are shown, and the tokens that stand for them. */
  const shown = (question: Question) => {
    const asked = ownQuestion(template.id, wording.kind, question);
    const texts = "candidates" in asked ? optionTexts(asked) : yesAndNo(asked);
    return { asked, texts, tokens: "candidates" in asked ? letters(texts) : texts };
  };
  return {
    ...template,
    id: `${template.id}.tokens`,
    options: (question) => shown(question).tokens,
    parse: (question, reply): Reading => {
      const { asked, texts, tokens } = shown(question);
      const read = readOptions(tokens, reply);
      if (!read.ok) return read;
      const { masses, ...rest } = read;
      const massOf = (text: string): number => masses[texts.indexOf(text)] as number;
      if (!("candidates" in asked)) return { ...rest, answer: massOf("Yes") };
      const { candidates, kind } = asked;
      const other = hasOther(kind) && { other: massOf(NONE) };
      return { ...rest, answer: { labels: candidates, masses: candidates.map(massOf), ...other } };
    },
  };
}
