import { retried } from "@promptnce/engine";
import { answering, describeExecutor } from "@promptnce/engine/testing/executor-conformance";
import { type Databases, hasPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, onTestFinished } from "vitest";
import { openPostgresStore } from "../store/postgres-store.ts";
import { work } from "../worker/worker.ts";
import { workersExecutor } from "./workers-executor.ts";

describe.skipIf(!hasPostgres)("over a database", () => {
  let postgres: Databases;
  beforeAll(async () => void (postgres = await postgresOfRun()));

  describeExecutor("workers", async () => {
    const address = await postgres.database("executor");
    const store = await openPostgresStore(address);
    onTestFinished(() => store[Symbol.asyncDispose]());
    return {
      store,
      executor: (answer) => ({
        /** Starts a worker for as long as it waits; what ends the worker ends the wait. */
        async settle(wanted) {
          const ended = new AbortController();
          const waiting = new AbortController();
          await using asking = await openPostgresStore(address);
          await using own = await openPostgresStore(address);
          const provider = retried({ firstDelayMs: 0 })(answering(answer));
          const say = (): void => {};
          const running = { slots: 4, signal: ended.signal, price: undefined, say };
          const working = work({ store: own, provider, ...running }).catch((error: unknown) =>
            waiting.abort(error),
          );
          const how = { store: asking, provider, signal: waiting.signal, say };
          try {
            return await workersExecutor(how).settle(wanted);
          } finally {
            ended.abort();
            await working;
          }
        },
      }),
    };
  });
});
