import { setImmediate } from "node:timers/promises";
import {
  isDoubtful,
  lookUp,
  mapConcurrently,
  queriesOf,
  questionKey,
  questionOf,
  type Answer,
  type Estimate,
  type FindTemplate,
  type Pmf,
  type TrialGroup,
  type Query,
  type Question,
  type Trial,
} from "@promptnce/core";
import type { Method } from "@promptnce/core/methods";
import type { InquiryResult } from "../attempt/ask.ts";
import { planned, type PlannedQuestion } from "./planned.ts";
import type { Asker } from "./session.ts";

/** Trials that are estimated together, such as those of one row. */
export interface Unit {
  readonly trials: readonly Trial[];
}

/** An estimate, and what the answers behind it were. */
export interface AnsweredEstimate {
  readonly estimate: Estimate;
  /** The mass that an open candidate set leaves to labels outside it. */
  readonly other?: number;
  /**
   * The answered distributions over the candidate set, one for each order in which it was shown;
   * absent without a set.
   */
  readonly pmfs?: readonly Pmf[];
  /** The answered distribution over another set of the same pair, where known. */
  readonly beside?: Pmf;
  /** Whether all replies behind the estimate could be read. */
  readonly readable: boolean;
  /**
   * Why not: the reason of the first failed request or, if none failed, of the first invalid reply.
   */
  readonly reason?: string;
  /** True if a request failed. */
  readonly failed?: boolean;
  /** True if a reply has masses that sum far from one. */
  readonly doubtful?: boolean;
}

/** One method's estimate of one trial. */
export interface TrialEstimate extends AnsweredEstimate {
  readonly trial: Trial;
  readonly method: Method;
}

/** A unit with the estimates of every method for its trials. */
export interface EstimatedUnit<U extends Unit> {
  readonly unit: U;
  readonly estimates: readonly TrialEstimate[];
}

/** The task and the methods to estimate units with. */
export interface TaskMethods {
  readonly task: string;
  readonly methods: readonly Method[];
}

/** What ends the asking about units, and who is told of it. */
export interface UnitListeners {
  /** Once aborted, no further unit is started; those in hand are awaited. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with the number of further units held back, because a method needs
   * {@link Needs.allAnswers}.
   */
  readonly onHeld?: ((units: number) => void) | undefined;
}

/** How many units are under way. */
export interface UnitsInHand extends UnitListeners {
  /**
   * Units under way at once; finished units that wait for an earlier one have a separate, far
   * higher limit.
   */
  readonly window: number;
}

/** The task, wordings and methods to estimate units with, and how many units are under way. */
export interface EstimateUnitsOptions extends TaskMethods, UnitsInHand {
  readonly findTemplate: FindTemplate;
}

/**
 * Yields the estimates of units in their order, with up to `window` units under way. Each question
 * of a unit is asked once, and a base rate once for all units. A method is a pure function and runs
 * twice on each trial: with an `ask` that records its questions, and with one that returns the
 * answers. Where a method needs all answers, all questions are asked first and the answers held in
 * memory; an aborted run then yields nothing.
 *
 * @throws The provider's error, once all units in hand have ended.
 * @example
 * import { method } from "@promptnce/core/methods";
 * import { memoryStore } from "@promptnce/engine";
 * import { findTemplate } from "@promptnce/prompts";
 * const complete = async () => ({ text: '{"p_apply": 0.2, "p_base": 0.05}', stop: "end" });
 * const provider = { name: "ours", model: "large", settings: {}, complete };
 * const methods = [method("direct-split:ungrounded", { marginal: new Map() })];
 * const trial = { id: "1", x: { cue: "SEA" }, y: "WATER", candidates: ["WATER", "SALT"] };
 * const units = (async function* () {
 *   yield [{ trials: [trial] }];
 * })();
 * const options = { window: 8, task: "words", findTemplate, methods };
 * const asker = session({ provider, store: memoryStore() });
 * const [[{ estimates }]] = await Array.fromAsync(estimateUnits(units, asker, options));
 * estimates[0].estimate.pmi; // → 1.386
 */
export async function* estimateUnits<U extends Unit>(
  units: AsyncIterable<readonly U[]>,
  asker: Asker,
  { window, signal, onHeld, task, findTemplate, methods }: EstimateUnitsOptions,
): AsyncGenerator<readonly EstimatedUnit<U>[], void> {
  const needsAll = methods.some(({ needs }) => needs.allAnswers);
  const held: UnitOutcomes<U>[] = [];
  const all = new Map<string, QuestionOutcome>();
  const baseRates = new Map<string, Promise<QuestionOutcome>>();
  const ask = async (question: Question, closing: AbortSignal): Promise<QuestionOutcome> =>
    heardIn(await asker.ask(planned(question, findTemplate), closing));
  /** Asks each question of a unit once, and one about a label alone once for all units. */
  const work = async (unit: U, closing: AbortSignal): Promise<UnitOutcomes<U>> => {
    const asked = new Map<string, Promise<QuestionOutcome>>();
    for (const [key, question] of questionsOf(unit, task, methods)) {
      const answer = baseRates.get(key) ?? ask(question, closing);
      if (asksOfLabelAlone(question)) baseRates.set(key, answer);
      asked.set(key, answer);
    }
    // All have ended, even if one rejects, so that no rejection goes unhandled.
    await Promise.allSettled(asked.values());
    const heard = new Map<string, QuestionOutcome>();
    for (const [key, answer] of asked) {
      heard.set(key, await answer);
      if (needsAll) all.set(key, await answer);
    }
    return { unit, heard };
  };
  const estimating = { task, methods };
  for await (const batch of mapConcurrently(units, work, {
    size: window,
    order: "items",
    signal,
  })) {
    if (!needsAll) yield batch.map((one) => estimatesOf(one, estimating));
    else {
      for (const one of batch) {
        held.push(one);
      }
      onHeld?.(batch.length);
    }
  }
  // In a run ended by a person, it is unknown what the server would still have answered.
  if (signal?.aborted) return;
  await asker.settle();
  const together: TrialGroup = {
    trials: held.flatMap(({ unit }) => unit.trials),
    ask: lookUp(all, { task, answerOf: ({ answer }) => answer }),
  };
  for (let from = 0; from < held.length && !signal?.aborted; from += window) {
    const some = held.slice(from, from + window);
    yield some.map((one) => estimatesOf(one, estimating, together));
    // Gives an abort its turn, since nothing else is awaited here.
    await setImmediate();
  }
}

/**
 * Yields every question that estimating the units will ask, in that order, without asking any.
 *
 * @example
 * import { method } from "@promptnce/core/methods";
 * const methods = [method("direct-split:ungrounded", { marginal: new Map() })];
 * const trial = { id: "1", x: { cue: "SEA" }, y: "WATER", candidates: ["WATER", "SALT"] };
 * const units = (async function* () {
 *   yield [{ trials: [trial] }];
 * })();
 * const questions = await Array.fromAsync(questionsOfUnits(units, { task: "words", methods }));
 * questions.map(({ kind }) => kind); // → ["conditional", "marginal"]
 */
export async function* questionsOfUnits(
  units: AsyncIterable<readonly Unit[]>,
  { task, methods }: TaskMethods,
): AsyncGenerator<Question> {
  const planned = new Set<string>();
  for await (const batch of units) {
    for (const unit of batch) {
      for (const [key, question] of questionsOf(unit, task, methods)) {
        if (planned.has(key)) continue;
        if (asksOfLabelAlone(question)) planned.add(key);
        yield question;
      }
    }
  }
}

/** The methods' questions about a unit by their keys, in their order, each once. */
function questionsOf(
  { trials }: Unit,
  task: string,
  methods: readonly Method[],
): ReadonlyMap<string, Question> {
  const questions = new Map<string, Question>();
  for (const trial of trials) {
    for (const { estimator } of methods) {
      for (const query of queriesOf(estimator, trial)) {
        const question = questionOf(query, task);
        questions.set(questionKey(question), question);
      }
    }
  }
  return questions;
}

/** The outcome of a question: an answer, or why there is none. */
interface QuestionOutcome {
  readonly answer?: Answer;
  readonly reason?: string;
  readonly failed?: boolean;
}

function heardIn({ reading, reply }: InquiryResult<PlannedQuestion>): QuestionOutcome {
  if (reading.ok) return { answer: reading.answer };
  return { reason: reading.reason, ...(reply.failure && { failed: true }) };
}

/** A unit with the outcomes of all its questions, by their keys. */
interface UnitOutcomes<U extends Unit> {
  readonly unit: U;
  readonly heard: ReadonlyMap<string, QuestionOutcome>;
}

function estimatesOf<U extends Unit>(
  { unit, heard }: UnitOutcomes<U>,
  { task, methods }: TaskMethods,
  group?: TrialGroup,
): EstimatedUnit<U> {
  const estimates = unit.trials.flatMap((trial) =>
    methods.map((method) => {
      const methodGroup = method.needs.allAnswers ? group : undefined;
      return estimateOf(trial, method, { heard, task, ...(methodGroup && { group: methodGroup }) });
    }),
  );
  return { unit, estimates };
}

function estimateOf(
  trial: Trial,
  method: Method,
  {
    heard,
    task,
    group,
  }: {
    readonly heard: ReadonlyMap<string, QuestionOutcome>;
    readonly task: string;
    readonly group?: TrialGroup;
  },
): TrialEstimate {
  const asked: { readonly query: Query; readonly heard: QuestionOutcome | undefined }[] = [];
  const ask = lookUp(heard, {
    task,
    answerOf: ({ answer }) => answer,
    onAsked: (query, one) => void asked.push({ query, heard: one }),
  });
  const estimate = method.estimator(trial, ask, group);
  // One distribution for each rotation of the options; `other` is NaN if any of them could not be
  // read.
  const sets = asked
    .filter(({ query }) => query.kind === "open" || query.kind === "closed")
    .map((one) => one.heard?.answer as Pmf | undefined);
  const other = sets.reduce((sum, pmf) => sum + (pmf?.other ?? Number.NaN), 0) / sets.length;
  const pmfs = sets.filter((pmf) => pmf !== undefined);
  // An estimate may not need every answer, such as the rate of one counted label among many.
  const silent =
    estimate.pmi === undefined ? asked.filter((one) => one.heard?.answer === undefined) : [];
  const { reason, failed } = (silent.find((one) => one.heard?.failed) ?? silent[0])?.heard ?? {};
  return {
    trial,
    method,
    estimate,
    ...(!Number.isNaN(other) && { other }),
    ...(pmfs.length > 0 && { pmfs }),
    readable: silent.length === 0,
    ...(reason !== undefined && { reason }),
    ...(failed && { failed }),
    ...(asked.some((one) => isDoubtful(one.heard?.answer)) && { doubtful: true }),
  };
}

/**
 * Whether a question about one label serves every x, as a base rate does. Questions about a set are
 * not shared, since there may be as many sets as rows.
 */
export function asksOfLabelAlone(query: Query): boolean {
  if (query.kind === "likelihood") return typeof query.x === "string";
  return query.kind === "marginal" || query.kind === "grounded";
}
