import { JournalError } from "@promptnce/engine/journal";

/**
 * The SQLSTATE of a server's error, or Node's code of a socket error; empty if there is neither.
 */
function codeOf(error: unknown): string {
  return (error as { readonly code?: string }).code ?? "";
}

/**
 * Whether the connection failed rather than the statement: PostgreSQL's classes 08, 40 and 57, too
 * many connections, and socket errors.
 */
export function isBroken(error: unknown): boolean {
  return (
    /^(08|40|25P03|53300|57P0)|^E(CONN|PIPE|HOST|NET|TIMEDOUT)/.test(codeOf(error)) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout/.test(
      String(error),
    )
  );
}

/**
 * Whether a server is reachable but accepts no connections now: it is starting, stopping or full.
 */
export function isStarting(error: unknown): boolean {
  return /^(57P0|53300)/.test(codeOf(error));
}

/**
 * Server errors that are no mistake of this program, by the beginning of their SQLSTATE, and what
 * to do about each.
 */
const ADVICE: readonly (readonly [code: RegExp, advice: string])[] = [
  [/^28/, "see that this user may log in there, with the password in PGPASSWORD or ~/.pgpass"],
  [/^3D000/, "create that database, or name another"],
  [
    /^25006/,
    "it can be read and not written, as a standby is: name the server that takes changes, and a user who may make them",
  ],
  [
    /^42501/,
    "let a user who may make its tables run `promptnce queue prepare` once, which gives others the rights that runs need",
  ],
  [/^42704/, "create that user, or name another"],
  [/^53100/, "its disk is full: make room there and repeat the command; what is stored stays"],
  [
    /^53/,
    "it is short of memory, connections or what its settings allow; repeat the command later",
  ],
  [
    /^57014/,
    "a statement took longer than is allowed: see what the server is busy with, or waits for",
  ],
  [/^55P03/, "another session holds what is needed: see which, or repeat the command later"],
  [/^(58|XX00[12])/, "the server cannot read or write its own files: see its log"],
  [/^(22P05|22021)/, "its encoding is not UTF8, which prompts need: name a database that has it"],
  [
    /^(3F000|42P01|42703|42883|42P10|42804)/,
    "its tables are not as this program makes them: name a database that nothing else uses, or one that is empty",
  ],
  [/^ECONNREFUSED/, "see that PostgreSQL runs there and lets this user in"],
  [/^(ENOTFOUND|EAI_AGAIN)/, "see that the name of the host is right"],
];

/**
 * An error of the server, or of the connection to it, as a sentence that says what to do; any other
 * error is returned unchanged.
 *
 * @param isOpening Whether the connection is being opened: every error is then reported this way,
 *   since no statement was sent yet.
 */
export function databaseError(address: string, error: unknown, isOpening = false): unknown {
  const code = codeOf(error);
  const known = ADVICE.find(([beginning]) => beginning.test(code))?.[1];
  if (known === undefined && !isBroken(error) && !isOpening) return error;
  const { message } = error as Error;
  if (/password must be a string/.test(message)) {
    const advice = ADVICE[0]?.[1] as string;
    return unusable(address, "it wants a password, and there is none", advice);
  }
  const why = code === "ECONNREFUSED" ? "nothing listens there" : message;
  return unusable(address, why, known ?? "see that PostgreSQL runs there and lets this user in");
}

/** The error for a store that cannot be used, with the reason and what to do. */
export function unusable(address: string, why: string, advice: string): JournalError {
  return new JournalError(`The store ${address} cannot be used (${why}): ${advice}.`);
}
