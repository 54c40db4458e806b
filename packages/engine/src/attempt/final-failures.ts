import { UnansweredError } from "../errors/engine-errors.ts";
import { ProviderError } from "@promptnce/providers";
import { type RequestAttempts, type AttemptsOfKind, attemptsOfKind } from "./witnesses.ts";
import { blameOf } from "./blame.ts";

/** This many equal failures without a reply between them concern more than single requests. */
const ALIKE = 10;

/** Stores the failure of a request. */
type Keep = () => Promise<void>;

interface Undecided {
  readonly error: ProviderError;
  readonly keep: Keep;
  readonly attempted: Pick<RequestAttempts, "witnesses">;
}

/**
 * Separates failures caused by single prompts, which are outcomes and stored, from failures of the
 * run or the server, which end the run and are not stored, since they say nothing about a prompt.
 * {@link blameOf} has the rule for one request.
 *
 * A server that is down ends the run once ten requests have failed since others of their kinds were
 * last answered; with fewer failures the run ends after its last request ({@link settle}). Ten
 * requests of one kind that are refused alike, before any of that kind was answered, also end it;
 * fewer are outcomes. So do ten replies that were cut off, each of which is stored.
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
  /** Consecutive equal refusals that are not stored yet, by kind of question. */
  const refused = new Map<string, { readonly like: string; readonly keeps: Keep[] }>();
  /** Failures caused by the server, or likely by a prompt; the end of the run decides. */
  const undecided: Undecided[] = [];
  /** Requests of each kind that the server failed to answer since its last reply to that kind. */
  const unanswered = new Map<string, number>();

  const keepRefused = async (kinds: readonly string[]): Promise<void> => {
    for (const kind of kinds) {
      const keeps = refused.get(kind)?.keeps ?? [];
      refused.delete(kind);
      for (const keep of keeps) {
        await keep();
      }
    }
  };

  const refuse = async (error: ProviderError, kind: string, keep: Keep): Promise<void> => {
    if (kindOf(kind).answered > 0) return keep();
    const like = `${error.kind} ${error.status}`;
    if (refused.get(kind)?.like !== like) await keepRefused([kind]);
    const { keeps } = refused.get(kind) ?? { keeps: [] };
    refused.set(kind, { like, keeps: [...keeps, keep] });
    if (keeps.length + 1 < ALIKE) return;
    refused.delete(kind);
    throw tenAlike(error);
  };

  const countUnanswered = (error: ProviderError, kind: string): void => {
    unanswered.set(kind, (unanswered.get(kind) ?? 0) + 1);
    const sum = [...unanswered.values()].reduce((total, some) => total + some, 0);
    if (sum >= ALIKE) throw tenAlike(error);
  };

  return {
    /** Begins a request of a kind of question; its attempts are to be reported to the result. */
    attempts: (kind: string): RequestAttempts => kindOf(kind).begin(),
    /**
     * Notes a reply to this kind of question: earlier refusals were then caused by single prompts.
     */
    replied(kind: string, attempted: Pick<RequestAttempts, "answered">): Promise<void> {
      attempted.answered();
      unanswered.delete(kind);
      return keepRefused([kind]);
    },
    /**
     * Notes a request that failed for good; `keep` stores the failure, now or later.
     *
     * @throws The error, where it ends the run.
     */
    async failed(
      error: ProviderError,
      kind: string,
      keep: Keep,
      attempted: Pick<RequestAttempts, "witnesses">,
    ): Promise<void> {
      const blame = blameOf(error, attempted.witnesses);
      if (blame === "run") throw error;
      if (endures || blame === "prompt") return keep();
      if (blame === "refusal") return refuse(error, kind, keep);
      if (blame === "bought") {
        await keep();
        if (kindOf(kind).answered === 0) countUnanswered(error, kind);
        return;
      }
      undecided.push({ error, keep, attempted });
      if (!attempted.witnesses.sinceSent) countUnanswered(error, kind);
    },
    /**
     * To be called after the last request: stores the failures that single prompts caused.
     *
     * @throws UnansweredError where the server was down for any request; failures only likely
     *   caused by a prompt are then not stored either.
     */
    async settle(): Promise<void> {
      await keepRefused([...refused.keys()]);
      const all = undecided.splice(0);
      const ofServer = all.filter(
        ({ error, attempted }) => blameOf(error, attempted.witnesses) === "server",
      );
      const last = ofServer.at(-1);
      if (last !== undefined) throw new UnansweredError(last.error, ofServer.length);
      for (const { keep } of all) {
        await keep();
      }
    },
  };
}

function tenAlike(error: ProviderError): ProviderError {
  return new ProviderError(
    `${error.message} (${ALIKE} requests failed like this, and none was answered.)`,
    error,
  );
}
