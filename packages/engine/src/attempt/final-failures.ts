import { UnansweredError } from "../errors/engine-errors.ts";
import { ProviderError } from "@promptnce/core/errors";
import {
  type RequestAttempts,
  type AttemptsOfKind,
  attemptsOfKind,
  type WitnessReport,
  type AttemptTimes,
} from "./witnesses.ts";
import { blameOf, blamesPrompt, likenessOf } from "./blame.ts";

/** This many equal failures without a reply between them concern more than single requests. */
const ALIKE = 10;

/** Stores the failure of a request. */
type Keep = () => Promise<void>;

interface UndecidedFailure {
  readonly error: ProviderError;
  readonly keep: Keep;
  readonly attempted: WitnessReport;
}

/** A refusal that is not stored yet. */
interface PendingRefusal {
  readonly times: AttemptTimes;
  readonly error: ProviderError;
  readonly keep: Keep;
}

/**
 * Separates failures caused by single prompts, which are outcomes and stored, from failures of the
 * run, the account or the server, which end the run and are not stored, since they say nothing
 * about a prompt. {@link blameOf} has the rule for one request, {@link refusals} that for many.
 *
 * A server that is down ends the run once ten requests have failed since others of their kinds were
 * last answered; with fewer failures the run ends after its last request ({@link settle}). So do
 * ten replies that were cut off, each of which is stored.
 *
 * @param endures Whether the run continues after any number of failures, and each is stored.
 */
export function finalFailures(endures: boolean) {
  const kinds = new Map<string, AttemptsOfKind>();
  const kindOf = (kind: string): AttemptsOfKind => {
    const attempts = kinds.get(kind) ?? attemptsOfKind();
    kinds.set(kind, attempts);
    return attempts;
  };
  const refused = refusals(kindOf);
  /** Failures caused by the server, or likely by a prompt; the end of the run decides. */
  const undecided: UndecidedFailure[] = [];
  /** Requests of each kind that the server failed to answer since its last reply to that kind. */
  const unanswered = new Map<string, number>();

  const countUnanswered = (error: ProviderError, kind: string): void => {
    unanswered.set(kind, (unanswered.get(kind) ?? 0) + 1);
    const sum = [...unanswered.values()].reduce((total, some) => total + some, 0);
    if (sum >= ALIKE) throw tenAlike(error);
  };

  return {
    /** Begins a request of a kind of question; its attempts are to be reported to the result. */
    attempts: (kind: string): RequestAttempts => kindOf(kind).begin(),
    /**
     * Notes a reply to this kind of question: refusals before it was sent were then caused by single
     * prompts.
     */
    replied(kind: string, attempted: RequestAttempts): Promise<void> {
      attempted.answered();
      unanswered.delete(kind);
      return refused.replied(kind);
    },
    /**
     * Notes a request that failed for good; `keep` stores the failure, now or later.
     *
     * @param seen Whether other requests were answered meanwhile; by default, as `attempted` has it.
     * @throws The error, where it ends the run.
     */
    async failed(
      error: ProviderError,
      kind: string,
      keep: Keep,
      attempted: RequestAttempts,
      seen: WitnessReport = attempted,
    ): Promise<void> {
      const blame = blameOf(error, seen.witnesses);
      if (blame === "run") throw error;
      if (endures || blame === "prompt") return keep();
      if (blame === "refusal") return refused.add(kind, { error, keep, times: attempted.times });
      if (blame === "bought") {
        await keep();
        if (kindOf(kind).answered === 0) countUnanswered(error, kind);
        return;
      }
      undecided.push({ error, keep, attempted: seen });
      if (!seen.witnesses.sinceSent) countUnanswered(error, kind);
    },
    /**
     * To be called after the last request: stores the failures that single prompts caused.
     *
     * @throws UnansweredError where the server was down for any request; failures only likely
     *   caused by a prompt are then not stored either.
     * @throws The error of ten requests that were refused alike, none of which is stored.
     */
    async settle(): Promise<void> {
      await refused.settle();
      const all = undecided.splice(0);
      const isLast = ({ attempted }: UndecidedFailure) => !attempted.witnesses.sentLater;
      const areSeveral = all.filter(isLast).length > 1;
      const ofServer = all.filter(
        (one) =>
          blameOf(one.error, one.attempted.witnesses) === "server" || (areSeveral && isLast(one)),
      );
      const last = ofServer.at(-1);
      if (last !== undefined) throw new UnansweredError(last.error, ofServer.length);
      for (const { keep } of all) {
        await keep();
      }
    },
  };
}

/**
 * The refusals that no prompt is blamed for yet. One is the prompt's as soon as a request of its
 * kind is answered that was sent after the refusal had come. What is said to concern the prompt is
 * so as soon as any request of its kind was answered.
 *
 * Ten that are alike end the run, and none of them is stored: ten of one kind before any of that
 * kind was answered; or ten, whatever was answered before, of which all but the first were sent
 * after that had come, so that a limit has been reached since then. Refusals that came together
 * show no order, so at the end of the run ten of them suffice, or one that is about the key where
 * nothing was answered.
 */
function refusals(kindOf: (kind: string) => AttemptsOfKind) {
  const pending = new Map<string, readonly PendingRefusal[]>();

  /** Takes the refusals of a kind that are to be stored from the pending ones. */
  const keepWhere = async (kind: string, is: (one: PendingRefusal) => boolean): Promise<void> => {
    const all = pending.get(kind) ?? [];
    pending.set(
      kind,
      all.filter((one) => !is(one)),
    );
    for (const one of all) {
      if (is(one)) await one.keep();
    }
  };

  const isAnswered = (kind: string, { error, times }: PendingRefusal): boolean => {
    const { answered, latestAnswered } = kindOf(kind);
    return latestAnswered > times.missed || (answered > 0 && blamesPrompt(error));
  };

  /** How many refusals are like this one, among those of all kinds or, before an answer, of its. */
  const countAlike = (kind: string, { error }: PendingRefusal, isOver: boolean): number => {
    const like = likenessOf(error);
    const counts = Array.from(pending.values(), (all) => {
      const alike = all.filter((one) => likenessOf(one.error) === like);
      const first = Math.min(...alike.map(({ times }) => times.missed));
      const since = alike.filter(({ times }) => times.missed === first || times.sent > first);
      return (isOver ? alike : since).length;
    });
    const ofKind = (pending.get(kind) ?? []).filter(
      (one) => one.error.kind === error.kind && one.error.status === error.status,
    );
    const before = kindOf(kind).answered === 0 ? ofKind.length : 0;
    return Math.max(
      before,
      counts.reduce((sum, count) => sum + count, 0),
    );
  };

  const check = (kind: string, one: PendingRefusal, isOver = false): void => {
    // A key that may do nothing is no matter of a prompt, however few were asked.
    if (isOver && one.error.kind === "auth" && kindOf(kind).answered === 0) throw one.error;
    if (countAlike(kind, one, isOver) >= ALIKE)
      throw tenAlike(one.error, kindOf(kind).answered > 0);
  };

  return {
    async add(kind: string, one: PendingRefusal): Promise<void> {
      if (isAnswered(kind, one)) return one.keep();
      pending.set(kind, [...(pending.get(kind) ?? []), one]);
      check(kind, one);
    },
    replied: (kind: string): Promise<void> => keepWhere(kind, (one) => isAnswered(kind, one)),
    async settle(): Promise<void> {
      for (const [kind, all] of pending) {
        for (const one of all) {
          check(kind, one, true);
        }
      }
      for (const kind of pending.keys()) {
        await keepWhere(kind, () => true);
      }
    },
  };
}

function tenAlike(error: ProviderError, isSinceAnswers = false): ProviderError {
  const how = isSinceAnswers
    ? `${ALIKE} requests in a row failed like this: none of them is kept as failed, and the same run asks them again.`
    : `${ALIKE} requests failed like this, and none was answered.`;
  return new ProviderError((write) => `${error.messageFor(write)} (${how})`, error);
}
