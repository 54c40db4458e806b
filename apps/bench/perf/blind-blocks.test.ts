import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readDataset } from "@promptnce/datasets";
import { beforeAll, describe, expect, it } from "vitest";
import { type BlindRun, blindRun, blockCounts } from "./blind-blocks.ts";
import { blindKinds, truthful } from "./blind-respondents.ts";

const SEEDS = 10;
const data = resolve(
  process.env["PROMPTNCE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../shared/datasets"),
);

describe.skipIf(!existsSync(join(data, "chaosnli")))(
  "bench's blocks on 500 pairs of ChaosNLI, over 10 seeds",
  { tags: "full" },
  () => {
    const runs: BlindRun[] = [];

    beforeAll(async () => {
      const people = await readDataset("chaosnli", data);
      for (let seed = 1; seed <= SEEDS; seed++) {
        runs.push(blindRun(seed, [people], 500));
      }
    });

    /** The share of blocks that have a mark. */
    async function markedShare(
      respondent: (typeof truthful)[string],
      name: string,
    ): Promise<number> {
      const counts = (
        await Promise.all(runs.map(async (run) => blockCounts(run, respondent, name)))
      ).flat();
      return counts.filter(({ marked }) => marked > 0).length / counts.length;
    }

    it.each(Object.entries(blindKinds["mixing P(y) and n"]!))(
      "have hardly ever a mark of who mixes base rates with the number of labels: %s",
      async (name, respondent) => {
        expect(await markedShare(respondent, name)).toBeLessThanOrEqual(0.05);
      },
    );

    it.each(Object.entries(truthful))(
      "have all marks of who says what people do: %s",
      async (name, respondent) => {
        expect(await markedShare(respondent, name)).toBe(1);
      },
    );
  },
);
