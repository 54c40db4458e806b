import { setImmediate as nextTurn } from "node:timers/promises";
import type { Provider } from "@promptnce/core";
import { budgeted, cached, paced, retried } from "@promptnce/engine";
import { spentOn } from "@promptnce/engine/money";
import {
  ASSUMED,
  type DearServer,
  dearServer,
  price,
  someFactors,
} from "@promptnce/engine/testing/dear-server";
import { type Databases, hasPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openPostgresStore } from "../store/postgres-store.ts";
import { model, prompts, team } from "../testing/team.test.support.ts";
import { setLimits } from "./limits.ts";
import { rowBudget } from "./row-budget.ts";

/** How many calls a worker claims, and how many of them its pace lets go at once. */
const SLOTS = 8;
const AT_ONCE = 2;

describe.skipIf(!hasPostgres)(
  "a budget in a database, where replies cost 1 to 1,000 times what was assumed",
  () => {
    let postgres: Databases;
    beforeAll(async () => void (postgres = await postgresOfRun()));

    /** Has a server asked by a run, by two workers, or by both. */
    async function asked(
      times: readonly number[],
      limit: number,
      who: string,
    ): Promise<DearServer> {
      const { store, start, ask } = await team(postgres, "dear");
      await setLimits(store, model, { budget: limit }, price);
      const server = dearServer(times, limit, () => nextTurn());
      const pace = (provider: Provider) => retried()(paced({ concurrency: AT_ONCE })(provider));
      const asking: Promise<unknown>[] = [];
      if (who !== "a run") {
        for (let worker = 0; worker < 2; worker++) {
          void start(pace(server.provider), { slots: SLOTS }).catch(() => {});
        }
        asking.push(ask(prompts(40)));
      }
      if (who !== "workers") {
        const own = await openPostgresStore(store.database.address, { sharesAsking: true });
        onTestFinished(() => own[Symbol.asyncDispose]());
        const budget = { budget: rowBudget(async () => own, model, { price }), price };
        const run = cached(pace(budgeted(budget)(server.provider)), own);
        asking.push(
          ...prompts(40).map((prompt) => run.complete({ prompt: `direct ${prompt}`, sample: 0 })),
        );
      }
      await Promise.allSettled(asking);
      expect(server.spent).toBeCloseTo(await spentOn(model, price, store), 9);
      return server;
    }

    it.each([
      ["a run", AT_ONCE],
      ["workers", 2 * AT_ONCE],
      ["both", 3 * AT_ONCE],
    ])(
      "is passed by %s by no more than the calls under way when that was seen",
      async (who, most) => {
        for (const times of someFactors) {
          const server = await asked(times, 500 * ASSUMED, who);
          expect(server.calls).toBeGreaterThan(0);
          expect(server.spent).toBeLessThanOrEqual(500 * ASSUMED + server.dearest(most));
        }
      },
    );
  },
);
