import { describe, expect, it } from "vitest";
import { scorerConformance } from "../testing/scoring/scorer-conformance.test.support.ts";
import { llamaServerRoutes, vllmRoutes } from "../testing/scoring/toy-routes.test.support.ts";
import {
  plain,
  score,
  startToy,
  type ToyScorer,
} from "../testing/scoring/toy-scorer.test.support.ts";
import { toyServer } from "../testing/scoring/toy-server.test.support.ts";
import { vllm } from "./vllm.ts";

const scorer: ToyScorer = {
  title: "vllm",
  make: vllm,
  routes: vllmRoutes,
  path: "/v1/completions",
};
scorerConformance(scorer);

describe("vllm", () => {
  it("catches a llama.cpp server, which ignores echo with status 200", async () => {
    const { baseURL, seen } = await toyServer(llamaServerRoutes());
    const reply = score(vllm({ model: "toy", baseURL }), "a", plain("b"));
    await expect(reply).rejects.toThrow("ignores echo, as llama.cpp's server does");
    expect(seen.map(({ path }) => path)).toEqual(["/v1/completions"]);
  });

  it("catches a server that takes echo but generates tokens instead", async () => {
    const logprobs = { tokens: ["x", "y", "z"], token_logprobs: [-1, -1, -1] };
    const routes = { ...vllmRoutes(), "/v1/completions": () => ({ choices: [{ logprobs }] }) };
    const { baseURL } = await toyServer(routes);
    await expect(score(vllm({ model: "toy", baseURL }), "a", plain("b"))).rejects.toThrow(
      "ignores echo",
    );
  });

  it("takes an address with or without /v1", async () => {
    const { baseURL } = await toyServer(vllmRoutes());
    for (const tail of ["", "/", "/v1", "/v1/"]) {
      const provider = vllm({ model: "toy", baseURL: baseURL + tail });
      expect((await score(provider, "a", plain("b"))).tokens).toHaveLength(1);
    }
  });

  it("says that plain text works where the server cannot render a chat", async () => {
    const { "/tokenize": encode, ...rest } = vllmRoutes();
    const { baseURL } = await toyServer({
      ...rest,
      "/tokenize": (body: object) => {
        if ("messages" in body) throw new Error("no chat template");
        return encode?.(body as never);
      },
    });
    const provider = vllm({ model: "toy", baseURL });
    await expect(score(provider, "a", { ...plain("b"), template: "chat" })).rejects.toThrow(
      /no chat template.*The template plain needs none/,
    );
    expect((await score(provider, "a", plain("b"))).tokens).toHaveLength(1);
  });

  it.each([
    ["one too few", [null, -1]],
    ["one too many", [null, -1, -1, -1]],
    ["one that is shifted", [-1, -1, null]],
  ])("refuses an echo with %s", async (_, token_logprobs) => {
    const { server, provider } = await startToy(scorer);
    await score(provider, "a", plain("b"));
    server.script(scorer.path, {
      json: { choices: [{ logprobs: { tokens: ["", "a", "\n"], token_logprobs } }] },
    });
    await expect(score(provider, "a", plain("\n"))).rejects.toThrow("cannot be told apart");
  });
});
