import { describe, expect, it } from "vitest";
import { type Frame, frameBuilder } from "../frame/index.ts";
import { rhoDifference } from "./rho-difference.ts";
import { scorecard } from "./scorecard.ts";
import { sharedRhos } from "./shared-rhos.ts";

const options = { seed: "1", replicates: 200, term: "pmi" } as const;

/** Forty pairs of ten x; the second column lacks those of the first x, and the third is blind to y. */
function frame(): Frame {
  const builder = frameBuilder(["whole", "partial", "blind to y"]);
  for (let i = 0; i < 40; i++) {
    const [x, y] = [Math.floor(i / 4), i % 4];
    const pmi = Math.sin(3 * i);
    builder.add({
      x: `x${x}`,
      y: `y${y}`,
      truth: { pmi, marginal: 0.1 + y / 10 },
      estimates: [
        { pmi: pmi + Math.cos(5 * i), marginal: 0.1 + ((y + 1) % 4) / 10 },
        x === 0 ? undefined : { pmi: pmi + Math.cos(7 * i) },
        { pmi: x },
      ],
    });
  }
  return builder.build();
}

describe("ρ of columns over shared pairs", () => {
  it("is a scorecard's, with its error and interval, also of a control", () => {
    const shared = sharedRhos(frame(), [0, 2], options)!;
    const scored = scorecard(frame(), options).columns;
    for (const [i, column] of [0, 2].entries()) {
      const { rho, rhoError, interval } = scored[column]!;
      expect(shared.rhos[i]).toEqual({ rho, rhoError, interval });
    }
    expect(shared).toMatchObject({ pairs: 40, units: 10 });
  });

  it("is over the pairs that all columns estimate, and so is the difference of two", () => {
    const { pairs, rhos, difference } = sharedRhos(frame(), [0, 1, 2], options)!;
    expect(pairs).toBe(36);
    expect(difference(0, 1)).toEqual(rhoDifference(frame(), [0, 1], options));
    expect(difference(0, 1).difference).toBe(rhos[0]!.rho - rhos[1]!.rho);
  });

  it("is of base rates where these are the term", () => {
    const [rate] = sharedRhos(frame(), [0], { ...options, term: "marginal" })!.rhos;
    expect(rate!.rho).toBeCloseTo(-0.2, 12);
  });

  it("is not known of fewer than three pairs", () => {
    expect(sharedRhos(frame(), [1], { ...options, term: "conditional" })).toBeUndefined();
  });
});
