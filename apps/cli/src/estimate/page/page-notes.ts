import type { FindTemplate, Question, Reading, Reply } from "@promptnce/core";
import type { UnreadableText } from "../../terminal/page.ts";
import type { UnitEstimate } from "../../rows/answer/answer-unit.ts";
import { type Extremes, extremes } from "../../rows/summary/extremes.ts";
import { inputText } from "../../rows/input/input-text.ts";
import { type Reservoir, reservoir } from "../../rows/summary/reservoir.ts";
import type { NamedMethod } from "../../rows/summary/tally.ts";
import type { Unit } from "../../rows/survey/unit.ts";

/** How many pairs and unreadable replies a page shows at most: it stays a file that a browser opens. */
const PAIRS = 2000;
const UNREADABLE = 200;

/** A unit with what every method said of its labels. */
interface AnsweredUnit {
  readonly unit: Unit;
  readonly estimates: readonly UnitEstimate[];
}

/** What is kept for the page while a run goes by: nothing grows with its rows. */
export interface PageNotes {
  /** A uniform draw of the units, where they are too many to be shown. */
  readonly units: Reservoir<AnsweredUnit>;
  /** Of all units. */
  readonly extremes: Extremes;
  /** The first that came. */
  readonly unreadable: readonly UnreadableText[];
  /** How many came in all. */
  readonly unreadableCount: number;
  estimated(answered: AnsweredUnit): void;
  answered(question: Question, reply: Reply, reading: Reading): void;
}

/** Nothing noted so far. `trials` is how many pairs a unit has. */
export function pageNotes(options: {
  readonly trials: number;
  readonly seed: string;
  readonly findTemplate: FindTemplate;
  readonly methods: readonly NamedMethod[];
  readonly fields: readonly string[];
}): PageNotes {
  const { trials, seed, findTemplate, methods, fields } = options;
  const units = reservoir<AnsweredUnit>(Math.max(1, Math.floor(PAIRS / trials)), `${seed}/page`);
  const found = extremes(methods);
  const unreadable: UnreadableText[] = [];
  let unreadableCount = 0;
  return {
    get unreadableCount() {
      return unreadableCount;
    },
    units,
    extremes: found,
    unreadable,
    estimated(answered) {
      units.add(answered);
      for (const one of answered.estimates) found.add(one, () => inputText(fields, one.trial.x));
    },
    answered(question, reply, reading) {
      if (reading.ok || ++unreadableCount > UNREADABLE) return;
      const template = findTemplate(question);
      unreadable.push({
        template: `${template.id}@${template.version}`,
        prompt: template.render(question),
        reply: reply.text,
        reason: reading.reason,
      });
    },
  };
}
