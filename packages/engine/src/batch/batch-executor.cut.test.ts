import { describe, expect, it } from "vitest";
import type { BatchVendor } from "@promptnce/providers/batches";
import { UnconfirmedError } from "../errors/engine-errors.ts";
import { openBatchLedger } from "../journal/batch-ledger.ts";
import { simulated } from "@promptnce/rehearsal";
import {
  asksOf,
  batchRig,
  connectionReset,
  cutFetch,
  promptOf,
  type Send,
} from "../testing/batch-rig.test.support.ts";
import { bothWays } from "../testing/batch-vendors.test.support.ts";
import { readPlainPrompt, world } from "@promptnce/rehearsal/testing/plain-prompts";

const asked = ["q0", "q1", "q2", "q3"];
const once = asked.map(promptOf);
const limits = { requests: 2 };

/** A server that can be held in the making of a batch. */
async function heldRig(afterMs: number) {
  const respondent = simulated({
    read: readPlainPrompt,
    joint: world,
    profile: "truthful",
    seed: 1,
  });
  const [received, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let held = false;
  const complete: typeof respondent.complete = async (request) => {
    if (held) received.resolve();
    if (held) await finished.promise;
    return respondent.complete(request);
  };
  const rig = await batchRig({ batches: { afterMs }, respondent: { ...respondent, complete } });
  return {
    ...rig,
    hold: () => (held = true),
    received: received.promise,
    finish: () => finished.resolve(),
  };
}

type Rig = Awaited<ReturnType<typeof heldRig>>;

/** When a submission is cut, and how. */
const moments = [
  { moment: "before the server has it", made: false, cut: () => Promise.reject(connectionReset()) },
  {
    moment: "while the server makes it",
    made: true,
    cut: async (send: Send, { hold, received }: Rig) => {
      hold();
      const cutter = new AbortController();
      const sent = send({ signal: cutter.signal });
      await received;
      cutter.abort();
      return sent.catch(() => Promise.reject(connectionReset()));
    },
  },
  {
    moment: "with the answer on its way",
    made: true,
    cut: (send: Send) => send().then(() => Promise.reject(connectionReset())),
  },
  {
    moment: "in the middle of the answer",
    made: true,
    cut: (send: Send) => send().then(({ headers }) => new Response('{"id":', { headers })),
  },
  {
    moment: "by a gateway's 504",
    made: true,
    cut: (send: Send) => send().then(() => Response.json({}, { status: 504 })),
  },
] as const;
const batchesCut = [1, 2].flatMap((nth) => [0, 40].map((afterMs) => ({ nth, afterMs })));
const cuts = moments.flatMap((one, place) =>
  batchesCut.map((of, i) => ({ ...one, ...of, isQuick: i === place % batchesCut.length })),
);

describe.each(bothWays)(
  "nothing is submitted to $vendor twice where a submission is cut",
  ({ batches }) => {
    describe.each([
      { isQuick: true, tags: [] },
      { isQuick: false, tags: ["full"] },
    ])("where it is cut", ({ isQuick, tags }) => {
      it.each(cuts.filter((one) => one.isQuick === isQuick))(
        "$moment, of batch $nth of 2, which take $afterMs ms",
        { tags },
        async ({ cut, made, nth, afterMs }) => {
          const rig = await heldRig(afterMs);
          const vendor = batches(rig.server, {
            limits,
            fetch: cutFetch(nth, (send) => cut(send, rig)),
          });
          await rig.run(vendor, asksOf(...asked), {
            // What is still being made is not in the list at once.
            searchMs: made ? 60_000 : 20,
            resubmit: async () => !made,
            say: (line) => line.includes("looking for their batch") && rig.finish(),
          });
          expect(rig.submitted.flat().toSorted()).toEqual(once);
          expect(rig.journal.size).toBe(4);
        },
      );
    });

    it.each([true, false])(
      "by a kill after the server made it (%s), and the next run goes on",
      async (made) => {
        const rig = await batchRig({ batches: { afterMs: 40 } });
        const whole = batches(rig.server, { limits });
        const killed: BatchVendor = {
          ...whole,
          submit: async (items, label) => {
            if (made) await whole.submit(items, label);
            throw new Error("killed");
          },
        };
        await expect(rig.run(killed, asksOf(...asked))).rejects.toThrow("killed");
        // What a kill leaves: the intent alone.
        expect(openBatchLedger(rig.journal.path).open()).toMatchObject([{ requests: { size: 2 } }]);
        await rig.run(whole, asksOf(...asked), { resubmit: async () => !made });
        expect(rig.submitted.flat().toSorted()).toEqual(once);
        expect(rig.journal.size).toBe(4);
      },
    );

    it("and nothing is looked for where the run was killed before the batch was to be made", async () => {
      const rig = await batchRig();
      const whole = batches(rig.server, { limits });
      let listed = 0;
      const uploading = Promise.withResolvers<void>();
      const watched: BatchVendor = {
        ...whole,
        list: (...given) => {
          listed++;
          return whole.list(...given);
        },
      };
      // Killed while a file is uploaded, which takes minutes: the run goes no further.
      const submit = (): Promise<never> => {
        uploading.resolve();
        return new Promise(() => {});
      };
      void rig.run({ ...watched, submit }, asksOf(...asked));
      await uploading.promise;
      expect(openBatchLedger(rig.journal.path).open()).toEqual([]);
      await rig.run(watched, asksOf(...asked), { searchMs: 3_600_000 });
      expect(listed).toBe(0);
      expect(rig.submitted.flat().toSorted()).toEqual(once);
    });

    it("and a run that needs none of its requests does not look for it", async () => {
      const rig = await batchRig();
      const whole = batches(rig.server, { limits });
      const killed: BatchVendor = { ...whole, submit: () => Promise.reject(new Error("killed")) };
      await expect(rig.run(killed, asksOf("q0", "q1"))).rejects.toThrow("killed");
      await rig.run(whole, asksOf("q2", "q3"));
      expect(rig.submitted.flat()).toEqual(once.slice(2));
      await expect(rig.run(whole, asksOf("q1", "q2"))).rejects.toBeInstanceOf(UnconfirmedError);
    });
  },
);
