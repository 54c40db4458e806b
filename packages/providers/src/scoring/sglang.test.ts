import { describe, expect, it } from "vitest";
import { inputTokens, sglang } from "./sglang.ts";
import { scorerConformance } from "../testing/scoring/scorer-conformance.ts";
import { scorerFaults } from "../testing/scoring/scorer-faults.ts";
import { llamaServerRoutes, sglangRoutes } from "../testing/scoring/toy-routes.ts";
import { plain, score, type ToyScorer } from "../testing/scoring/toy-scorer.ts";
import { toyServer } from "../testing/scoring/toy-server.ts";

const scorer: ToyScorer = {
  title: "sglang",
  make: sglang,
  routes: sglangRoutes,
  path: "/generate",
};
scorerConformance(scorer);
scorerFaults(scorer);

const raw = (...entries: readonly unknown[]): unknown => ({
  meta_info: { input_token_logprobs: entries },
});

describe("sglang", () => {
  it("says that a server without /generate is not SGLang's", async () => {
    const { baseURL } = await toyServer(llamaServerRoutes());
    const reply = score(sglang({ model: "toy", baseURL }), "a", plain("b"));
    await expect(reply).rejects.toThrow("/generate");
  });

  it("tells entries by their ids, so that a shifted answer is refused", () => {
    expect(inputTokens(raw([null, 3, "a"], [-1, 4, "b"]), [1, 3, 4], 2, "It")).toEqual([
      { id: 4, text: "b", logprob: -1 },
    ]);
    for (const shifted of [raw([null, 4, "b"]), raw([null, 1, ""], [-1, 3, "a"]), raw()]) {
      expect(() => inputTokens(shifted, [1, 3, 4], 2, "It")).toThrow("does not give");
    }
  });
});
