import type { Question, Reading } from "@promptnce/core";
import { readOptions } from "../reading/read-options.ts";
import { type AskedKind, hasOther } from "../reading/reply-key.ts";
import { slotNames } from "../slots/body.ts";
import { letters } from "../slots/candidate-keys.ts";
import { examples, input, labels, target } from "../slots/slots.ts";
import type { LikelihoodTexts } from "../template/likelihood-template.ts";
import { ownQuestion, type PromptTemplate, templateOf, type Wording } from "../template/template.ts";
import { letteredOptions, NONE, optionTexts, yesAndNo, yesOrNo } from "./option-slots.ts";

/**
 * A direct PMI is a number of nats, which no token stands for; and the next token is an answer of one person, not a
 * judgement of how a set was made.
 */
type TokensKind = Exclude<AskedKind, "pmi" | "identify">;

/** What the texts of a task give; `example` where it is asked about one label too. */
type TokensTexts = LikelihoodTexts & { readonly example?: string };

const LETTER = "Answer with one letter and nothing else.\nAnswer:";
const PARTIAL = "It may be one that is not listed.";
const UNSEEN = "What you are shown this time is drawn at random from all that is shown in the study.";

/**
 * The templates of a task, as `words/open.tokens`, whose answer is the distribution over the next token. A set is asked
 * with lettered options, OTHER being one of them; a conditional or a base rate with yes and no, its answer being the
 * mass of yes against no. Ours and short; the model answers as one person of the study, so that its distribution stands
 * for theirs, and the end serves chats and models without a chat template alike. Options follow the question's `rotation`.
 */
export function tokensTemplatesOf(texts: TokensTexts): readonly PromptTemplate[] {
  const { task, versions, shown, example, likelihood } = texts;
  const { lead, system } = likelihood;
  // Its last sentence says in what form to answer what GEM scores.
  const persona = system.slice(0, system.lastIndexOf(" Answer with "));
  const x = Object.fromEntries(slotNames(shown).map((name) => [name, input(name)]));
  const among = (how: string, before = shown): string =>
    `${persona}\n\n${before}\n\nWhich of these is your answer? ${how}\n\n{{options}}\n\n${LETTER}`;
  const whether = `POSSIBLE ANSWER:${lead}{{target}}\n\nIs that the answer you give? Answer with one word, {{order}}, and nothing else.\nAnswer:`;
  const grounds = `Some answers of the study (not how often they are given): {{labels}}\n\nWhat was shown, and what was answered (the same holds):\n\n{{examples}}`;
  const one = { target, order: yesOrNo };
  const set = { options: letteredOptions };
  const grounding = { labels, examples: examples(example ?? "") };
  const wordings: readonly (readonly [TokensKind, string, Wording["slots"]])[] = [
    ["closed", among("It is one of them."), { ...x, ...set }],
    ["open", among(PARTIAL), { ...x, ...set }],
    ["conditional", `${persona}\n\n${shown}\n\n${whether}`, { ...x, ...one }],
    ["marginal", `${persona}\n\n${UNSEEN}\n\n${whether}`, one],
    ["grounded", `${persona}\n\n${UNSEEN}\n\n${grounds}\n\n${whether}`, { ...grounding, ...one }],
    ["base-rates", among(PARTIAL, `${UNSEEN}\n\n${grounds}`), { ...grounding, ...set }],
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
