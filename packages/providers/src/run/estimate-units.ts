import { setImmediate } from "node:timers/promises";
import { elicitOne, isDoubtful, pool, queriesOf, questionKey, questionOf } from "@promptnce/core";
import type { Answer, Ask, Estimate, Method, Pmf, Pool, Query, Question, Trial } from "@promptnce/core";
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
  /** Told of so many more units whose answers are held back, since a method is {@link Method.pooled}. */
  readonly onHeld?: ((units: number) => void) | undefined;
}

/**
 * Estimates units in their order, with up to `window` of them under way: each question of a unit is asked once, and a
 * base rate once for all units. A method is run twice on each trial, as it is a pure function: with an `ask` that
 * records what it needs, and with one that hands it the answers. Where a method is pooled, all is asked and held in
 * memory first; an aborted run then gives nothing. @throws What the provider throws, once all in hand has ended.
 */
export async function* estimateUnits<U extends Unit>(
  units: AsyncIterable<readonly U[]>,
  session: Session,
  { window, signal, onHeld, task, methods }: EstimateUnitsOptions,
): AsyncGenerator<readonly EstimatedUnit<U>[], void> {
  const isPooled = methods.some(({ pooled }) => pooled);
  const [held, answers] = [[] as AnsweredUnit<U>[], new Map<string, Answer | undefined>()];
  const baseRates = new Map<string, Promise<Answer | undefined>>();
  const work = async (unit: U, closing: AbortSignal): Promise<AnsweredUnit<U>> => {
    const ask = async (query: Query): Promise<Answer | undefined> => {
      const elicitation = await elicitOne(questionOf(query, task), session, closing);
      session.note(elicitation);
      const answer = elicitation.reading.ok ? elicitation.reading.answer : undefined;
      if (isPooled) answers.set(questionKey(elicitation.question), answer);
      return answer;
    };
    return { unit, answered: await answersTo(unit, methods, once(baseRates, ask)) };
  };
  for await (const batch of pool(units, work, { size: window, order: "items", signal })) {
    if (!isPooled) yield estimatesOf(batch);
    else {
      for (const one of batch) held.push(one);
      onHeld?.(batch.length);
    }
  }
  await session.settle();
  const known = (query: Query): Answer | undefined => answers.get(questionKey(questionOf(query, task)));
  const together: Pool = { trials: held.flatMap(({ unit }) => unit.trials), ask: known as Ask };
  for (let from = 0; from < held.length && !signal?.aborted; from += window) {
    yield estimatesOf(held.slice(from, from + window), together);
    // Nothing is awaited meanwhile that would leave an abort its turn.
    await setImmediate();
  }
}

/** Every question that estimating the units will ask, in that order: all are known before any is asked. */
export async function* questionsOfUnits(
  units: AsyncIterable<readonly Unit[]>,
  { task, methods }: Pick<EstimateUnitsOptions, "task" | "methods">,
): AsyncGenerator<Question> {
  const baseRates = new Map<string, undefined>();
  for await (const batch of units) {
    for (const { trials } of batch) {
      const asked: Query[] = [];
      const record = once(baseRates, (query) => void asked.push(query));
      for (const trial of trials) {
        for (const { estimator } of methods) for (const query of queriesOf(estimator, trial)) record(query);
      }
      for (const query of asked) yield questionOf(query, task);
    }
  }
}

/** What a method asked about a trial, and what was answered, in the same order. */
interface Answered extends Pick<TrialEstimate, "trial" | "method"> {
  readonly queries: readonly Query[];
  readonly given: readonly (Answer | undefined)[];
}

interface AnsweredUnit<U extends Unit> {
  readonly unit: U;
  readonly answered: readonly Answered[];
}

async function answersTo(
  { trials }: Unit,
  methods: readonly Method[],
  ask: (query: Query) => Promise<Answer | undefined>,
): Promise<readonly Answered[]> {
  const wanted = trials.flatMap((trial) =>
    methods.map((method) => {
      const queries = queriesOf(method.estimator, trial);
      return { trial, method, queries, answers: queries.map(ask) };
    }),
  );
  // All are awaited also where one rejects, so that no rejection is left unheard.
  await Promise.allSettled(wanted.flatMap(({ answers }) => answers));
  return Promise.all(wanted.map(async ({ answers, ...one }) => ({ ...one, given: await Promise.all(answers) })));
}

function estimatesOf<U extends Unit>(units: readonly AnsweredUnit<U>[], pool?: Pool): EstimatedUnit<U>[] {
  return units.map(({ unit, answered }) => {
    return { unit, estimates: answered.map((one) => estimateOf(one, one.method.pooled ? pool : undefined)) };
  });
}

function estimateOf({ trial, method, queries, given }: Answered, pool?: Pool): TrialEstimate {
  // In each rotation of its options; no OTHER where one of them could not be read.
  const sets = given.filter((_, i) => /open|closed/.test(queries[i]?.kind ?? "")) as (Pmf | undefined)[];
  const other = sets.reduce((sum, pmf) => sum + (pmf?.other ?? Number.NaN), 0) / sets.length;
  const pmfs = sets.filter((pmf) => pmf !== undefined);
  let next = 0;
  const lookUp: Ask = () => given[next++] as never;
  const estimate = method.estimator(trial, pool?.ask ?? lookUp, pool);
  return {
    trial,
    method,
    estimate,
    ...(!Number.isNaN(other) && { other }),
    ...(pmfs.length > 0 && { pmfs }),
    // An estimate may do without some of what it asks for: the rate of one counted label among many.
    readable: estimate.pmi !== undefined || given.every((answer) => answer !== undefined),
    ...(given.some(isDoubtful) && { doubtful: true }),
  };
}

/** Asks each query about one x once, and one about a label alone once for all x. */
function once<A>(baseRates: Map<string, A>, ask: (query: Query) => A): (query: Query) => A {
  const own = new Map<string, A>();
  return (query) => {
    const known = asksOfLabelAlone(query) ? baseRates : own;
    const key = queryKey(query);
    if (known.has(key)) return known.get(key) as A;
    const answer = ask(query);
    known.set(key, answer);
    return answer;
  };
}

/** Text by which two queries about one and the same x can be told apart, or found to be one. */
export function queryKey(query: Query): string {
  const { kind, rotation } = query;
  if ("candidates" in query) return JSON.stringify([kind, query.candidates, rotation]);
  if (kind === "conditional") return JSON.stringify([kind, query.y, query.intervention, rotation]);
  if (kind !== "likelihood") return JSON.stringify([kind, query.y, rotation]);
  return JSON.stringify([kind, query.y, asksOfLabelAlone(query) ? query.x : "x", query.scoring]);
}

/** Whether a question about one label serves every x: a base rate. There can be as many sets as rows: none is kept. */
export function asksOfLabelAlone(query: Query): boolean {
  if (query.kind === "likelihood") return typeof query.x === "string";
  return query.kind === "marginal" || query.kind === "grounded";
}
