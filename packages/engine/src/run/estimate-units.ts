import { setImmediate } from "node:timers/promises";
import {
  elicitOne,
  isDoubtful,
  lookUp,
  mapConcurrently,
  queriesOf,
  questionKey,
  questionOf,
} from "@promptnce/core";
import type {
  Answer,
  Elicitation,
  Estimate,
  Pmf,
  TrialGroup,
  Query,
  Question,
  Trial,
} from "@promptnce/core";
import type { Method } from "@promptnce/core/methods";
import type { Session } from "./session.ts";

/** Trials that are estimated together, as those of one row. */
export interface Unit {
  readonly trials: readonly Trial[];
}

/** What one method says of one trial. */
export interface TrialEstimate {
  readonly trial: Trial;
  readonly method: Method;
  readonly estimate: Estimate;
  /** The mass that an open set left to labels outside it. */
  readonly other?: number;
  /** What was answered of the candidate set, in each order that it was shown; none where no set was asked about. */
  readonly pmfs?: readonly Pmf[];
  /** What was answered of another set of the same pair, where that is known. */
  readonly beside?: Pmf;
  /** Whether all replies that it rests on could be read. */
  readonly readable: boolean;
  /** Why they could not: of the first request that failed or, where none did, of the first such reply. */
  readonly reason?: string;
  /** True where a request failed. */
  readonly failed?: boolean;
  /** True where one of them has masses that sum far from one. */
  readonly doubtful?: boolean;
}

/** A unit with what every method says of its trials. */
export interface EstimatedUnit<U extends Unit> {
  readonly unit: U;
  readonly estimates: readonly TrialEstimate[];
}

/** What is asked about units and of which task, and how far ahead. */
export interface EstimateUnitsOptions {
  readonly task: string;
  readonly methods: readonly Method[];
  /** Units under way at once; what has ended and waits for one before it is bounded apart, far above. */
  readonly window: number;
  /** Aborted, no further unit is begun; those in hand are awaited. */
  readonly signal?: AbortSignal | undefined;
  /** Told of so many more units whose answers are held back, since a method is {@link Needs.allAnswers}. */
  readonly onHeld?: ((units: number) => void) | undefined;
}

/**
 * Estimates units in their order, with up to `window` of them under way: each question of a unit is asked once, and a
 * base rate once for all units. A method is run twice on each trial, as it is a pure function: with an `ask` that
 * records what it needs, and with one that hands it the answers. Where a method needs all answers, all is asked and held in
 * memory first; an aborted run then gives nothing. @throws What the provider throws, once all in hand has ended.
 */
export async function* estimateUnits<U extends Unit>(
  units: AsyncIterable<readonly U[]>,
  session: Session,
  { window, signal, onHeld, task, methods }: EstimateUnitsOptions,
): AsyncGenerator<readonly EstimatedUnit<U>[], void> {
  const needsAll = methods.some(({ needs }) => needs.allAnswers);
  const held: HeardUnit<U>[] = [];
  const all = new Map<string, Heard>();
  const baseRates = new Map<string, Promise<Heard>>();
  const ask = async (question: Question, closing: AbortSignal): Promise<Heard> => {
    const elicitation = await elicitOne(question, session, closing);
    session.note(elicitation);
    return heardIn(elicitation);
  };
  const work = async (unit: U, closing: AbortSignal): Promise<HeardUnit<U>> => {
    const once = new OncePerQuestion(baseRates, (question) => ask(question, closing));
    for (const question of questionsOf(unit, task, methods)) {
      once.ask(question);
    }
    const heard = await once.all();
    if (needsAll) {
      for (const [key, one] of heard) {
        all.set(key, one);
      }
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
  await session.settle().catch((error: unknown) => {
    // Of a run that a person ended it is not known what the server would still have answered.
    if (!signal?.aborted) throw error;
  });
  const together: TrialGroup = {
    trials: held.flatMap(({ unit }) => unit.trials),
    ask: lookUp(all, { task, answerOf: ({ answer }) => answer }),
  };
  for (let from = 0; from < held.length && !signal?.aborted; from += window) {
    const some = held.slice(from, from + window);
    yield some.map((one) => estimatesOf(one, estimating, together));
    // Nothing is awaited meanwhile that would leave an abort its turn.
    await setImmediate();
  }
}

/** Every question that estimating the units will ask, in that order: all are known before any is asked. */
export async function* questionsOfUnits(
  units: AsyncIterable<readonly Unit[]>,
  { task, methods }: Pick<EstimateUnitsOptions, "task" | "methods">,
): AsyncGenerator<Question> {
  const planned = new Set<string>();
  for await (const batch of units) {
    for (const unit of batch) {
      const own = new Set<string>();
      for (const question of questionsOf(unit, task, methods)) {
        const known = asksOfLabelAlone(question) ? planned : own;
        const key = questionKey(question);
        if (known.has(key)) continue;
        known.add(key);
        yield question;
      }
    }
  }
}

/** What the methods ask about a unit, in their order; a question may come again. */
function* questionsOf(
  { trials }: Unit,
  task: string,
  methods: readonly Method[],
): Generator<Question> {
  for (const trial of trials) {
    for (const { estimator } of methods) {
      for (const query of queriesOf(estimator, trial)) {
        yield questionOf(query, task);
      }
    }
  }
}

/** What came of a question: an answer, or why there is none. */
interface Heard extends Pick<TrialEstimate, "reason" | "failed"> {
  readonly answer?: Answer;
}

function heardIn({ reading, reply }: Elicitation): Heard {
  if (reading.ok) return { answer: reading.answer };
  return { reason: reading.reason, ...(reply.failure && { failed: true }) };
}

/** A unit with what came of all its questions, by their keys. */
interface HeardUnit<U extends Unit> {
  readonly unit: U;
  readonly heard: ReadonlyMap<string, Heard>;
}

/** Asks each question of a unit once, and one about a label alone once for all units. */
class OncePerQuestion {
  readonly #asked = new Map<string, Promise<Heard>>();
  readonly #baseRates: Map<string, Promise<Heard>>;
  readonly #ask: (question: Question) => Promise<Heard>;

  constructor(baseRates: Map<string, Promise<Heard>>, ask: (question: Question) => Promise<Heard>) {
    this.#baseRates = baseRates;
    this.#ask = ask;
  }

  ask(question: Question): void {
    const key = questionKey(question);
    if (this.#asked.has(key)) return;
    const heard = this.#baseRates.get(key) ?? this.#ask(question);
    if (asksOfLabelAlone(question)) this.#baseRates.set(key, heard);
    this.#asked.set(key, heard);
  }

  /** What came of them, once all have ended: also where one rejects, so that no rejection is left unheard. */
  async all(): Promise<ReadonlyMap<string, Heard>> {
    await Promise.allSettled(this.#asked.values());
    const heard = new Map<string, Heard>();
    for (const [key, one] of this.#asked) {
      heard.set(key, await one);
    }
    return heard;
  }
}

function estimatesOf<U extends Unit>(
  { unit, heard }: HeardUnit<U>,
  { task, methods }: Pick<EstimateUnitsOptions, "task" | "methods">,
  group?: TrialGroup,
): EstimatedUnit<U> {
  const estimates = unit.trials.flatMap((trial) =>
    methods.map((method) => {
      const own = method.needs.allAnswers ? group : undefined;
      return estimateOf(trial, method, { heard, task, ...(own && { group: own }) });
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
  }: Pick<HeardUnit<Unit>, "heard"> & { readonly task: string; readonly group?: TrialGroup },
): TrialEstimate {
  const asked: { readonly query: Query; readonly heard: Heard | undefined }[] = [];
  const ask = lookUp(heard, {
    task,
    answerOf: ({ answer }) => answer,
    onAsked: (query, one) => void asked.push({ query, heard: one }),
  });
  const estimate = method.estimator(trial, ask, group);
  // In each rotation of its options; no OTHER where one of them could not be read.
  const sets = asked
    .filter(({ query }) => query.kind === "open" || query.kind === "closed")
    .map((one) => one.heard?.answer as Pmf | undefined);
  const other = sets.reduce((sum, pmf) => sum + (pmf?.other ?? Number.NaN), 0) / sets.length;
  const pmfs = sets.filter((pmf) => pmf !== undefined);
  // An estimate may do without some of what it asks for: the rate of one counted label among many.
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

/** Whether a question about one label serves every x: a base rate. There can be as many sets as rows: none is kept. */
export function asksOfLabelAlone(query: Query): boolean {
  if (query.kind === "likelihood") return typeof query.x === "string";
  return query.kind === "marginal" || query.kind === "grounded";
}
