import type { ModelIdentity } from "@promptnce/providers";
import { JournalError } from "@promptnce/engine/journal";
import type { Database } from "./database.ts";
import { unusable } from "./database-error.ts";
import { storeAccess } from "./tables.ts";
import { type HeldLock, holderOf } from "./held-lock.ts";

/** The name of the lock held by the callers of a model: a single run, or any number of workers. */
export function askingLock({ name, model }: ModelIdentity): string {
  return `asking ${name}:${model}`;
}

/** The right to call a model, being acquired or held. */
interface Right {
  readonly taken: Promise<HeldLock>;
  lock?: HeldLock;
}

/** The rights of one program to call models directly, each acquired when it is first needed. */
export function askingRights(database: Database) {
  const rights = new Map<string, Right>();
  return {
    /**
     * Acquires the right. Resolves with whether that took a wait, during which others may have
     * stored replies.
     *
     * @throws JournalError where another program is calling the model.
     */
    async mayAsk(asked: ModelIdentity): Promise<boolean> {
      const name = askingLock(asked);
      let right = rights.get(name);
      if (right?.lock?.isHeld) return false;
      if (right === undefined || right.lock) {
        // If the connection broke, the right is acquired anew, unless another program has acquired
        // it meanwhile.
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

/** How often to retry when a lock is released between the attempt and the look at its holder. */
const LOOKS = 5;

async function take(database: Database, asked: ModelIdentity): Promise<HeldLock> {
  if ((await storeAccess({ database })) === "read") {
    // Detected before anything is paid for that could not be stored.
    const advice =
      "name a user and a server that may add replies; stored replies can still be read";
    throw unusable(database.address, "this user may read it but not write to it", advice);
  }
  const name = askingLock(asked);
  const who = `${asked.name}:${asked.model}`;
  for (let look = 0; look < LOOKS; look++) {
    const lock = await database.lock(name, "exclusive");
    if (lock !== undefined) return lock;
    const holder = await holderOf(database, name);
    if (holder === undefined) continue;
    const from = holder.host === null ? "" : ` from ${holder.host}`;
    const since = holder.since === null ? "" : ` (since ${holder.since.toISOString()}${from})`;
    throw new JournalError(
      holder.mode === "shared"
        ? (write) =>
            `Workers are asking ${who} for the store ${database.address}: let them answer this run too (${write("workers")}), or stop them first. Beside them, this run would pay twice for the same questions and exceed their budget.`
        : `Another run is asking ${who} from the store ${database.address}${since}: start this run when that one has ended, or let workers answer both. Side by side, they would pay twice for the same questions and exceed a budget.`,
    );
  }
  throw new JournalError(
    `The right to ask ${who} from the store ${database.address} keeps changing hands: try again later.`,
  );
}
