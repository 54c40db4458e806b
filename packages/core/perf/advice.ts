import { spearman } from "../src/correlation/correlation.ts";
import { pmi } from "../src/information/pmi.ts";
import { baseRateAdvice } from "../src/repeats/base-rate-advice.ts";
import { contradiction } from "../src/repeats/contradiction.ts";
import { countsInContext } from "../src/repeats/counts-in-context.ts";
import { impliedInContext } from "../src/repeats/implied-in-context.ts";
import {
  isRecordedThere,
  type RecordedEvidence,
  recordedEvidence,
  recordedModels,
  recordedPeople,
} from "../src/repeats/recorded.test.support.ts";
import { random, shuffle } from "../src/sampling/random.ts";
import { printTable } from "./print-table.ts";

const THRESHOLDS = [0.05, 0.1, 0.25, 0.5];
/** Of the split that the table is of. */
const SEED = "halves";
const SPLITS = 50;

/** What a rule advises from one half of the questions, and the gain on each half. */
interface Judged {
  readonly name: string;
  readonly share: number;
  readonly withCounts: string;
  readonly gain: Readonly<Record<"seen" | "other", number>>;
  readonly elicited: number;
  readonly implied: number;
}

/**
 * Which base rate is advised from half of OpinionQA's questions, and which has the higher ρ on the
 * other half.
 */
export function printAdvice(): void {
  if (!isRecordedThere) {
    console.log(
      "\nThe recorded replies are not there: set PROMPTNCE_TEST_RECORDED to their folder.",
    );
    return;
  }
  const all = judged(SEED);
  const threshold = chosen(all);
  console.log(
    `\nWhich base rate is advised from half of OpinionQA's questions, and ρ of PMI with people's on the other half. Without ` +
      `counts the implied one is advised where base rates contradict by more than ${threshold}: of ${THRESHOLDS.join(", ")} the ` +
      `highest that advises it for every model of which counts show on the first half that it is right.\n`,
  );
  printTable(
    [
      "model, way",
      "#contradiction",
      "advised without counts",
      "with counts",
      "#ρ, elicited",
      "#ρ, implied",
    ],
    all.map((own) => [
      own.name,
      own.share.toFixed(2),
      own.share > threshold ? "implied" : "–",
      own.withCounts,
      own.elicited.toFixed(3),
      own.implied.toFixed(3),
    ]),
  );
  console.log(
    `\nOver ${SPLITS} splits, how often advice is given and how often it is right, in %:\n`,
  );
  const splits = Array.from({ length: SPLITS }, (_, split) => judged(`${split}`)).flat();
  printTable(
    ["rule", "#advised", "#right of these"],
    [
      ...THRESHOLDS.map((least) =>
        tallied(`contradiction above ${least}`, splits, ({ share }) =>
          share > least ? "implied" : "–",
        ),
      ),
      tallied("with counts", splits, ({ withCounts }) => withCounts),
    ],
  );
}

function tallied(
  rule: string,
  all: readonly Judged[],
  advice: (own: Judged) => string,
): (string | number)[] {
  const advised = all.filter((own) => advice(own) !== "–");
  const right = advised.filter((own) => own.gain.other > 0 === (advice(own) === "implied"));
  const percent = (part: number, of: number): string => ((100 * part) / of).toFixed(1);
  return [rule, percent(advised.length, all.length), percent(right.length, advised.length)];
}

function chosen(all: readonly Judged[]): number {
  const known = all.filter(({ withCounts }) => withCounts === "implied");
  return Math.max(...THRESHOLDS.filter((least) => known.every(({ share }) => share > least)));
}

function judged(seed: string): Judged[] {
  const people = recordedPeople();
  const truth = countsInContext(people.keys, people.counts);
  return [...recordedModels()].map(([name, own]) => {
    const questions = shuffle([...new Set(own.questions)].toSorted(), random(seed));
    const seen = new Set(questions.slice(0, questions.length / 2));
    const first = recordedEvidence(own, truth.pmi, (question) => seen.has(question));
    const other = recordedEvidence(own, truth.pmi, (question) => !seen.has(question));
    const [here, there] = [rhosOf(first), rhosOf(other)];
    return {
      name,
      share: contradiction(first.conditional, first.marginal, first.keys),
      withCounts: baseRateAdvice(first)?.take ?? "–",
      gain: { seen: here.implied - here.elicited, other: there.implied - there.elicited },
      ...there,
    };
  });
}

function rhosOf({ keys, conditional, marginal, truth }: RecordedEvidence) {
  const rho = (rates: ArrayLike<number>): number =>
    spearman(
      conditional.map((p, i) => pmi(p, rates[i]!)),
      truth,
    );
  return { elicited: rho(marginal), implied: rho(impliedInContext(conditional, keys)) };
}
