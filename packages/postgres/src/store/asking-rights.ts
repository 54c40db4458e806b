import type { ModelIdentity } from "@promptnce/providers";
import { JournalError } from "@promptnce/engine/journal";
import type { Database } from "./database.ts";
import { unusable } from "./database-error.ts";
import { storeAccess } from "./tables.ts";
import { type HeldLock, holderOf } from "./held-lock.ts";

/** The name of the lock that who asks a model has: one run alone, or any number of workers. */
export function askingLock({ name, model }: ModelIdentity): string {
  return `asking ${name}:${model}`;
}

/** The right to ask a model, as it is taken and once it is had. */
interface Right {
  readonly taken: Promise<HeldLock>;
  lock?: HeldLock;
}

/** The rights of one program to ask models itself, each taken when it is first needed. */
export function askingRights(database: Database) {
  const rights = new Map<string, Right>();
  const left = new Set<string>();
  return {
    /** Tells whether it was waited for, so that others may have asked until now. @throws JournalError where others ask. */
    async mayAsk(asked: ModelIdentity): Promise<boolean> {
      const name = askingLock(asked);
      if (left.has(name)) return false;
      let right = rights.get(name);
      if (right?.lock?.isHeld) return false;
      if (right === undefined || right.lock) {
        // Where the connection broke it is taken anew, if nobody has taken it meanwhile.
        right = { taken: takeAgain(right?.lock, database, asked) };
        rights.set(name, right);
      }
      try {
        right.lock = await right.taken;
      } catch (error) {
        rights.delete(name);
        throw error;
      }
      return true;
    },
    /** Others ask this model. */
    leave: (asked: ModelIdentity): void => void left.add(askingLock(asked)),
    async giveUp(): Promise<void> {
      await Promise.allSettled(
        Array.from(rights.values(), async ({ taken }) => {
          await (await taken)[Symbol.asyncDispose]();
        }),
      );
    },
  };
}

async function takeAgain(
  broken: HeldLock | undefined,
  database: Database,
  asked: ModelIdentity,
): Promise<HeldLock> {
  await broken?.[Symbol.asyncDispose]();
  return take(database, asked);
}

/** How often a right is tried to be had that was given up between two looks. */
const LOOKS = 5;

async function take(database: Database, asked: ModelIdentity): Promise<HeldLock> {
  if ((await storeAccess(database)) === "read") {
    // Found out before anything is paid for that could not be kept.
    const advice = "name a user, and a server, that may add replies; what is stored can be read";
    throw unusable(database.address, "it can be read and not written by this user", advice);
  }
  const name = askingLock(asked);
  const who = `${asked.name}:${asked.model}`;
  for (let look = 0; look < LOOKS; look++) {
    const lock = await database.lock(name, "exclusive");
    if (lock !== undefined) return lock;
    const holder = await holderOf(database, name);
    if (holder === undefined) continue;
    const from = holder.host === null ? "" : ` from ${holder.host}`;
    const since = holder.since === null ? "" : `, since ${holder.since.toISOString()}${from}`;
    throw new JournalError(
      holder.mode === "shared"
        ? `Workers ask ${who} for the store ${database.address}: let them answer this run too (its option workers), or stop them first. Beside them it would pay twice for the same questions, and pass their budget.`
        : `Another run asks ${who} from the store ${database.address}${since}: repeat the command when that has ended, or let workers answer both. Side by side they would pay twice for the same questions, and pass a budget.`,
    );
  }
  throw new JournalError(
    `The right to ask ${who} from the store ${database.address} changes hands all the time: repeat the command later.`,
  );
}
