import { type Change, derivedBody } from "../slots/body.ts";
import { type InterventionName, quantiles, shots } from "../slots/intervention-slots.ts";
import { inlineOptions, listedOptions } from "../slots/slots.ts";
import type { DecisionTexts } from "../template/decision-texts.ts";
import { type TaskTexts, taskWordings } from "../template/task-wordings.ts";
import type { Wording } from "../template/template.ts";

/**
 * The texts of one of the paper's tasks in all kinds: those that the paper prints, and the rest
 * ours in its style.
 */
export interface PaperTask extends TaskTexts {
  /** The texts that decision models get. */
  readonly decisions: DecisionTexts;
  /**
   * The additions of the other ways of asking for a conditional; the paper prints none. One
   * question is about a `pair`, many about `pairs`; an `example` has `{{p}}` for P(y|x); `ranking`
   * names what the notes of `generateThenRank` hold.
   */
  readonly interventions: Readonly<
    Record<"pair" | "pairs" | "example" | "ranking" | Addition, string>
  >;
}

type Addition = "generateThenRank" | "logScalePrior";

/** All kinds of question about a task, then the four other ways of asking for its conditional. */
export function paperWordings(texts: PaperTask): readonly Wording[] {
  const kinds = taskWordings(texts, { closed: listedOptions, open: inlineOptions });
  const conditional = kinds.find(({ kind }) => kind === "conditional")!;
  return [...kinds, ...interventions(texts, conditional)];
}

/**
 * The interventions in the order of the paper's table. Each is added before x: after the target, it
 * would read as a part of it.
 */
function interventions(texts: PaperTask, conditional: Wording): readonly Wording[] {
  const { pair, pairs, example, generateThenRank, ranking, logScalePrior } = texts.interventions;
  const x = `\n\n${texts.shown}`;
  const way = (
    intervention: InterventionName,
    addition: string,
    slots: Wording["slots"] = {},
    ...changes: readonly Change[]
  ): Wording => ({
    ...conditional,
    intervention,
    version: texts.versions?.[intervention] ?? 1,
    body: derivedBody(conditional.body, [{ replace: x, by: `\n\n${addition}${x}` }, ...changes]),
    slots: { ...slots, ...conditional.slots },
  });
  const rankingFirst: Change = {
    replace: `JSON: {"p_apply": <number>, "notes": "<short>"}`,
    by: `JSON, in this order: {"notes": "<${ranking}>", "p_apply": <number>}`,
  };
  return [
    way("generate-then-rank", generateThenRank, {}, rankingFirst),
    way("log-scale-prior", logScalePrior),
    way(
      "few-shot",
      `Here are other ${pairs} of this study with the p_apply that was measured:

{{examples}}

Estimate p_apply for this ${pair}:`,
      { examples: shots(example) },
    ),
    way(
      "distribution-aware",
      `Over a sample of the ${pairs} of this study, the p_apply that was measured is distributed like this:
- minimum: {{minimum}}
- first quartile: {{first_quartile}}
- median: {{median}}
- third quartile: {{third_quartile}}
- maximum: {{maximum}}
Use this distribution to calibrate your estimate.`,
      quantiles,
    ),
  ];
}
