import {
  estimate,
  questionKey,
  questionOf,
  type Answers,
  type Ask,
  type Kind,
  type Outcome,
  type Query,
  type Trial,
} from "@promptnce/core";
import { rotatedAsk } from "@promptnce/core/methods";
import { rehearsedText } from "@promptnce/rehearsal";
import { isSimulated } from "./config.ts";
import { type Job, jobKey, type Subject } from "./job.ts";
import { entryOf } from "./kept.ts";
import { columnOf, type MethodColumn } from "./study-frame.ts";
import type { Setting } from "./study.ts";

/** What a model's questions cost. */
export interface AskedCosts {
  /** The source of the price, with its date where it is known. */
  readonly source: string;
  /** US dollars for a question, on average, by its kind. */
  readonly perQuestion: ReadonlyMap<Kind, number>;
}

/** One model's answers. */
export interface ModelAnswers {
  readonly provider: string;
  readonly model: string;
  /** Whether the simulated server answered for the model. */
  readonly rehearsed: boolean;
  /**
   * Whether the model returns the log-probability of a text. If not, methods that need it were not
   * asked.
   */
  readonly scores: boolean;
  readonly plain?: boolean;
  /** The answers by subject name. */
  readonly answers: ReadonlyMap<string, Answers>;
  /** Answers to questions that were asked once more, one in each request. */
  readonly alone?: ReadonlyMap<string, Answers>;
  /** What questions cost, by subject name; `undefined` where that is nothing or not known. */
  readonly costs?: ReadonlyMap<string, AskedCosts | undefined>;
}

/** The input of the reports. */
export interface Results extends Setting {
  readonly models: readonly ModelResults[];
  /**
   * The sentence that says what is simulated in a table about these subjects, if anything; `asked`
   * says whether models were involved.
   */
  readonly simulated: (
    subjects: readonly Subject[],
    asked?: "models" | "nobody",
  ) => string | undefined;
}

/** Results from stored answers alone. */
export function resultsOf(setting: Setting, answered: readonly ModelAnswers[]): Results {
  const { profile, rotations } = setting.config;
  const labels = modelLabels(answered);
  const rehearsed = labels.filter((_, i) => answered[i]?.rehearsed);
  return {
    ...setting,
    models: answered.map((modelAnswers, i) =>
      modelResults(modelAnswers, labels[i]!, answered.length > 1, rotations),
    ),
    simulated(subjects, asked = "models") {
      const worlds = subjects.filter(({ simulated }) => simulated).map(({ name }) => name);
      const parts = [
        asked === "models" &&
          isSimulated(setting.config) &&
          `The answers are those of the simulated respondent (profile ${profile}), not of a language model.`,
        asked === "models" && rehearsed.length > 0 && rehearsedText(rehearsed),
        worlds.length > 0 &&
          `${[...new Set(worlds)].join(", ")}: made by a program with a known joint distribution, no person's choices.`,
      ].filter((part) => part !== false);
      return parts.length > 0 ? parts.join(" ") : undefined;
    },
  };
}

/** The display name of each model, with its provider if two models share a name. */
function modelLabels(models: readonly ModelAnswers[]): string[] {
  const names = models.map(({ model }) => model);
  const twice = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  return models.map(({ provider, model }) => (twice.has(model) ? `${provider}:${model}` : model));
}

/** One model's results, estimated on demand from stored answers. */
export interface ModelResults {
  readonly provider: string;
  readonly model: string;
  readonly scores: boolean;
  readonly plain: boolean;
  /** The name in columns and figures, unique within the run. */
  readonly label: string;
  /** The ending of the ids and titles of the model's own columns; empty if the run has one model. */
  readonly suffix: { readonly id: string; readonly title: string };
  /** Whether the replies came from the simulated respondent or server instead of a model. */
  readonly simulated: boolean;
  outcomes<T extends Trial>(job: Job<T>, sample?: number): readonly Outcome<T>[];
  /** The estimates of a job as a column, which is one object for all tables. */
  column(job: Job): MethodColumn;
  /** Looks up an answer to one order of the options. */
  stored(subject: Subject): Ask;
  /** Looks up an answer to one order of the options that was asked alone in its request. */
  alone(subject: Subject): Ask;
  /** What questions cost; `undefined` where that is nothing or not known. */
  costs(subject: Subject): AskedCosts | undefined;
  /** Looks up an answer, averaged over the run's orders of the options. */
  ask(subject: Subject): Ask;
}

function modelResults(
  answered: ModelAnswers,
  label: string,
  several: boolean,
  rotations: number,
): ModelResults {
  const { answers, alone, costs, rehearsed, plain = false, ...who } = answered;
  const about = ({ name }: Subject): Answers => answers.get(name) ?? new Map();
  const askOf = (known: Answers | undefined, { task }: Subject): Ask => {
    return (query) => known?.get(questionKey(questionOf(query as Query, task))) as never;
  };
  const stored = (subject: Subject): Ask => askOf(about(subject), subject);
  const outcomes = new Map<string, readonly Outcome[]>();
  const columns = new Map<string, MethodColumn>();
  const results: ModelResults = {
    ...who,
    plain,
    label,
    suffix: several ? { id: `_${label}`, title: `, ${label}` } : { id: "", title: "" },
    simulated: rehearsed || who.provider === "simulated",
    outcomes: <T extends Trial>(job: Job<T>, sample = 0): readonly Outcome<T>[] => {
      const { subject, method, trials } = job;
      const options = { task: subject.task, sample };
      const make = () => estimate(method.estimator, trials, about(subject), options);
      return entryOf(outcomes, `${jobKey(job)} ${sample}`, make) as readonly Outcome<T>[];
    },
    column: (job) =>
      entryOf(columns, jobKey(job), () => columnOf(job.method.id, results.outcomes(job))),
    stored,
    alone: (subject) => askOf(alone?.get(subject.name), subject),
    costs: ({ name }) => costs?.get(name),
    ask: (subject) => rotatedAsk(stored(subject), rotations),
  };
  return results;
}
