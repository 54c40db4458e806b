import { isDoubtful, type Reply, type ReplyReading } from "@promptnce/core";
import { type Sentence, type WriteOption, written } from "@promptnce/core/errors";
import type { ModelIdentity } from "@promptnce/providers";
import { StoppedEarly } from "../errors/engine-errors.ts";
import { type Advice, adviceOn, type AnswerForm } from "./advice.ts";
import type { Person } from "./before-asking.ts";

export interface EarlyStopOptions {
  /**
   * How many requests may fail (from 2, or 0), or which share of those answered (between 0 and 1), which is also the
   * share of first answers that may be of little or no use; 1 goes on whatever comes. Without it half of the first
   * answers decide, but of a simulated respondent's.
   */
  readonly maxFailures?: number | undefined;
  /** Asked before a run is stopped, where there is somebody. */
  readonly person?: Person | undefined;
  /** How advice writes options; as a program sets them if not given. */
  readonly writeOption?: WriteOption;
}

/** So many answers to one kind of question are looked at. */
const FIRST = 20;

/** What is shown of a reply. */
const SHOWN = 200;

/** What came of one kind of question. */
interface Kind {
  answers: number;
  readonly useless: (Advice & { readonly reply: Reply })[];
}

/** Stops a run of which nothing will come before it is paid for, by what comes back; `spent` says what it cost. */
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
  // Nothing is paid to the simulated respondent, and to err is what some of its profiles are for.
  let over = (maxFailures ?? Number(name === "simulated")) === 1;

  const decide = async (what: Sentence): Promise<void> => {
    const cost = await spent();
    if (await person?.confirm(`${written(what, writeOption)} ${cost}`, "Go on?")) {
      over = true;
      return;
    }
    throw new StoppedEarly(
      (write) =>
        `${written(what, write)} ${cost} Every answer so far is in the store; the same command with ${write("maxFailures", 1)} goes on whatever comes.`,
    );
  };
  const stop = (what: Sentence): void => {
    decided ??= decide(what);
    // Whoever sends next hears of it; nobody may.
    decided.catch(() => {});
  };
  return {
    /** Takes note of what came to a kind of question: of no use where unread, of little with masses far from one. */
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
    /** Takes note of a request that failed for good. */
    failed(message: string): void {
      count.done++;
      count.failed++;
      const tooMany =
        most === undefined
          ? count.done >= FIRST && count.failed > (share ?? 1) * count.done
          : count.failed > most;
      if (!over && tooMany)
        stop(
          `${count.failed} of ${count.done} requests of ${model} failed, the last one so: ${message}`,
        );
    },
    /** To be awaited before anything is sent. @throws StoppedEarly where the run is to go no further. */
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
  // Now, since more answers come before it is told.
  const text = `${useless.length} of the first ${answers} answers of ${model} to ${kind} are of little or no use, most often since ${why}. One of them: ${JSON.stringify(reply.text.slice(0, SHOWN))}`;
  return (write) => `${text}. What to try: ${written(advice, write)}.`;
}
