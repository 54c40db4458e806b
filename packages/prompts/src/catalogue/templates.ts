import { decisionsTemplatesOf } from "../decisions/decisions-templates.ts";
import { structuredTemplate } from "../structured/structured-template.ts";
import { chaosnli } from "../tasks/chaosnli.ts";
import { goemotions } from "../tasks/goemotions.ts";
import { paperWordings } from "../tasks/paper-task.ts";
import { programs, programsDecisions, programsLikelihood } from "../tasks/programs.ts";
import { words } from "../tasks/words.ts";
import { likelihoodTemplate } from "../template/likelihood-template.ts";
import { type PromptTemplate, templateOf } from "../template/template.ts";
import { tokensTemplatesOf } from "../tokens/tokens-templates.ts";

const tasks = [words, chaosnli, goemotions];
const wordings = [...tasks.flatMap(paperWordings), ...programs];

/**
 * Every template: eight kinds of question about each of three tasks, each followed by four other
 * ways of asking for its conditional; three kinds about programs; and, for all four tasks, the text
 * that GEM scores.
 */
export const templates: readonly PromptTemplate[] = [
  ...wordings.map(templateOf),
  ...[...tasks, programsLikelihood].map(likelihoodTemplate),
];

/** Every template of structured mode, in the order of faithful mode; likelihoods have none. */
export const structuredTemplates: readonly PromptTemplate[] = wordings.map(structuredTemplate);

/**
 * Every template whose answer is read from tokens: six kinds of question about each task, two about
 * programs.
 */
export const tokensTemplates: readonly PromptTemplate[] = [...tasks, programsLikelihood].flatMap(
  tokensTemplatesOf,
);

/**
 * Every template for decision models: five kinds of question about each task, two about programs.
 */
export const decisionsTemplates: readonly PromptTemplate[] = [
  ...tasks,
  { ...programsLikelihood, decisions: programsDecisions },
].flatMap(decisionsTemplatesOf);
