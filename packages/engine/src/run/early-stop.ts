import { isDoubtful, type Reply, type ReplyReading } from "@promptnce/core";
import { type Sentence, type WriteOption, written } from "@promptnce/core/errors";
import type { ModelIdentity } from "@promptnce/providers";
import { StoppedEarly } from "../errors/engine-errors.ts";
import { type Advice, adviceOn, type AnswerForm } from "./advice.ts";
import type { Person } from "./before-asking.ts";

export interface EarlyStopOptions {
  /**
   * How many requests may fail (0, or 2 and more), or which share of them (between 0 and 1), which
   * is also the share of first answers that may be of little or no use. 1 continues whatever
   * happens. By default a run stops when more than half of the first answers are of little use,
   * except with the simulated respondent.
   */
  readonly maxFailures?: number | undefined;
  /** The person asked before a run is stopped, if there is one. */
  readonly person?: Person | undefined;
  /** How advice writes options; by default as a program sets them. */
  readonly writeOption?: WriteOption;
}

/** The number of first answers examined for each kind of question. */
const FIRST = 20;

/** The characters shown of a reply. */
const SHOWN = 200;

/** The answers to one kind of question. */
interface Kind {
  answers: number;
  readonly useless: (Advice & { readonly reply: Reply })[];
}

/**
 * Stops a run that yields nothing of use before it is all paid for, judging by its first replies.
 * `spent` tells what it has cost so far.
 */
export function earlyStop(
  asked: ModelIdentity,
  options: EarlyStopOptions,
  spent: () => Promise<string>,
) {
  const { name, model } = asked;
  const { maxFailures, person, writeOption } = options;
  const share =
    maxFailures !== undefined && maxFailures > 0 && maxFailures < 1 ? maxFailures : undefined;
  const most = share === undefined ? maxFailures : undefined;
  const kinds = new Map<string, Kind>();
  const count = { done: 0, failed: 0 };
  let decided: Promise<void> | undefined;
  // The simulated respondent costs nothing, and some of its profiles are meant to give bad replies.
  let over = (maxFailures ?? Number(name === "simulated")) === 1;

  const decide = async (what: Sentence): Promise<void> => {
    const cost = await spent();
    if (await person?.confirm(`${written(what, writeOption)} ${cost}`, "Go on?")) {
      over = true;
      return;
    }
    throw new StoppedEarly(
      (write) =>
        `${written(what, write)} ${cost} Every answer so far is in the store; the same run with ${write("maxFailures", 1)} continues whatever happens.`,
    );
  };
  const stop = (what: Sentence): void => {
    decided ??= decide(what);
    // The next request awaits it in `gate`; if there is none, the rejection must not go unhandled.
    decided.catch(() => {});
  };
  return {
    /**
     * Notes the reply to a kind of question: of no use where invalid, of little use where its
     * masses sum far from one.
     */
    answered(
      kind: string,
      reply: Reply,
      reading: ReplyReading = { ok: true, answer: undefined },
      manner: AnswerForm = "reply",
    ): void {
      count.done++;
      const seen = kinds.get(kind) ?? { answers: 0, useless: [] };
      kinds.set(kind, seen);
      if (over || ++seen.answers > FIRST) return;
      if (!reading.ok || isDoubtful(reading.answer)) {
        const advice = reading.ok ? DOUBTFUL : adviceOn(reply, reading.reason, manner);
        seen.useless.push({ ...advice, reply });
      }
      if (seen.useless.length > (share ?? 0.5) * FIRST) stop(uselessText(model, kind, seen));
    },
    /** Notes a request that failed for good. */
    failed(message: string): void {
      count.done++;
      count.failed++;
      const tooMany =
        most === undefined
          ? count.done >= FIRST && count.failed > (share ?? 1) * count.done
          : count.failed > most;
      if (!over && tooMany)
        stop(
          `${count.failed} of ${count.done} requests of ${model} failed, the last with: ${message}`,
        );
    },
    /**
     * Must be awaited before each request is sent.
     *
     * @throws StoppedEarly where the run must stop.
     */
    gate: async (): Promise<void> => {
      if (!over) await decided;
    },
  };
}

const DOUBTFUL: Advice = {
  why: "its masses sum far from one",
  advice: "another model, or one number at a time, as direct-split asks, may help",
};

function uselessText(model: string, kind: string, { answers, useless }: Kind): Sentence {
  const causes = [...Map.groupBy(useless, ({ why }) => why).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  const [[{ why, advice, reply }]] = causes as [[Kind["useless"][number]]];
  // Built now, since further answers may arrive before the text is shown.
  const text = `${useless.length} of the first ${answers} answers of ${model} to ${kind} are of little or no use, most often because ${why}. One of them: ${JSON.stringify(reply.text.slice(0, SHOWN))}`;
  return (write) => `${text}. What to try: ${written(advice, write)}.`;
}
