import { describe, expect, it } from "vitest";
import { sglang } from "./sglang.ts";
import { scorerConformance } from "../testing/scoring/scorer-conformance.test.support.ts";
import { TOKENS } from "../testing/scoring/toy-model.test.support.ts";
import { llamaServerRoutes, sglangRoutes } from "../testing/scoring/toy-routes.test.support.ts";
import {
  plain,
  score,
  startToy,
  type ToyScorer,
} from "../testing/scoring/toy-scorer.test.support.ts";
import { toyServer } from "../testing/scoring/toy-server.test.support.ts";

const scorer: ToyScorer = {
  title: "sglang",
  make: sglang,
  routes: sglangRoutes,
  path: "/generate",
};
scorerConformance(scorer);

describe("sglang", () => {
  it("says that a server without /generate is not SGLang's", async () => {
    const { baseURL } = await toyServer(llamaServerRoutes());
    const reply = score(sglang({ model: "toy", baseURL }), "a", plain("b"));
    await expect(reply).rejects.toThrow("/generate");
  });

  it("tells entries by their ids, so that a shifted answer is refused", async () => {
    const { server, provider } = await startToy(scorer);
    await score(provider, "a", plain("b"));
    const answer = (...entries: readonly unknown[]) => {
      server.script(scorer.path, { json: { meta_info: { input_token_logprobs: entries } } });
      return score(provider, "a", plain("\n"));
    };
    const [a, b, end] = ["a", "b", "\n"].map((token) => TOKENS.indexOf(token));
    expect((await answer([null, a, "a"], [-1, end, "\n"])).tokens).toEqual([
      { id: end, text: "\n", logprob: -1 },
    ]);
    for (const shifted of [
      [[null, end, "\n"]],
      [
        [null, b, ""],
        [-1, a, "a"],
      ],
      [],
    ]) {
      await expect(answer(...shifted)).rejects.toThrow("does not give");
    }
  });
});
