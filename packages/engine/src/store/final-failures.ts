import { UnansweredError } from "../errors/engine-errors.ts";
import { ProviderError } from "@promptnce/providers";
import { type RequestAttempts, type AttemptsOfKind, attemptsOfKind } from "./attempts.ts";
import { blameOf } from "./blame.ts";

/** So many failures alike, and no reply between, are not those of single requests. */
const ALIKE = 10;

/** Stores that a request failed. */
type Keep = () => Promise<void>;

interface Undecided {
  readonly error: ProviderError;
  readonly keep: Keep;
  readonly attempted: Pick<RequestAttempts, "witnesses">;
}

/**
 * Tells what fails of single prompts, which is an outcome and kept, from what fails of the whole run or of the server,
 * which ends the run and is not kept, since it says nothing of a prompt. {@link blameOf} has the rule for one request.
 *
 * A server that is down ends the run as soon as ten requests failed of it since others of their kinds were answered, and
 * else when all is asked ({@link settle}), however few failed. Ten requests of one kind that are refused alike, before
 * any of that kind was answered, end it too; fewer are outcomes.
 *
 * @param endures No number of failures ends the run, and each is kept.
 */
export function finalFailures(endures: boolean) {
  const kinds = new Map<string, AttemptsOfKind>();
  const kindOf = (kind: string): AttemptsOfKind => {
    const known = kinds.get(kind) ?? attemptsOfKind();
    kinds.set(kind, known);
    return known;
  };
  /** Refusals alike in a row, by kind of question, of which none is kept yet. */
  const refused = new Map<string, { readonly like: string; readonly keeps: Keep[] }>();
  /** Failures of the server, or likely of a prompt, which the end of the run decides. */
  const undecided: Undecided[] = [];
  /** How many requests of each kind the server did not answer since it answered one of that kind. */
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
    /** To be told of the attempts of one request of a kind of question, which begins now. */
    attempts: (kind: string): RequestAttempts => kindOf(kind).begin(),
    /** A reply came to a request of this kind of question: what was refused before was a matter of single prompts. */
    replied(kind: string, attempted: Pick<RequestAttempts, "answered">): Promise<void> {
      attempted.answered();
      unanswered.delete(kind);
      return keepRefused([kind]);
    },
    /** A request failed for good; `keep` stores that, sooner or later. @throws The error, where it ends the run. */
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
      undecided.push({ error, keep, attempted });
      if (!attempted.witnesses.sinceSent) countUnanswered(error, kind);
    },
    /**
     * All is asked: what may be kept is. @throws UnansweredError where the server was down for any request; what only
     * likely failed of its prompt is then not kept either.
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
