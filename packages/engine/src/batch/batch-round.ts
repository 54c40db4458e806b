import type { CurrentSettings } from "@promptnce/providers/contract";
import type { ProviderError } from "@promptnce/core/errors";
import type { OpenRequest } from "../attempt/executor.ts";
import type { OneAttempt } from "../attempt/model-attempts.ts";

/** Why a request is still missing although its batch has ended. */
interface Problem {
  readonly error: ProviderError;
  /** The attempt that met it. */
  readonly made: OneAttempt;
}

/** The requests wanted in a round of batches, and those that still lack a reply. */
export interface BatchRound {
  readonly sent: CurrentSettings;
  /** The keys of all wanted requests. */
  readonly planned: ReadonlySet<string>;
  /** The unanswered requests by key; a request is removed once it is answered. */
  readonly missing: Map<string, OpenRequest>;
  /** The problems of requests, by key. */
  readonly problems: Map<string, Problem>;
}
