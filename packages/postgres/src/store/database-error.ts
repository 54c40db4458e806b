import { type Sentence, written } from "@promptnce/core/errors";
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
const ADVICE: readonly (readonly [code: RegExp, advice: Sentence])[] = [
  [
    /^28/,
    "check that this user may log in there, and put the password into PGPASSWORD or ~/.pgpass",
  ],
  [/^3D000/, "create that database, or name another"],
  [
    /^25006/,
    "it is read-only, as a standby is: name the server that takes changes, and a user who may make them",
  ],
  [
    /^42501/,
    (write) =>
      `let a user who may create tables run ${write("prepareQueue()")} once, which gives others the rights that runs need`,
  ],
  [/^42704/, "create that user, or name another"],
  [/^53100/, "its disk is full: make room there and try again; nothing stored is lost"],
  [/^53/, "it is short of memory or connections, or at a limit of its settings: try again later"],
  [
    /^57014/,
    "a statement took longer than the server allows: see what the server is busy with or waits for",
  ],
  [/^55P03/, "another session holds a lock that is needed: find that session, or try again later"],
  [/^(58|XX00[12])/, "the server cannot read or write its own files: see its log"],
  [
    /^(22P05|22021)/,
    "its encoding is not UTF8, which prompts need: name a database with that encoding",
  ],
  [
    /^(3F000|42P01|42703|42883|42P10|42804)/,
    "its tables are not those that this program makes: name an empty database, or one that nothing else uses",
  ],
  [/^ECONNREFUSED/, "check that PostgreSQL runs there and lets this user in"],
  [/^(ENOTFOUND|EAI_AGAIN)/, "check the name of the host"],
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
    return unusable(address, "it asks for a password, and none is given", ADVICE[0]![1]);
  }
  const why = code === "ECONNREFUSED" ? "no server listens there" : message;
  return unusable(address, why, known ?? "check that PostgreSQL runs there and lets this user in");
}

/** The error for a store that cannot be used, with the reason and what to do. */
export function unusable(address: string, why: string, advice: Sentence): JournalError {
  return new JournalError(
    (write) => `The store ${address} cannot be used (${why}): ${written(advice, write)}.`,
  );
}
